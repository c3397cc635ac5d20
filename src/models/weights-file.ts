/**
 * The values of a model on disk: a safetensors file with all variables that scoring
 * reads, and the name, vocabulary and options of the model, so that the file alone
 * is enough to create it again.
 */

import { badArgument, TermwiseError } from "../common/errors.ts";
import type { SubwordLexicon } from "../embeddings/index.ts";
import {
  readSafetensors,
  type Session,
  type StoredTensors,
  type Tensor,
  writeSafetensors,
} from "../tensor/index.ts";
import { findImpossibleCount } from "./check-counts.ts";
import { listVariables, type ModelOptions, type NeuralModel } from "./neural-model.ts";
import { createModel } from "./registry.ts";

/** The version in the file; any other is rejected. */
const VERSION = "1";

/** A model together with values for all its variables. */
export interface StoredModel {
  readonly model: NeuralModel;
  readonly values: ReadonlyMap<Tensor, Float32Array>;
}

/** The values that a session holds for a model, as the bytes of a file. */
export async function saveWeights(model: NeuralModel, session: Session): Promise<Uint8Array> {
  const read = listVariables(model).map(async (variable) => {
    return [variable, Float32Array.from(await session.read(variable))] as const;
  });
  return writeWeights({ model, values: new Map(await Promise.all(read)) });
}

/** A model with its values as the bytes of a file; the variables of `eightBit` take 8 bits per value. */
export function writeWeights(
  { model, values }: StoredModel,
  { eightBit = [] }: { readonly eightBit?: readonly string[] } = {},
): Uint8Array {
  const tensors = [...values].map(([variable, of]) => {
    const name = String(variable.attributes.name);
    const shape = variable.shape as readonly number[];
    return [name, { shape, values: of, isEightBit: eightBit.includes(name) }] as const;
  });
  const metadata = {
    version: VERSION,
    model: model.name,
    vocabulary: String(model.vocabulary),
    options: JSON.stringify(model.options),
  };
  return writeSafetensors({ tensors: Object.fromEntries(tensors), metadata });
}

/**
 * The model that a file was saved from; it needs the lexicon if it reads sub-words.
 * `file` is only for messages.
 */
export function loadWeights(
  bytes: Uint8Array,
  file: string,
  lexicon?: SubwordLexicon,
): StoredModel {
  const { tensors, metadata } = readSafetensors(bytes, file);
  const { version } = metadata;
  if (version !== VERSION)
    throw createMismatchError(file, `its version ${version} is not ${VERSION}`);
  const model = createDescribedModel(metadata, bytes, file, lexicon);
  const values = listVariables(model).map((variable) => {
    const tensor = tensors[String(variable.attributes.name)];
    if (tensor === undefined)
      throw createMismatchError(file, `it lacks "${variable.attributes.name}"`);
    if (String(tensor.shape) !== String(variable.shape)) {
      const description = `"${variable.attributes.name}" is [${tensor.shape}]`;
      throw createMismatchError(file, `${description}, not [${variable.shape}]`);
    }
    return [variable, tensor.values] as const;
  });
  return { model, values: new Map(values) };
}

function createDescribedModel(
  metadata: StoredTensors["metadata"],
  bytes: Uint8Array,
  file: string,
  lexicon: SubwordLexicon | undefined,
): NeuralModel {
  const { model = "", vocabulary, options = "" } = metadata;
  try {
    const parsedOptions = (JSON.parse(options) ?? {}) as ModelOptions;
    const reason = findImpossibleCount(parsedOptions, bytes, file);
    if (reason !== undefined) throw badArgument(reason);
    return createModel(model, lexicon ?? Number(vocabulary), parsedOptions);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw createMismatchError(file, reason, { cause });
  }
}

function createMismatchError(file: string, reason: string, options?: ErrorOptions): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} is not a model: ${reason}`, { file }, options);
}
