/**
 * A BERT as a bi-encoder: one unit vector per text, so that dot products are
 * cosines.
 *
 * Reimers and Gurevych, "Sentence-BERT: Sentence Embeddings using Siamese
 * BERT-Networks", EMNLP 2019. The vector is the mean of all token states,
 * special tokens included (mean pooling), or the state of `[CLS]` (CLS pooling),
 * as the model was trained. Long texts are truncated. Some models need a prefix
 * before queries or documents, such as `query: ` of E5.
 */

import { badArgument } from "../../common/errors.ts";
import type { Progress } from "../../common/progress.ts";
import type { PretrainedBert, WordPieces } from "../../models/index.ts";
import type { Backend, OnnxOptions } from "../../tensor/index.ts";
import { wasmBackend } from "../../tensor/wasm/index.ts";
import { SentenceGraph } from "./sentence-graph.ts";
import { SentenceInference } from "./sentence-inference.ts";
import { isComputable } from "./transformer/index.ts";

/** Pooling of token states: `mean`, or `first` for the state of `[CLS]`. */
export type Pooling = "mean" | "first";

/** Options of a BERT as an encoder. The defaults are those of all-MiniLM-L6-v2. */
export interface EncoderOptions {
  readonly pooling?: Pooling | undefined;
  /** Maximum number of word pieces per text, including two special tokens. Default 256, or the maximum of the model if less. */
  readonly longest?: number | undefined;
  readonly queryPrefix?: string | undefined;
  readonly documentPrefix?: string | undefined;
}

/** The engine that computes the vectors. */
export interface EncoderEngine {
  /** Computes in float32 on this backend. Default: WASM in int16, which is faster and within .00002 in cosine. */
  readonly backend?: Backend | undefined;
  /** Computes in float32 on ONNX Runtime: `{}` for the package `onnxruntime-node`, if installed. */
  readonly onnx?: OnnxOptions | undefined;
  /** Threads that encode documents in WASM. Default 1, the calling thread. */
  readonly threads?: number | undefined;
}

/** Maps sequences of word pieces to unit vectors. */
export interface SentenceEngine {
  /** Tokens per batch. A longer text is a batch of its own. */
  readonly tokens: number;
  /** Maximum number of concurrent calls. */
  readonly threads: number;
  /** The vectors, concatenated. */
  vectors(sequences: readonly Int32Array[]): Promise<ArrayLike<number>>;
  close(): Promise<void>;
}

/** The options with their defaults. */
type CompleteOptions = {
  readonly [Name in keyof EncoderOptions]-?: NonNullable<EncoderOptions[Name]>;
};

/** Encodes texts. Close it when done: it holds the weights of the model. */
export class SentenceEncoder {
  /** Length of the vectors. */
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

  /** Loads the weights of a pretrained BERT. */
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
   * The vectors of documents, concatenated. Texts of similar length are encoded
   * together.
   */
  documents(texts: readonly string[], progress?: Progress): Promise<Float32Array> {
    const { documentPrefix } = this.#options;
    return this.#encode(
      texts.map((text) => documentPrefix + text),
      progress,
    );
  }

  /** Releases the memory. */
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
    // All workers take from the same iterator.
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

/** Int16 WASM, unless a backend is given or the kernels do not support the shape. */
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

/** Batches of sequence indexes, longest first, each within the number of tokens. */
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
