/**
 * Encodes texts on a GPU, with as many tokens per batch as it computes in a short time: a
 * long submission would freeze the screen of a slow GPU.
 */

import type { PretrainedBert } from "../../../models/index.ts";
import { GpuDevice, type GpuOptions } from "../../../tensor/webgpu/index.ts";
import type { Pooling } from "../pooling.ts";
import { readTransformer } from "../read-transformer.ts";
import type { SentenceEngine } from "../sentence-encoder.ts";
import { GpuTransformer } from "./gpu-transformer.ts";
import type { KernelTimes } from "./profile-dispatches.ts";

/** Multiplications and additions of a first batch: 20 ms on a slow GPU. */
const FIRST_BATCH_OPERATIONS = 4e9;
/** A batch that takes less doubles the next ones, one that takes more than the other halves them. */
const [SHORT_MS, LONG_MS] = [30, 120];
/** Batches under way: one computes while the next is uploaded and the one before is read. */
const BATCHES = 3;

/** What an adapter calls itself if it computes on the CPU. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|basic render/i;

export interface GpuEngineOptions {
  readonly longest: number;
  readonly gpu?: GpuOptions | undefined;
  /** Kernels for adapters that compute on the CPU. Default: by the name of the adapter. */
  readonly isSoftware?: boolean | undefined;
  /** Workgroups from which products are computed in wide tiles. */
  readonly minWideGroups?: number | undefined;
}

export class GpuSentenceEngine implements SentenceEngine {
  readonly threads: number = BATCHES;
  /** Name of the GPU. */
  readonly device: string;
  /** Whether the adapter computes on the CPU. */
  readonly isSoftware: boolean;
  readonly #gpu: GpuDevice;
  readonly #transformer: GpuTransformer;
  readonly #minTokens: number;
  #tokens: number;
  #lastDone = 0;

  private constructor(gpu: GpuDevice, transformer: GpuTransformer, longest: number, first: number) {
    this.#gpu = gpu;
    this.#transformer = transformer;
    this.device = gpu.description;
    this.isSoftware = isSoftwareGpu(gpu);
    this.#minTokens = longest;
    this.#tokens = Math.min(transformer.maxTokens, Math.max(longest, first));
  }

  static async open(
    pretrained: PretrainedBert,
    pooling: Pooling,
    { longest, gpu: options = {}, isSoftware, minWideGroups }: GpuEngineOptions,
  ): Promise<GpuSentenceEngine> {
    const { weights, words, positions } = readTransformer(pretrained);
    const gpu = await GpuDevice.open(options);
    try {
      const kernels = { pooling, isSoftware: isSoftware ?? isSoftwareGpu(gpu), minWideGroups };
      const transformer = await GpuTransformer.open(gpu, weights, { words, positions }, kernels);
      const { width, units, layers } = weights;
      const operations = layers.length * (8 * width * width + 4 * width * units);
      const first = Math.floor(FIRST_BATCH_OPERATIONS / operations);
      return new GpuSentenceEngine(gpu, transformer, longest, first);
    } catch (error) {
      await gpu.close();
      throw error;
    }
  }

  /** Tokens per batch, by the speed of the batches so far. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Texts are encoded in their order, because none is padded; a few batches are tokenised ahead. */
  get lookahead(): number {
    return this.#tokens;
  }

  async vectors(sequences: readonly Int32Array[]): Promise<Float32Array> {
    const submitted = performance.now();
    const vectors = await this.#transformer.vectors(sequences);
    const done = performance.now();
    const tokens = sequences.reduce((sum, { length }) => sum + length, 0);
    this.#adapt(tokens, done - Math.max(submitted, this.#lastDone));
    this.#lastDone = done;
    return vectors;
  }

  /** Milliseconds of each kernel for a batch. */
  profile(sequences: readonly Int32Array[]): Promise<KernelTimes> {
    return this.#transformer.profile(sequences);
  }

  /** Frees the GPU. Batches under way reject. */
  close(): Promise<void> {
    return this.#gpu.close();
  }

  #adapt(tokens: number, ms: number): void {
    const { maxTokens } = this.#transformer;
    if (ms > LONG_MS) this.#tokens = Math.max(this.#minTokens, this.#tokens >> 1);
    // Batches that were not full say nothing about larger ones.
    else if (ms < SHORT_MS && tokens > this.#tokens / 2) {
      this.#tokens = Math.min(maxTokens, this.#tokens * 2);
    }
  }
}

function isSoftwareGpu({ description }: GpuDevice): boolean {
  return SOFTWARE.test(description);
}
