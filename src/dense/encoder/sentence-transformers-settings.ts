/**
 * The encoder settings that sentence-transformers writes beside a BERT: pooling,
 * maximum length and prefixes (`modules.json`, the pooling's `config.json`,
 * `config_sentence_transformers.json`). A folder without them has no settings.
 */

import { quote, TermwiseError } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { readWholeFile } from "../../storage/read-whole-file.ts";
import type { Pooling } from "./pooling.ts";
import type { EncoderOptions } from "./sentence-encoder.ts";

/** The files with settings. Without `modules.json` the others are not read. */
export const SETTINGS_FILES: readonly string[] = [
  "modules.json",
  "1_Pooling/config.json",
  "config_sentence_transformers.json",
  "sentence_bert_config.json",
  "tokenizer_config.json",
];

/** Supported modules. Normalisation does not matter to cosines. */
const SUPPORTED_MODULES = ["Transformer", "Pooling", "Normalize"];
const POOLINGS: Readonly<Record<string, Pooling>> = { cls: "first", mean: "mean" };

/** Reads the settings. `BAD_INPUT` for unsupported ones. */
export async function readSentenceTransformersSettings(
  files: Files,
  folder: string,
  maxPositions: number,
): Promise<EncoderOptions> {
  const read = async (name: string): Promise<Record<string, unknown>> => {
    const file = `${folder}/${name}`;
    return (await files.kind(file)) === "file"
      ? parseJson(await readWholeFile(files, file), file)
      : {};
  };
  const modules = Object.values(await read("modules.json"));
  if (modules.length === 0) return {};
  for (const { type } of modules.map(toRecord)) {
    const name = String(type).split(".").at(-1) ?? "";
    if (!SUPPORTED_MODULES.includes(name)) {
      throw createUnsupportedError(
        `${folder}/modules.json`,
        `${name} is none of ${SUPPORTED_MODULES.join(", ")}`,
      );
    }
  }
  const pooling = modules.map(toRecord).find(({ type }) => String(type).endsWith(".Pooling"));
  const poolingFolder = String(pooling?.path ?? "1_Pooling");
  if (!/^\w+$/.test(poolingFolder))
    throw createUnsupportedError(
      `${folder}/modules.json`,
      `${quote(poolingFolder)} is no folder of it`,
    );
  const poolingFile = `${poolingFolder}/config.json`;
  const prefixes = parsePrefixes(await read("config_sentence_transformers.json"));
  const poolingConfig = await read(poolingFile);
  const isPrefixed = `${prefixes.queryPrefix}${prefixes.documentPrefix}` !== "";
  if (poolingConfig.include_prompt === false && isPrefixed) {
    throw createUnsupportedError(
      `${folder}/${poolingFile}`,
      "include_prompt is false; prefixes are always pooled",
    );
  }
  const longest =
    parseLength((await read("sentence_bert_config.json")).max_seq_length) ??
    parseLength((await read("tokenizer_config.json")).model_max_length);
  return {
    pooling: parsePooling(poolingConfig, `${folder}/${poolingFile}`),
    longest: Math.min(maxPositions, longest ?? maxPositions),
    ...prefixes,
  };
}

/** Newer files name the pooling, older ones have a flag per mode. */
function parsePooling(config: Readonly<Record<string, unknown>>, file: string): Pooling {
  const switched = Object.entries(config)
    .filter(([name, value]) => name.startsWith("pooling_mode_") && value === true)
    .map(([name]) => name.slice("pooling_mode_".length).replace(/_tokens?$/, ""));
  const names = typeof config.pooling_mode === "string" ? [config.pooling_mode] : switched;
  const [name = "mean"] = names;
  const pooling = Object.hasOwn(POOLINGS, name) ? POOLINGS[name] : undefined;
  if (pooling !== undefined && names.length < 2) return pooling;
  throw createUnsupportedError(file, `pooling ${names.join(" and ")} is neither mean nor cls`);
}

/** The prompts that `encode_query` and `encode_document` of sentence-transformers use. */
function parsePrefixes(
  config: Readonly<Record<string, unknown>>,
): Required<Pick<EncoderOptions, "queryPrefix" | "documentPrefix">> {
  const prompts = toRecord(config.prompts);
  const usual = String(config.default_prompt_name);
  const first = (...names: string[]): string =>
    names.map((name) => prompts[name]).find((each) => typeof each === "string") ?? "";
  return {
    queryPrefix: first("query", usual),
    documentPrefix: first("document", "passage", "corpus", usual),
  };
}

function parseLength(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) > 2 ? (value as number) : undefined;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function parseJson(bytes: Uint8Array, file: string): Record<string, unknown> {
  try {
    return { ...toRecord(JSON.parse(new TextDecoder().decode(bytes))) };
  } catch (cause) {
    throw new TermwiseError("BAD_INPUT", `${file} is not JSON: ${String(cause)}`, { file });
  }
}

function createUnsupportedError(file: string, rule: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} asks for another encoder: ${rule}`, { file });
}
