/**
 * How a BERT in a folder wants to be read as an encoder: pooling, length and
 * prefixes, as sentence-transformers writes them beside the model
 * (`modules.json`, the pooling's `config.json`,
 * `config_sentence_transformers.json`). A folder without them says nothing.
 */

import { quote, TermwiseError } from "../../common/errors.ts";
import type { EncoderOptions, Pooling } from "../../scoring/sentence-encoder.ts";
import type { Files } from "../../storage/files.ts";
import { wholeFile } from "../../storage/whole-file.ts";

/** Files of a folder that are read here, where `modules.json` is one of them. */
export const SETTINGS_FILES: readonly string[] = [
  "modules.json",
  "1_Pooling/config.json",
  "config_sentence_transformers.json",
  "sentence_bert_config.json",
  "tokenizer_config.json",
];

/** What our encoders compute: lengths of vectors do not matter to cosines. */
const COMPUTED = ["Transformer", "Pooling", "Normalize"];
const POOLINGS: Readonly<Record<string, Pooling>> = { cls: "first", mean: "mean" };

/** `BAD_INPUT` for a folder that asks for what is not computed here. */
export async function folderSettings(
  files: Files,
  folder: string,
  places: number,
): Promise<EncoderOptions> {
  const read = async (name: string): Promise<Record<string, unknown>> => {
    const file = `${folder}/${name}`;
    return (await files.kind(file)) === "file" ? parsed(await wholeFile(files, file), file) : {};
  };
  const modules = Object.values(await read("modules.json"));
  if (modules.length === 0) return {};
  for (const { type } of modules.map(recordOf)) {
    const name = String(type).split(".").at(-1) ?? "";
    if (!COMPUTED.includes(name)) {
      throw unfit(`${folder}/modules.json`, `${name} is none of ${COMPUTED.join(", ")}`);
    }
  }
  const pooling = modules.map(recordOf).find(({ type }) => String(type).endsWith(".Pooling"));
  const place = String(pooling?.path ?? "1_Pooling");
  if (!/^\w+$/.test(place))
    throw unfit(`${folder}/modules.json`, `${quote(place)} is no folder of it`);
  const poolingFile = `${place}/config.json`;
  const prefixes = prefixesOf(await read("config_sentence_transformers.json"));
  const asked = await read(poolingFile);
  const isPrefixed = `${prefixes.queryPrefix}${prefixes.documentPrefix}` !== "";
  if (asked.include_prompt === false && isPrefixed) {
    throw unfit(`${folder}/${poolingFile}`, "include_prompt is false; prefixes are always pooled");
  }
  const longest =
    count((await read("sentence_bert_config.json")).max_seq_length) ??
    count((await read("tokenizer_config.json")).model_max_length);
  return {
    pooling: poolingOf(asked, `${folder}/${poolingFile}`),
    longest: Math.min(places, longest ?? places),
    ...prefixes,
  };
}

/** Newer files name the pooling, older ones have a switch for each. */
function poolingOf(config: Readonly<Record<string, unknown>>, file: string): Pooling {
  const switched = Object.entries(config)
    .filter(([name, value]) => name.startsWith("pooling_mode_") && value === true)
    .map(([name]) => name.slice("pooling_mode_".length).replace(/_tokens?$/, ""));
  const names = typeof config.pooling_mode === "string" ? [config.pooling_mode] : switched;
  const [name = "mean"] = names;
  const pooling = Object.hasOwn(POOLINGS, name) ? POOLINGS[name] : undefined;
  if (pooling !== undefined && names.length < 2) return pooling;
  throw unfit(file, `pooling ${names.join(" and ")} is neither mean nor cls`);
}

/** Names of prompts as `encode_query` and `encode_document` of sentence-transformers look for them. */
function prefixesOf(
  config: Readonly<Record<string, unknown>>,
): Required<Pick<EncoderOptions, "queryPrefix" | "documentPrefix">> {
  const prompts = recordOf(config.prompts);
  const usual = String(config.default_prompt_name);
  const first = (...names: string[]): string =>
    names.map((name) => prompts[name]).find((each) => typeof each === "string") ?? "";
  return {
    queryPrefix: first("query", usual),
    documentPrefix: first("document", "passage", "corpus", usual),
  };
}

function count(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) > 2 ? (value as number) : undefined;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function parsed(bytes: Uint8Array, file: string): Record<string, unknown> {
  try {
    return { ...recordOf(JSON.parse(new TextDecoder().decode(bytes))) };
  } catch (cause) {
    throw new TermwiseError("BAD_INPUT", `${file} is not JSON: ${String(cause)}`, { file });
  }
}

function unfit(file: string, rule: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} asks for another encoder: ${rule}`, { file });
}
