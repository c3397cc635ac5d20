/** The compiled kernels: from the embedded code to callable functions. */

import type { Kernel } from "./execute.ts";
import { KERNEL_CODE } from "./kernel-code.generated.ts";

export interface KernelModule {
  readonly module: WebAssembly.Module;
  /** Kernel names in the order of their numbers. */
  readonly names: readonly string[];
}

/** Compiles the kernels for memory that is shared between threads, or not. */
export async function compileKernels(build: "single" | "shared"): Promise<KernelModule> {
  const bytes = Uint8Array.from(atob(KERNEL_CODE[build]), (char) => char.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  return { module, names: kernelNames(module) };
}

/** Binds the kernels to a memory; their order is that of `KernelModule.names`. */
export function instantiate(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): readonly Kernel[] {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return kernelNames(module).map((name) => exports[name] as Kernel);
}

function kernelNames(module: WebAssembly.Module): readonly string[] {
  return WebAssembly.Module.exports(module).flatMap(({ kind, name }) =>
    kind === "function" ? [name] : [],
  );
}
