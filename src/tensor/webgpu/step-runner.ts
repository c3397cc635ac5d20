/**
 * Runs recorded steps: the buffers that all steps of a session share, the compiled kernels, and
 * one submission for each step. Later steps can be submitted before the results of earlier ones
 * are read back.
 */

import { TermwiseError } from "../../common/errors.ts";
import { CompiledKernels } from "./compiled-kernels.ts";
import { BUFFER_USAGE, STORAGE_USAGE } from "./gpu-buffers.ts";
import type { GpuDevice } from "./gpu-device.ts";
import type { Place } from "./kernel.ts";
import type { TimedKernels } from "./kernel-times.ts";
import { FIRST_GUARD, MAX_GUARDS } from "./kernels/updates.ts";
import { ARGUMENT_STRIDE, type KernelCall, type StepRecorder } from "./step-recorder.ts";

const STATUS_BYTES = 4 * (FIRST_GUARD + MAX_GUARDS);

/** Values that are read back after a step. */
export interface Readback {
  readonly place: Place;
  readonly length: number;
}

/** The values that were read back, and the guards that found a NaN or an infinity, by number. */
export interface StepValues {
  readonly values: readonly Float32Array[];
  readonly raised: readonly number[];
}

export class StepRunner {
  readonly #gpu: GpuDevice;
  readonly #values: readonly GPUBuffer[];
  readonly #kernels: CompiledKernels;
  readonly #status: GPUBuffer;
  #heap: GPUBuffer;
  #batch: GPUBuffer;
  #arguments: GPUBuffer;
  #group: GPUBindGroup | undefined;

  constructor(gpu: GpuDevice, values: readonly GPUBuffer[]) {
    this.#gpu = gpu;
    this.#values = values;
    this.#kernels = CompiledKernels.of(gpu);
    this.#heap = gpu.buffers.take(0);
    this.#batch = gpu.buffers.take(0);
    this.#arguments = gpu.buffers.take(0, BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST);
    this.#status = gpu.buffers.take(STATUS_BYTES);
    this.clearStatus();
  }

  /** Bytes of the buffers that steps share. */
  get bytes(): number {
    return this.#heap.size + this.#batch.size + this.#arguments.size + this.#status.size;
  }

  /** Forgets what guards have found, so that later steps change variables again. */
  clearStatus(): void {
    this.#gpu.device.queue.writeBuffer(this.#status, 0, new Uint8Array(STATUS_BYTES));
  }

