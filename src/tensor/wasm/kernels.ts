/** The compiled kernels: from the embedded code to callable functions. */

import { TermwiseError } from "../../common/errors.ts";
import type { WasmKernel } from "./execute.ts";
import { KERNEL_CODE, type KernelBuild } from "./kernel-code.generated.ts";
import { KERNEL_NAMES } from "./layout.generated.ts";

export type { KernelBuild };

/** Compiles one build of the kernels. */
export async function compileKernels(build: KernelBuild): Promise<WebAssembly.Module> {
  const bytes = Uint8Array.from(atob(KERNEL_CODE[build]), (char) => char.charCodeAt(0));
  if (!WebAssembly.validate(bytes)) throw unavailable(build);
  return WebAssembly.compile(bytes);
}

function unavailable(build: KernelBuild): TermwiseError {
  const message = build.endsWith("Relaxed")
    ? "this platform has no relaxed SIMD; Node 20 has it with --experimental-wasm-relaxed-simd"
    : "this platform has no WebAssembly SIMD, which the wasm backend needs";
  return new TermwiseError("UNAVAILABLE", message);
}

/** Binds the kernels to a memory; their order is that of `KERNEL_NAMES`. */
export function instantiate(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): readonly WasmKernel[] {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return KERNEL_NAMES.map((name) => exports[name] as WasmKernel);
}
