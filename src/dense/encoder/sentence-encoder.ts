/**
 * A BERT as a bi-encoder: one vector of unit length per text, so that the dot
 * product of two vectors is the cosine of their texts.
 *
 * Reimers and Gurevych, "Sentence-BERT: Sentence Embeddings using Siamese
 * BERT-Networks", EMNLP 2019. The vector is the mean of the states of all
 * tokens, special ones included, or the state of the first, as the model was
 * trained; long texts lose their end. Some models want a prefix before a query
 * or a document, as E5 its `query: `.
 */

import { badArgument } from "../../common/errors.ts";
import type { Progress } from "../../common/progress.ts";
import type { PretrainedBert, WordPieces } from "../../models/index.ts";
import type { Backend, OnnxOptions } from "../../tensor/index.ts";
import { wasmBackend } from "../../tensor/wasm/index.ts";
import { SentenceGraph } from "./sentence-graph.ts";
import { SentenceInference } from "./sentence-inference.ts";
import { isComputable } from "./transformer/index.ts";

/** How the states of tokens become one vector. */
export type Pooling = "mean" | "first";

/** How a pretrained BERT is read as an encoder. The defaults are those of all-MiniLM-L6-v2. */
export interface EncoderOptions {
  readonly pooling?: Pooling | undefined;
  /** Pieces of a text, its two special tokens included, that are read at most. Default 256, or as many as the model has places for. */
  readonly longest?: number | undefined;
  readonly queryPrefix?: string | undefined;
  readonly documentPrefix?: string | undefined;
}

/** What computes the vectors. */
export interface EncoderEngine {
  /** Computes in floats on this backend. Default: WASM in whole numbers of 16 bits, which is quicker and within .00002 of it in cosine. */
  readonly backend?: Backend | undefined;
  /** Computes in floats on ONNX Runtime: `{}` for the package `onnxruntime-node`, if it is installed. */
  readonly onnx?: OnnxOptions | undefined;
  /** Threads that encode documents in WASM; 1, the default, is the calling thread. */
  readonly threads?: number | undefined;
}

/** Turns sequences of pieces into vectors of unit length. */
export interface SentenceEngine {
  /** Tokens that are worth encoding at a time. A longer text goes alone. */
  readonly tokens: number;
  /** Calls that may run at a time. */
  readonly threads: number;
  /** One vector after the other. */
  vectors(sequences: readonly Int32Array[]): Promise<ArrayLike<number>>;
  close(): Promise<void>;
}

/** The options with nothing left to defaults. */
type CompleteOptions = {
  readonly [Name in keyof EncoderOptions]-?: NonNullable<EncoderOptions[Name]>;
};

/** Turns texts into vectors. Close it when done: it holds the model's values. */
export class SentenceEncoder {
  /** How many numbers a vector has. */
  readonly dimensions: number;
  readonly #options: CompleteOptions;
  readonly #pieces: WordPieces;
  readonly #engine: SentenceEngine;

  private constructor(
    { tokenizer, options: { width } }: PretrainedBert,
    options: CompleteOptions,
    engine: SentenceEngine,
  ) {
    this.dimensions = width;
    this.#options = options;
    this.#pieces = tokenizer;
    this.#engine = engine;
  }

  /** Prepares the values of a pretrained BERT. */
  static async open(
    pretrained: PretrainedBert,
    {
      pooling = "mean",
      longest: requestedLength,
      queryPrefix = "",
      documentPrefix = "",
      ...engine
    }: EncoderOptions & EncoderEngine = {},
  ): Promise<SentenceEncoder> {
    const { places: maxPositions } = pretrained.options;
    const longest = requestedLength ?? Math.min(256, maxPositions);
    if (!Number.isInteger(longest) || longest < 3 || longest > maxPositions) {
      throw badArgument(`longest must be a whole number from 3 to ${maxPositions}, got ${longest}`);
    }
    if (pooling !== "mean" && pooling !== "first") {
      throw badArgument(`pooling must be mean or first, got ${String(pooling)}`);
    }
    const options = { pooling, longest, queryPrefix, documentPrefix };
    return new SentenceEncoder(pretrained, options, await openEngine(pretrained, options, engine));
  }

  /** The vector of a query. */
  async query(text: string): Promise<Float32Array> {
    return this.#encode([this.#options.queryPrefix + text]);
  }

  /**
   * The vectors of documents, one after the other. Texts of like length are
   * encoded together, so that none waits for a longer one.
   */
  documents(texts: readonly string[], progress?: Progress): Promise<Float32Array> {
    const { documentPrefix } = this.#options;
    return this.#encode(
      texts.map((text) => documentPrefix + text),
      progress,
    );
  }

  /** Gives the memory back. */
  close(): Promise<void> {
    return this.#engine.close();
  }

  async #encode(texts: readonly string[], progress?: Progress): Promise<Float32Array> {
    const all = new Float32Array(texts.length * this.dimensions);
    const sequences = texts.map((text) => this.#sequence(text));
    const batches = splitBatches(sequences, this.#engine.tokens).values();
    let done = 0;
    const work = async (): Promise<void> => {
      for (const batch of batches) {
        const vectors = await this.#engine.vectors(
          batch.map((index) => sequences[index] as Int32Array),
        );
        for (const [row, index] of batch.entries()) {
          const from = row * this.dimensions;
          const vector = Array.prototype.slice.call(vectors, from, from + this.dimensions);
          all.set(vector, index * this.dimensions);
        }
        done += batch.length;
        progress?.({ task: "encoding", done, total: texts.length, unit: "texts" });
      }
    };
    // All of them take from the same batches.
    await Promise.all(Array.from({ length: this.#engine.threads }, work));
    return all;
  }

  /** `[CLS]`, the pieces of a text, `[SEP]`. */
  #sequence(text: string): Int32Array {
    const { first, separator } = this.#pieces.specialTokens;
    const pieces = this.#pieces.encode(text).slice(0, this.#options.longest - 2);
    return Int32Array.of(first, ...pieces, separator);
  }
}

/** Whole numbers, unless a backend is given or the shape does not fit the kernels. */
async function openEngine(
  pretrained: PretrainedBert,
  { pooling, longest }: CompleteOptions,
  { backend, onnx, threads = 1 }: EncoderEngine,
): Promise<SentenceEngine> {
  if (!Number.isInteger(threads) || threads < 1 || threads > 64) {
    throw badArgument(`threads must be a whole number from 1 to 64, got ${threads}`);
  }
  if (backend !== undefined && onnx !== undefined) {
    throw badArgument("an encoder computes on a backend or with onnx, not both");
  }
  if (onnx !== undefined || (backend === undefined && isComputable(pretrained.options))) {
    return SentenceInference.open(pretrained, pooling, { longest, threads, onnx });
  }
  return SentenceGraph.open(pretrained, backend ?? wasmBackend({ threads }), pooling);
}

/** Places of sequences, longest first, cut where a batch would have more tokens than asked for. */
function splitBatches(sequences: readonly Int32Array[], tokens: number): readonly number[][] {
  const lengthAt = (index: number): number => (sequences[index] as Int32Array).length;
  const batches: number[][] = [];
  let remaining = 0;
  for (const index of [...sequences.keys()].sort((a, b) => lengthAt(b) - lengthAt(a) || a - b)) {
    if (lengthAt(index) > remaining || batches.length === 0) {
      batches.push([]);
      remaining = tokens;
    }
    batches.at(-1)?.push(index);
    remaining -= lengthAt(index);
  }
  return batches;
}
