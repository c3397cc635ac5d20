/** The time that each kernel takes on the GPU, measured by timestamps around every dispatch. */

import { BUFFER_USAGE } from "./gpu-buffers.ts";
import type { GpuDevice } from "./gpu-device.ts";

/** Timestamps of one query set, at most what WebGPU allows. */
const MAX_TIMESTAMPS = 4096;

export class TimedKernels {
  readonly #gpu: GpuDevice;
  readonly #set: GPUQuerySet;
  readonly #names: string[] = [];
  readonly #resolved: GPUBuffer;

  constructor(gpu: GpuDevice) {
    this.#gpu = gpu;
    this.#set = gpu.device.createQuerySet({ type: "timestamp", count: MAX_TIMESTAMPS });
    const usage = BUFFER_USAGE.QUERY_RESOLVE | BUFFER_USAGE.COPY_SRC;
    this.#resolved = gpu.buffers.take(8 * MAX_TIMESTAMPS, usage);
  }

  /** The timestamps to write around a dispatch. */
  add(name: string): GPUComputePassTimestampWrites {
    const at = 2 * (this.#names.push(name) - 1);
    return {
      querySet: this.#set,
      beginningOfPassWriteIndex: at,
      endOfPassWriteIndex: at + 1,
    };
  }

  resolve(encoder: GPUCommandEncoder): void {
    encoder.resolveQuerySet(this.#set, 0, 2 * this.#names.length, this.#resolved, 0);
  }

  /** Nanoseconds by kernel, and how often it ran. */
  async read(): Promise<ReadonlyMap<string, { readonly ns: number; readonly runs: number }>> {
    const bytes = await this.#gpu.read(this.#resolved, 0, 16 * this.#names.length);
    const stamps = new BigUint64Array(bytes);
    const times = new Map<string, { ns: number; runs: number }>();
    for (const [i, name] of this.#names.entries()) {
      const time = times.get(name) ?? { ns: 0, runs: 0 };
      time.ns += Number((stamps[2 * i + 1] as bigint) - (stamps[2 * i] as bigint));
      time.runs++;
      times.set(name, time);
    }
    this.#set.destroy();
    this.#gpu.buffers.destroy(this.#resolved);
    return times;
  }
}
