/** The checkpoints of test/reference/cross-encoder.py, made again from the same hash. */

import { readFileSync } from "node:fs";
import { createHashedValues } from "../models/bert/hashed-values.contract.ts";
import { CROSS_ENCODER } from "../models/bert/index.ts";
import { listParameters } from "../models/index.ts";
import { type StoredTensor, writeSafetensors } from "../tensor/index.ts";

/** Written by test/reference/cross-encoder.py with Hugging Face's transformers. */
interface Reference {
  readonly config: Readonly<Record<string, unknown>>;
  readonly tokenizerConfig: Readonly<Record<string, unknown>>;
  readonly tokenizer: object;
  readonly pairs: readonly {
    readonly query: string;
    readonly document: string;
    readonly ids: readonly number[];
    readonly sides: readonly number[];
    readonly logits1: readonly number[];
    readonly logits2: readonly number[];
  }[];
  readonly fragments: readonly string[];
  readonly checksums: readonly number[];
}

export const reference: Reference = JSON.parse(
  readFileSync(new URL("../../test/reference/cross-encoder.json", import.meta.url), "utf8"),
);

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** The checkpoint of the script: weights by the names of the variables. */
export function createTensors(outputs: number): Record<string, StoredTensor> {
  const { config } = reference;
  const model = CROSS_ENCODER.create(Number(config.vocab_size), {
    layers: Number(config.num_hidden_layers),
    width: Number(config.hidden_size),
    heads: Number(config.num_attention_heads),
    units: Number(config.intermediate_size),
    places: Number(config.max_position_embeddings),
    outputs,
  });
  return Object.fromEntries(
    listParameters(model).map((part) => [
      String(part.attributes.name),
      { shape: part.shape as number[], values: Float32Array.from(createHashedValues(part)) },
    ]),
  );
}

/** What differs from the files of the script. */
export interface CheckpointChanges {
  readonly config?: object;
  readonly tokenizerConfig?: object;
  readonly tensors?: Record<string, StoredTensor>;
}

/** The files of a checkpoint by name. */
export function createCheckpointFiles(
  outputs: number,
  { config, tokenizerConfig, tensors = createTensors(outputs) }: CheckpointChanges = {},
): ReadonlyMap<string, Uint8Array> {
  return new Map([
    ["config.json", encode({ ...reference.config, ...config })],
    ["tokenizer.json", encode(reference.tokenizer)],
    ["tokenizer_config.json", encode({ ...reference.tokenizerConfig, ...tokenizerConfig })],
    ["model.safetensors", writeSafetensors({ tensors, metadata: {} })],
  ]);
}
