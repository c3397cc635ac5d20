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

import type { ComputeDevice, GpuOptions } from "../../common/compute-device.ts";
import { badArgument } from "../../common/errors.ts";
import type { Progress } from "../../common/progress.ts";
import type { PretrainedBert, WordPieces } from "../../models/index.ts";
import type { Backend, OnnxOptions } from "../../tensor/index.ts";
import { wasmBackend } from "../../tensor/wasm/index.ts";
import { openDeviceEngine } from "./encoder-device.ts";
import { checkPooling, type Pooling } from "./pooling.ts";
import { SentenceGraph } from "./sentence-graph.ts";
import { SentenceInference } from "./sentence-inference.ts";
import { isComputable } from "./transformer/index.ts";

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
  /**
   * `gpu` computes in float32 on the GPU: the browser's, or in Node that of the package
   * `webgpu`; without one it is `UNAVAILABLE`. `auto` takes the GPU if there is one that is
   * faster in a short trial. Either goes on with the CPU if the GPU is lost. Default `cpu`.
   */
  readonly device?: ComputeDevice | undefined;
  /** The source of the GPU, for tests and other packages. */
  readonly gpu?: GpuOptions | undefined;
}

/** Maps sequences of word pieces to unit vectors. */
export interface SentenceEngine {
  /** Tokens per batch. A longer text is a batch of its own. */
  readonly tokens: number;
  /** Maximum number of concurrent calls. */
  readonly threads: number;
  /** Tokens that are prepared before their batches are encoded. Default: all, longest texts first. */
  readonly lookahead?: number | undefined;
  /** Name of the GPU that computes. */
  readonly device?: string | undefined;
  /** Texts that are best encoded at a time, if more than usual. */
  readonly batchSize?: number | undefined;
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
    checkPooling(pooling);
    const options = { pooling, longest, queryPrefix, documentPrefix };
    return new SentenceEncoder(pretrained, options, await openEngine(pretrained, options, engine));
  }

  /** Name of the GPU that computes, if one does. */
  get device(): string | undefined {
    return this.#engine.device;
  }

  /** Texts that are best encoded at a time, if more than usual. */
  get batchSize(): number | undefined {
    return this.#engine.batchSize;
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
    const batches = this.#batches(texts);
    let done = 0;
    const work = async (): Promise<void> => {
      for (const batch of batches) {
        const vectors = await this.#engine.vectors(batch.map(({ sequence }) => sequence));
        for (const [row, { text }] of batch.entries()) {
          for (let i = 0; i < this.dimensions; i++) {
            all[text * this.dimensions + i] = vectors[row * this.dimensions + i] as number;
          }
        }
        done += batch.length;
        progress?.({ task: "encoding", done, total: texts.length, unit: "texts" });
      }
    };
    // All workers take from the same iterator.
    await Promise.all(Array.from({ length: this.#engine.threads }, work));
    return all;
  }

  /** Batches of tokenised texts. Texts are tokenised while earlier batches are computed. */
  *#batches(texts: readonly string[]): Generator<readonly PreparedText[]> {
    let prepared: PreparedText[] = [];
    let tokens = 0;
    for (const [text, content] of texts.entries()) {
      const sequence = this.#sequence(content);
      const { lookahead = Number.POSITIVE_INFINITY } = this.#engine;
      if (tokens > 0 && tokens + sequence.length > lookahead) {
        yield* splitBatches(prepared, this.#engine.tokens);
        prepared = [];
        tokens = 0;
      }
      prepared.push({ text, sequence });
      tokens += sequence.length;
    }
    yield* splitBatches(prepared, this.#engine.tokens);
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
  { backend, onnx, threads = 1, device = "cpu", gpu }: EncoderEngine,
): Promise<SentenceEngine> {
  if (!Number.isInteger(threads) || threads < 1 || threads > 64) {
    throw badArgument(`threads must be a whole number from 1 to 64, got ${threads}`);
  }
  if (backend !== undefined && onnx !== undefined) {
    throw badArgument("an encoder computes on a backend or with onnx, not both");
  }
  if (device !== "cpu" && (backend !== undefined || onnx !== undefined)) {
    throw badArgument("an encoder computes on a device, on a backend or with onnx, not on two");
  }
  const openCpu = (): Promise<SentenceEngine> =>
    onnx !== undefined || (backend === undefined && isComputable(pretrained.options))
      ? SentenceInference.open(pretrained, pooling, { longest, threads, onnx })
      : SentenceGraph.open(pretrained, backend ?? wasmBackend({ threads }), pooling);
  return openDeviceEngine(device, pretrained, pooling, { longest, gpu }, openCpu);
}

/** The pieces of a text, and its place among the texts. */
interface PreparedText {
  readonly text: number;
  readonly sequence: Int32Array;
}

/** Batches, longest texts first, each within the number of tokens. */
function splitBatches(texts: readonly PreparedText[], tokens: number): readonly PreparedText[][] {
  const batches: PreparedText[][] = [];
  let remaining = 0;
  for (const prepared of texts.toSorted(
    (a, b) => b.sequence.length - a.sequence.length || a.text - b.text,
  )) {
    if (prepared.sequence.length > remaining || batches.length === 0) {
      batches.push([]);
      remaining = tokens;
    }
    batches.at(-1)?.push(prepared);
    remaining -= prepared.sequence.length;
  }
  return batches;
}
