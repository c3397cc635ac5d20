/**
 * Finds a GPU: the browser's `navigator.gpu`, or in Node the package `webgpu` (Dawn),
 * an optional peer. Every wait is bounded, because a driver may never answer.
 */

import type { GpuOptions } from "../../common/compute-device.ts";
import { TermwiseError } from "../../common/errors.ts";

export type { GpuOptions } from "../../common/compute-device.ts";

/** The package `webgpu`, as far as it is used here. */
interface GpuPackage {
  create(flags: readonly string[]): GPU;
}

const DEFAULT_PACKAGE = "webgpu";
export const DEFAULT_TIMEOUT = 60_000;

/**
 * The objects of the package, one for each process: an instance that is collected
 * while a device of it lives ends the process.
 */
const instances = new Map<string, GPU>();

/** The adapter with the highest performance. */
export async function requestGpuAdapter(options: GpuOptions = {}): Promise<GPUAdapter> {
  const { timeout = DEFAULT_TIMEOUT } = options;
  const gpu = globalThis.navigator?.gpu ?? (await importGpu(options));
  const request = gpu.requestAdapter({ powerPreference: "high-performance" });
  const adapter = await waitAtMost(timeout, "a GPU adapter", request).catch((cause: unknown) => {
    throw createUnavailableError("no GPU adapter answers", cause);
  });
  if (adapter === null) {
    throw createUnavailableError("no GPU adapter was found: no GPU, or no driver for it");
  }
  return adapter;
}

async function importGpu({
  package: name = DEFAULT_PACKAGE,
  flags = [],
}: GpuOptions): Promise<GPU> {
  const key = JSON.stringify([name, flags]);
  const opened = instances.get(key);
  if (opened !== undefined) return opened;
  // Only a program that can import packages has one; a page without a GPU has neither.
  if (globalThis.process?.versions?.node === undefined) {
    throw createUnavailableError("this browser has no WebGPU");
  }
  let create: GpuPackage["create"];
  try {
    ({ create } = (await import(/* @vite-ignore */ name)) as GpuPackage);
  } catch (cause) {
    const message = `a GPU in Node needs the package ${name}, which is not installed: run "npm install ${name}"`;
    throw createUnavailableError(message, cause);
  }
  const gpu = create([...(process.platform === "linux" ? ["backend=vulkan"] : []), ...flags]);
  instances.set(key, gpu);
  return gpu;
}

/** The result of `work`, or an error that names what was waited for. */
export async function waitAtMost<T>(
  milliseconds: number,
  subject: string,
  work: Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `waited ${milliseconds} ms for ${subject} in vain`;
      reject(createUnavailableError(message));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error of a GPU that is missing, lost or does not answer. */
export function createUnavailableError(message: string, cause?: unknown): TermwiseError {
  const reason = cause instanceof Error ? ` (${cause.message.split("\n")[0]})` : "";
  return new TermwiseError("UNAVAILABLE", `${message}${reason}`, { device: "gpu" }, { cause });
}
