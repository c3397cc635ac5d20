/** The compiled kernels: from the embedded code to callable functions. */

import { TermwiseError } from "../../common/errors.ts";
import type { WasmKernel } from "./execute.ts";
import { KERNEL_CODE, type KernelBuild } from "./kernel-code.generated.ts";

export type { KernelBuild };

export interface KernelModule {
  readonly module: WebAssembly.Module;
  /** Kernel names in the order of their numbers. */
  readonly names: readonly string[];
}

/** Compiles one build of the kernels. */
export async function compileKernels(build: KernelBuild): Promise<KernelModule> {
  const bytes = Uint8Array.from(atob(KERNEL_CODE[build]), (char) => char.charCodeAt(0));
  if (!WebAssembly.validate(bytes)) throw unavailable(build);
  const module = await WebAssembly.compile(bytes);
  return { module, names: kernelNames(module) };
}

function unavailable(build: KernelBuild): TermwiseError {
  const message = build.endsWith("Relaxed")
    ? "this platform has no relaxed SIMD; Node 20 has it with --experimental-wasm-relaxed-simd"
    : "this platform has no WebAssembly SIMD, which the wasm backend needs";
  return new TermwiseError("UNAVAILABLE", message);
}

/** Binds the kernels to a memory; their order is that of `KernelModule.names`. */
export function instantiate(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): readonly WasmKernel[] {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return kernelNames(module).map((name) => exports[name] as WasmKernel);
}

function kernelNames(module: WebAssembly.Module): readonly string[] {
  return WebAssembly.Module.exports(module).flatMap(({ kind, name }) =>
    kind === "function" ? [name] : [],
  );
}
