/**
 * A GPU in the browser or in Node: the device, its buffers and its compiled shaders.
 *
 * Errors of the GPU are asynchronous. `check` gives them to the caller who caused them;
 * a lost device rejects every wait, now and later; no wait is unbounded.
 */

import { TermwiseError } from "../../common/errors.ts";
import {
  createUnavailableError,
  DEFAULT_TIMEOUT,
  type GpuOptions,
  requestGpuAdapter,
  waitAtMost,
} from "./gpu-adapter.ts";
import { BUFFER_USAGE, GpuBuffers } from "./gpu-buffers.ts";
import { GpuPipelines } from "./gpu-pipelines.ts";

export type { GpuOptions } from "./gpu-adapter.ts";

/** Features that are used where the adapter has them. */
const FEATURES = ["subgroups", "timestamp-query", "shader-f16"] as const;

/** Limits that are raised to the adapter's largest. */
const LIMITS = [
  "maxBufferSize",
  "maxStorageBufferBindingSize",
  "maxComputeWorkgroupStorageSize",
  "maxComputeInvocationsPerWorkgroup",
  "maxComputeWorkgroupSizeX",
  "maxComputeWorkgroupSizeY",
  "maxStorageBuffersPerShaderStage",
] as const;

/** What the kernels need, the guaranteed minimum of WebGPU. */
const NEEDED: Readonly<Partial<Record<(typeof LIMITS)[number], number>>> = {
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupStorageSize: 2 ** 14,
  maxStorageBuffersPerShaderStage: 8,
};

/** Workgroups in one dimension of a dispatch, on every device. */
export const MAX_WORKGROUPS = 65_535;

/** The GPU of the process by package. */
const shared = new Map<string, Promise<GpuDevice>>();

export class GpuDevice {
  readonly device: GPUDevice;
  readonly features: ReadonlySet<string>;
  readonly limits: GPUSupportedLimits;
  /** Vendor, architecture and name of the adapter. */
  readonly description: string;
  /** Resolves, never rejects, with the error that later calls get. */
  readonly onLost: Promise<TermwiseError>;
  readonly buffers: GpuBuffers;
  readonly pipelines: GpuPipelines;
  readonly #timeout: number;
  #lost: TermwiseError | undefined;
  /** The first error that no scope caught. */
  #uncaught: TermwiseError | undefined;

  private constructor(adapter: GPUAdapter, device: GPUDevice, timeout: number) {
    this.device = device;
    this.features = new Set(FEATURES.filter((feature) => device.features.has(feature)));
    this.limits = device.limits;
    this.description = describeAdapter(adapter);
    this.buffers = new GpuBuffers(device);
    this.pipelines = new GpuPipelines(device);
    this.#timeout = timeout;
    this.onLost = device.lost.then(({ reason, message }) => {
      const what = reason === "destroyed" ? "is closed" : "was lost";
      const detail = message === "" ? "" : `: ${message.split("\n")[0]}`;
      this.#lost ??= createUnavailableError(`the GPU ${what}${detail}`);
      return this.#lost;
    });
    device.addEventListener("uncapturederror", (event) => {
      event.preventDefault?.(); // or the platform prints it too
      this.#uncaught ??= createGpuError((event as GPUUncapturedErrorEvent).error);
    });
  }

  /** Opens the fastest GPU with the largest limits that it allows. */
  static async open(options: GpuOptions = {}): Promise<GpuDevice> {
    const { timeout = DEFAULT_TIMEOUT } = options;
    const adapter = await requestGpuAdapter(options);
    for (const [name, needed] of Object.entries(NEEDED)) {
      const limit = adapter.limits[name as keyof typeof NEEDED];
      if (limit < needed) {
        const message = `the GPU's ${name} is ${limit}, which is below the ${needed} that are needed`;
        throw new TermwiseError("LIMIT_EXCEEDED", message, { [name]: limit });
      }
    }
    const request = adapter.requestDevice({
      requiredFeatures: FEATURES.filter((feature) => adapter.features.has(feature)),
      requiredLimits: Object.fromEntries(LIMITS.map((name) => [name, adapter.limits[name]])),
    });
    const device = await waitAtMost(timeout, "a GPU device", request).catch((cause: unknown) => {
      throw createUnavailableError("the GPU cannot be opened", cause);
    });
    return new GpuDevice(adapter, device, timeout);
  }

