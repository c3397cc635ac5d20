/** The task of a thread of the wasm backend: take part in one step of its machine. */

import { executeTogether, type Recording, type WasmKernel } from "./execute.ts";
import { compileKernels, instantiateKernels, type KernelBuild } from "./kernels.ts";

/** A step, and its memory. */
export interface StepCall {
  readonly memory: WebAssembly.Memory;
  readonly build: KernelBuild;
  readonly recording: Recording;
}

/** Bound once: all calls to a thread come from the same machine. */
let kernels: readonly WasmKernel[] | undefined;

export async function run({ memory, build, recording }: StepCall): Promise<void> {
  kernels ??= instantiateKernels(await compileKernels(build), memory);
  // The memory may have grown since the last call, so the view is created again.
  executeTogether(kernels, new Int32Array(memory.buffer), recording);
}
