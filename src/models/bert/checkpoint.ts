/**
 * A published cross-encoder in the files of Hugging Face's libraries: `config.json`,
 * `tokenizer.json`, `model.safetensors` and, where it is there, `tokenizer_config.json`.
 *
 * As sentence-transformers' CrossEncoder reads them: the longest pair is the smaller of
 * `max_position_embeddings` and `model_max_length`, a longer one loses pieces of its longer text,
 * and the activation of the score is named in `config.json`. Where none is named, the score is the
 * output itself; a sigmoid would give the same order.
 */

import { TermwiseError } from "../../common/errors.ts";
import { readSafetensors } from "../../tensor/index.ts";
import type { WordPieces } from "../../text/word-pieces/index.ts";
import { readTokenizer } from "../../text/word-pieces/index.ts";
import { findImpossibleCount } from "../check-counts.ts";
import type { NeuralModel } from "../neural-model.ts";
import { CROSS_ENCODER, type CrossEncoderOptions } from "./cross-encoder.ts";
import {
  CONFIG_NAMES,
  checkFirstPieces,
  createConfigError,
  parseConfig,
  parseJson,
  readValues,
} from "./pretrained.ts";

const WEIGHTS = "model.safetensors";

/** The epsilon of the encoder; another one in `config.json` is refused. */
const LAYER_NORM_EPSILON = 1e-12;

/** A cross-encoder with its values and word pieces. */
export interface CrossEncoderCheckpoint {
  readonly model: NeuralModel;
  readonly options: CrossEncoderOptions;
  readonly tokenizer: WordPieces;
  readonly values: ReadonlyMap<string, Float32Array>;
  /** Maximum pieces of a pair, including special tokens. */
  readonly pairLength: number;
  readonly unusedTensors: readonly string[];
}

/**
 * Reads a checkpoint. `read` fails with `NOT_FOUND` for a file that is not there. `BAD_INPUT` for a
 * checkpoint without a head of 1 or 2 outputs, and for settings that this model does not have.
 */
export async function readCrossEncoder(
  read: (name: string) => Promise<Uint8Array>,
): Promise<CrossEncoderCheckpoint> {
  const configBytes = await read("config.json");
  const tokenizer = readTokenizer(await read("tokenizer.json"), "tokenizer.json");
  checkFirstPieces(tokenizer, "tokenizer.json");
  const shape = parseConfig(configBytes, tokenizer.size, "config.json");
  const config = parseJson(configBytes, "config.json");
  const { layer_norm_eps: epsilon = LAYER_NORM_EPSILON } = config;
  if (epsilon !== LAYER_NORM_EPSILON) {
    const rule = `layer_norm_eps is ${String(epsilon)}, not ${LAYER_NORM_EPSILON}`;
    throw createConfigError("config.json", rule);
  }
  const bytes = await read(WEIGHTS);
  const reason = findImpossibleCount(shape, bytes, WEIGHTS, (name) => CONFIG_NAMES[name] ?? name);
  if (reason !== undefined) throw createConfigError("config.json", reason);
  const outputs = readOutputs(bytes);
  const options = { ...shape, outputs, activation: parseActivation(config) };
  const model = CROSS_ENCODER.create(tokenizer.size, options);
  const { values, unusedTensors } = readValues(bytes, WEIGHTS, model);
  const isComplete = ["bert.pooler.dense", "classifier"].every(
    (name) => values.has(`${name}.weight`) && values.has(`${name}.bias`),
  );
  if (!isComplete) throw createHeadError("its pooler or classifier is not complete");
  const settings = await readTokenizerSettings(read);
  checkLowercase(settings, tokenizer);
  const pairLength = parsePairLength(settings, shape.places);
  return { model, options, tokenizer, values, pairLength, unusedTensors };
}

/** The outputs of the head: rows of `classifier.weight`. */
function readOutputs(bytes: Uint8Array): number {
  const { tensors } = readSafetensors(bytes, WEIGHTS, (name) => name === "classifier.weight");
  const outputs = tensors["classifier.weight"]?.shape[0];
  if (outputs === 1 || outputs === 2) return outputs;
  throw createHeadError(
    outputs === undefined
      ? "it has no classifier.weight; termwise train bert --start trains one"
      : `classifier.weight has ${outputs} outputs, not 1 or 2`,
  );
}

/** The activation that sentence-transformers stores, in its newer or older form. */
function parseActivation(config: Readonly<Record<string, unknown>>): string {
  const { sentence_transformers: newer, sbert_ce_default_activation_function: older } = config;
  const named = (newer as { activation_fn?: unknown } | undefined)?.activation_fn ?? older;
  if (named === undefined || named === null) return "identity";
  const name = String(named).split(".").at(-1);
  if (name === "Identity") return "identity";
  if (name === "Sigmoid") return "sigmoid";
  const rule = `its activation is ${String(named)}, not Identity or Sigmoid`;
  throw createConfigError("config.json", rule);
}

async function readTokenizerSettings(
  read: (name: string) => Promise<Uint8Array>,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return parseJson(await read("tokenizer_config.json"), "tokenizer_config.json");
  } catch (error) {
    if (error instanceof TermwiseError && error.code === "NOT_FOUND") return {};
    throw error;
  }
}

/** Files without a maximum have a number beyond every length. */
function parsePairLength(
  {
    model_max_length: maximum = Infinity,
    truncation_strategy: strategy = "longest_first",
  }: Readonly<Record<string, unknown>>,
  places: number,
): number {
  const file = "tokenizer_config.json";
  if (strategy !== "longest_first") {
    throw createConfigError(file, `truncation_strategy is ${String(strategy)}, not longest_first`);
  }
  if (typeof maximum !== "number" || maximum < 5) {
    throw createConfigError(file, `model_max_length must be at least 5, got ${String(maximum)}`);
  }
  return Math.min(places, maximum);
}

/** transformers follows `tokenizer_config.json`, tokenizers `tokenizer.json`: they must agree. */
function checkLowercase(
  { do_lower_case: lowercase }: Readonly<Record<string, unknown>>,
  { settings }: WordPieces,
): void {
  if (lowercase === undefined || lowercase === settings.lowercase) return;
  const rule = `do_lower_case is ${String(lowercase)}, tokenizer.json says ${settings.lowercase}`;
  throw createConfigError("tokenizer_config.json", rule);
}

function createHeadError(reason: string): TermwiseError {
  const file = WEIGHTS;
  return new TermwiseError("BAD_INPUT", `${file} holds no cross-encoder: ${reason}`, { file });
}