  /**
   * The GPU that all of a process share, so that shaders are compiled once. It stays open; a lost
   * one is opened again.
   */
  static async share(options: GpuOptions = {}): Promise<GpuDevice> {
    const key = JSON.stringify([options.package, options.flags]);
    const opening = shared.get(key) ?? GpuDevice.open(options);
    shared.set(key, opening);
    try {
      const gpu = await opening;
      gpu.onLost.then(() => {
        if (shared.get(key) === opening) shared.delete(key);
      });
      gpu.#throwIfFailed();
      return gpu;
    } catch (error) {
      shared.delete(key);
      throw error;
    }
  }

  /** The result of `work` on the GPU; rejects if the device is lost or gives no answer in time. */
  async wait<T>(subject: string, work: Promise<T>): Promise<T> {
    this.#throwIfFailed();
    const lost = this.onLost.then((error): never => {
      throw error;
    });
    const result = await waitAtMost(this.#timeout, subject, Promise.race([work, lost])).catch(
      (cause: unknown) => {
        throw this.#lost ?? cause;
      },
    );
    this.#throwIfFailed();
    return result;
  }

  /**
   * The result of `work`, which creates objects or submits commands, once the GPU has
   * accepted them; out of memory and invalid use reject.
   */
  async check<T>(subject: string, work: () => T | Promise<T>): Promise<T> {
    this.#throwIfFailed();
    const { device } = this;
    for (const filter of ["internal", "validation", "out-of-memory"] as const) {
      device.pushErrorScope(filter);
    }
    const pending: Promise<GPUError | null>[] = [];
    let result: T;
    try {
      const given = work();
      // The scopes cover what happens synchronously: those of overlapping work would mix.
      for (let scope = 0; scope < 3; scope++) pending.push(device.popErrorScope());
      result = await given;
    } finally {
      while (pending.length < 3) pending.push(device.popErrorScope());
    }
    const errors = await this.wait(subject, Promise.all(pending));
    const error = errors.find((each) => each !== null);
    if (error) throw createGpuError(error, subject);
    return result;
  }

  /**
   * Copies values to a buffer, after all work submitted before. Shared memory is copied to other
   * memory first: in Node, Dawn would end the process.
   */
  write(buffer: GPUBuffer, offset: number, values: Float32Array): void {
    const isShared = values.length > 0 && !(values.buffer instanceof ArrayBuffer);
    const data = isShared ? new Float32Array(values) : (values as Float32Array<ArrayBuffer>);
    this.device.queue.writeBuffer(buffer, offset, data);
  }

  /** A copy of bytes of a buffer, after all work submitted before. */
  async read(buffer: GPUBuffer, offset: number, bytes: number): Promise<ArrayBuffer> {
    this.#throwIfFailed();
    if (bytes === 0) return new ArrayBuffer(0);
    const usage = BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST;
    const staging = this.buffers.take(bytes, usage);
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, offset, staging, 0, bytes);
    this.device.queue.submit([encoder.finish()]);
    try {
      await this.wait("values of the GPU", staging.mapAsync(1, 0, bytes));
      return staging.getMappedRange(0, bytes).slice(0);
    } finally {
      if (this.#lost === undefined) {
        staging.unmap();
        this.buffers.release(staging);
      }
    }
  }

  /** Resolves when all submitted work is done. */
  async finish(): Promise<void> {
    await this.wait("the GPU's work", this.device.queue.onSubmittedWorkDone());
  }

  /** Frees everything. Later calls reject. */
  async close(): Promise<void> {
    if (this.#lost !== undefined) return;
    this.buffers.close();
    this.device.destroy();
    await waitAtMost(this.#timeout, "the GPU to close", this.onLost);
  }

  #throwIfFailed(): void {
    const error = this.#lost ?? this.#uncaught;
    if (error !== undefined) throw error;
  }
}

function describeAdapter({ info }: GPUAdapter): string {
  const parts = [info.vendor, info.architecture, info.device || info.description];
  return parts.filter((part) => part !== "").join(" ") || "unnamed GPU";
}

/** The error of a GPU in the words of this library. */
function createGpuError(error: GPUError, subject = "its work"): TermwiseError {
  const [detail = ""] = error.message.split("\n");
  const isMemory = error.constructor.name === "GPUOutOfMemoryError";
  return isMemory
    ? new TermwiseError("LIMIT_EXCEEDED", `the GPU has too little memory for ${subject}: ${detail}`)
    : new TermwiseError("UNAVAILABLE", `the GPU rejects ${subject}: ${detail}`, { device: "gpu" });
}
