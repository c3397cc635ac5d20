/**
 * An encoder on a GPU, in float32: pieces in, one unit vector per text out. Texts lie side by
 * side without padding. Buffers and bind groups are made once for a number of tokens, a batch
 * is a few submissions, and several batches may be under way: the queue keeps their order, so
 * that they share all buffers.
 */

import { TermwiseError } from "../../../common/errors.ts";
import type { GpuDevice } from "../../../tensor/webgpu/index.ts";
import type { TransformerWeights } from "../transformer/index.ts";
import { type PackedBatch, packBatch } from "./dispatch.ts";
import {
  type EncoderKernels,
  layOutPass,
  MIN_WIDE_GROUPS,
  type PassBuffers,
  writeKernels,
} from "./gpu-pass.ts";
import { type EmbeddingTables, type GpuWeights, uploadWeights } from "./gpu-weights.ts";
import { type KernelTimes, profileDispatches } from "./profile-dispatches.ts";

/** Numbers of one head that an attention kernel takes. */
const MAX_HEAD_SIZE = 256;
export interface GpuTransformerOptions {
  readonly pooling: "mean" | "first";
  /** Kernels without shared memory, for adapters that compute on the CPU. */
  readonly isSoftware?: boolean | undefined;
  /** Workgroups from which products are computed in wide tiles. */
  readonly minWideGroups?: number | undefined;
}

export class GpuTransformer {
  readonly width: number;
  /** Tokens of a batch at most, for the limits of the GPU. */
  readonly maxTokens: number;
  readonly #gpu: GpuDevice;
  readonly #weights: GpuWeights;
  readonly #kernels: EncoderKernels;
  readonly #shape: Pick<TransformerWeights, "width" | "heads" | "units">;
  readonly #minWideGroups: number;
  #memory: PassBuffers | undefined;
  #reserving: Promise<void> = Promise.resolve();

  private constructor(
    gpu: GpuDevice,
    shape: Pick<TransformerWeights, "width" | "heads" | "units">,
    weights: GpuWeights,
    kernels: EncoderKernels,
    minWideGroups: number,
  ) {
    this.#minWideGroups = minWideGroups;
    this.width = shape.width;
    this.#gpu = gpu;
    this.#shape = shape;
    this.#weights = weights;
    this.#kernels = kernels;
    const { maxStorageBufferBindingSize, maxBufferSize } = gpu.limits;
    const widest = 4 * Math.max(3 * shape.width, shape.units);
    const binding = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    // A buffer of the pool is up to a quarter larger.
    this.maxTokens = Math.min(65_535, Math.floor((0.75 * binding) / widest));
  }

  /** Compiles the kernels and uploads the weights. */
  static async open(
    gpu: GpuDevice,
    weights: TransformerWeights,
    tables: EmbeddingTables,
    { pooling, isSoftware = false, minWideGroups = MIN_WIDE_GROUPS }: GpuTransformerOptions,
  ): Promise<GpuTransformer> {
    const { width, heads, units } = weights;
    if (width / heads > MAX_HEAD_SIZE) {
      const message = `a head has ${width / heads} numbers; the GPU's kernels take at most ${MAX_HEAD_SIZE}`;
      throw new TermwiseError("LIMIT_EXCEEDED", message, { size: width / heads });
    }
    const kernels = writeKernels(weights, pooling, isSoftware);
    await gpu.check("the kernels of the encoder", () =>
      gpu.pipelines.compile(Object.values(kernels).flatMap((each) => each.map(({ code }) => code))),
    );
    const uploaded = await uploadWeights(gpu, weights, tables);
    return new GpuTransformer(gpu, { width, heads, units }, uploaded, kernels, minWideGroups);
  }

  /** The unit vectors of sequences of pieces, concatenated. */
  async vectors(sequences: readonly Int32Array[]): Promise<Float32Array> {
    if (sequences.length === 0) return new Float32Array(0);
    const [batch, memory] = await this.#prepare(sequences);
    // From here to the read nothing waits, so no other batch comes between.
    this.#writeInputs(batch, memory);
    this.#submit(batch, memory);
    const bytes = 4 * this.width * sequences.length;
    return new Float32Array(await this.#gpu.read(memory.vectors, 0, bytes));
  }

  /** Milliseconds of each kernel for a batch, by the GPU's timestamps. */
  async profile(sequences: readonly Int32Array[]): Promise<KernelTimes> {
    const [batch, memory] = await this.#prepare(sequences);
    this.#writeInputs(batch, memory);
    return profileDispatches(this.#gpu, memory.submissions.flat(), batch);
  }

  /** A batch, and buffers that hold it. */
  async #prepare(sequences: readonly Int32Array[]): Promise<[PackedBatch, PassBuffers]> {
    const batch = packBatch(sequences);
    if (batch.rows > this.maxTokens) {
      const message = `a batch has ${batch.rows} tokens; the GPU takes at most ${this.maxTokens}`;
      throw new TermwiseError("LIMIT_EXCEEDED", message, { rows: batch.rows });
    }
    while (this.#memory === undefined || this.#memory.tokens < batch.rows) {
      // One at a time: batches may arrive while the buffers of another are made.
      this.#reserving = this.#reserving.catch(() => {}).then(() => this.#reserve(batch.rows));
      await this.#reserving;
    }
    return [batch, this.#memory];
  }

  #writeInputs(batch: PackedBatch, memory: PassBuffers): void {
    const { queue } = this.#gpu.device;
    queue.writeBuffer(memory.tokenTable, 0, batch.tokens);
    queue.writeBuffer(memory.blockTable, 0, batch.blockTable);
    queue.writeBuffer(memory.offsets, 0, batch.offsets);
    queue.writeBuffer(memory.pass, 0, Uint32Array.of(batch.rows, 0, 0, 0));
  }

  /** Submits each layer by itself, so that no submission is long. */
  #submit(batch: PackedBatch, memory: PassBuffers): void {
    const { device } = this.#gpu;
    for (const step of memory.submissions) {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      for (const { pipeline, group, count, fits } of step) {
        if (fits?.(batch) === false) continue;
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(...count(batch));
      }
      pass.end();
      device.queue.submit([encoder.finish()]);
    }
  }

  /** Makes the buffers of a batch, with some tokens to spare. Batches under way keep theirs. */
  async #reserve(rows: number): Promise<void> {
    if (this.#memory !== undefined && this.#memory.tokens >= rows) return;
    const tokens = Math.min(this.maxTokens, Math.max(512, Math.ceil(rows * 1.25)));
    const former = this.#memory;
    this.#memory = await this.#gpu.check("the activations of the encoder", () =>
      layOutPass(this.#gpu, this.#shape, this.#weights, this.#kernels, tokens, this.#minWideGroups),
    );
    for (const buffer of former?.all ?? []) this.#gpu.buffers.release(buffer);
  }
}
