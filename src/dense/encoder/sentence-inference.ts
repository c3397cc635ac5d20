/**
 * Encodes texts with an inference-only transformer: int16 in WASM, or float32 on
 * ONNX Runtime. Embedding lookup happens here.
 */

import type { PretrainedBert } from "../../models/index.ts";
import type { OnnxOptions } from "../../tensor/onnx/index.ts";
import { type Pooling, poolRows } from "./pooling.ts";
import { readTransformer } from "./read-transformer.ts";
import type { SentenceEngine } from "./sentence-encoder.ts";
import { OnnxTransformer, type StateComputer, Transformer } from "./transformer/index.ts";

/** Tokens per pass, unless a single text has more: reuses each weight often, while activations stay in the cache. */
const MAX_BATCH_TOKENS = 256;

/** Options of the transformer. */
interface SentenceInferenceOptions {
  readonly longest: number;
  readonly threads: number;
  readonly onnx: OnnxOptions | undefined;
}

/** A pretrained BERT for inference. */
export class SentenceInference implements SentenceEngine {
  readonly #transformer: StateComputer;
  readonly #wordEmbeddings: Float32Array;
  /** Position embeddings plus the embedding of the first segment. */
  readonly #positionEmbeddings: Float32Array;
  readonly #width: number;
  readonly #pooling: Pooling;

  private constructor(
    transformer: StateComputer,
    tables: { readonly words: Float32Array; readonly places: Float32Array; readonly width: number },
    pooling: Pooling,
  ) {
    this.#transformer = transformer;
    this.#wordEmbeddings = tables.words;
    this.#positionEmbeddings = tables.places;
    this.#width = tables.width;
    this.#pooling = pooling;
  }

  static async open(
    pretrained: PretrainedBert,
    pooling: Pooling,
    { longest, threads, onnx }: SentenceInferenceOptions,
  ): Promise<SentenceInference> {
    const { weights, words, positions } = readTransformer(pretrained);
    const tokens = Math.max(longest, MAX_BATCH_TOKENS);
    const transformer =
      onnx === undefined
        ? await Transformer.open(weights, { threads, tokens })
        : await OnnxTransformer.open(weights, onnx);
    const tables = { words, places: positions, width: weights.width };
    return new SentenceInference(transformer, tables, pooling);
  }

  get tokens(): number {
    return this.#transformer.tokens;
  }

  get threads(): number {
    return this.#transformer.threads;
  }

  async vectors(sequences: readonly Int32Array[]): Promise<Float32Array> {
    const offsets = new Int32Array(sequences.length + 1);
    for (const [i, { length }] of sequences.entries()) {
      offsets[i + 1] = (offsets[i] as number) + length;
    }
    const states = await this.#transformer.states(this.#embed(sequences, offsets), offsets);
    const vectors = poolRows(states, offsets, this.#width, this.#pooling);
    for (let i = 0; i < sequences.length; i++) {
      normaliseVector(vectors.subarray(i * this.#width, (i + 1) * this.#width));
    }
    return vectors;
  }

  close(): Promise<void> {
    return this.#transformer.close();
  }

  /** The sum of word and position embedding of each piece. */
  #embed(sequences: readonly Int32Array[], offsets: Int32Array): Float32Array {
    const width = this.#width;
    const rows = new Float32Array((offsets.at(-1) as number) * width);
    for (const [i, sequence] of sequences.entries()) {
      const first = (offsets[i] as number) * width;
      for (const [position, piece] of sequence.entries()) {
        const [target, word, at] = [first + position * width, piece * width, position * width];
        for (let j = 0; j < width; j++) {
          rows[target + j] =
            (this.#wordEmbeddings[word + j] as number) +
            (this.#positionEmbeddings[at + j] as number);
        }
      }
    }
    return rows;
  }
}

/** Scales a vector to unit length. Zeros stay. */
function normaliseVector(vector: Float32Array): void {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) * factor;
}