  /**
   * Submits a step. `heapBytes` is what its values need; `inputs` are the first of them. The
   * outer promise resolves when the step is submitted, the inner one with its results.
   */
  async submit(
    record: StepRecorder,
    heapBytes: number,
    inputs: Float32Array<ArrayBuffer>,
    readbacks: readonly Readback[],
    times?: TimedKernels,
  ): Promise<{ readonly results: Promise<StepValues> }> {
    const { device } = this.#gpu;
    await this.#reserve(heapBytes, record);
    if (inputs.length > 0) device.queue.writeBuffer(this.#heap, 0, inputs);
    if (record.batch.length > 0) device.queue.writeBuffer(this.#batch, 0, record.batch);
    device.queue.writeBuffer(this.#arguments, 0, record.arguments);
    const encoder = device.createCommandEncoder();
    this.#group ??= this.#createGroup();
    if (times === undefined) this.#encode(encoder, record.dispatches, 0);
    else {
      for (const [i, dispatch] of record.dispatches.entries()) {
        this.#encode(encoder, [dispatch], i, times.add(dispatch.kernel.name));
      }
      times.resolve(encoder);
    }
    const bytes = STATUS_BYTES + readbacks.reduce((sum, { length }) => sum + 4 * length, 0);
    const usage = BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST;
    const staging = this.#gpu.buffers.take(bytes, usage);
    encoder.copyBufferToBuffer(this.#status, 0, staging, 0, STATUS_BYTES);
    let to = STATUS_BYTES;
    for (const { place, length } of readbacks) {
      const source =
        place.buffer === "heap" ? this.#heap : (this.#values[place.buffer] as GPUBuffer);
      if (length > 0) encoder.copyBufferToBuffer(source, 4 * place.at, staging, to, 4 * length);
      to += 4 * length;
    }
    device.queue.submit([encoder.finish()]);
    return { results: this.#read(staging, bytes, readbacks) };
  }

  close(): void {
    for (const buffer of [this.#heap, this.#batch, this.#arguments, this.#status]) {
      this.#gpu.buffers.destroy(buffer);
    }
  }

  async #read(
    staging: GPUBuffer,
    bytes: number,
    readbacks: readonly Readback[],
  ): Promise<StepValues> {
    await this.#gpu.wait("the results of a step", staging.mapAsync(1, 0, bytes));
    const mapped = staging.getMappedRange(0, bytes);
    const status = new Uint32Array(mapped, 0, STATUS_BYTES / 4);
    const raised: number[] = [];
    if (status[0] !== 0) {
      for (let guard = 0; guard < MAX_GUARDS; guard++) {
        if (status[FIRST_GUARD + guard] !== 0) raised.push(guard);
      }
    }
    let at = STATUS_BYTES;
    const values = readbacks.map(({ length }) => {
      const copy = new Float32Array(mapped, at, length).slice();
      at += 4 * length;
      return copy;
    });
    staging.unmap();
    this.#gpu.buffers.release(staging);
    return { values, raised };
  }

  #encode(
    encoder: GPUCommandEncoder,
    dispatches: readonly KernelCall[],
    first: number,
    timestampWrites?: GPUComputePassTimestampWrites,
  ): void {
    const pass = encoder.beginComputePass(timestampWrites === undefined ? {} : { timestampWrites });
    for (let i = 0; i < dispatches.length; i++) {
      const { kernel, buffers, x, y } = dispatches[i] as KernelCall;
      pass.setPipeline(this.#kernels.get(kernel, buffers));
      pass.setBindGroup(0, this.#group as GPUBindGroup, [(first + i) * ARGUMENT_STRIDE]);
      pass.dispatchWorkgroups(x, y);
    }
    pass.end();
  }

  /** Makes the buffers large enough for a step. */
  async #reserve(heapBytes: number, record: StepRecorder): Promise<void> {
    const batchBytes = 4 * record.batch.length;
    const argumentBytes = record.arguments.byteLength;
    const isSmall =
      heapBytes <= this.#heap.size &&
      batchBytes <= this.#batch.size &&
      argumentBytes <= this.#arguments.size;
    if (isSmall) return;
    const limit = this.#gpu.limits.maxStorageBufferBindingSize;
    if (heapBytes > limit || batchBytes > limit) {
      const message = `a step needs ${Math.max(heapBytes, batchBytes)} bytes, but this GPU binds at most ${limit}: use smaller batches`;
      throw new TermwiseError("LIMIT_EXCEEDED", message, { bytes: heapBytes, limit });
    }
    await this.#gpu.check("the values of a step", () => {
      this.#heap = this.#grow(this.#heap, heapBytes);
      this.#batch = this.#grow(this.#batch, batchBytes);
      this.#arguments = this.#grow(this.#arguments, argumentBytes);
    });
    this.#group = undefined;
  }

  /** A larger buffer instead of this one, whose values are not needed any more. */
  #grow(buffer: GPUBuffer, bytes: number): GPUBuffer {
    if (bytes <= buffer.size) return buffer;
    const larger = this.#gpu.buffers.take(
      Math.min(bytes * 1.25, this.#limit(buffer)),
      buffer.usage,
    );
    this.#gpu.buffers.destroy(buffer);
    return larger;
  }

  #limit({ usage }: GPUBuffer): number {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.#gpu.limits;
    return usage === STORAGE_USAGE
      ? Math.min(maxBufferSize, maxStorageBufferBindingSize)
      : maxBufferSize;
  }

  #createGroup(): GPUBindGroup {
    const buffers = [this.#heap, this.#batch, this.#arguments, this.#status, ...this.#values];
    const entries = buffers.map((buffer, binding) => ({
      binding,
      resource: { buffer, ...(binding === 2 ? { size: ARGUMENT_STRIDE } : {}) },
    }));
    return this.#gpu.device.createBindGroup({ layout: this.#kernels.layout, entries });
  }
}
