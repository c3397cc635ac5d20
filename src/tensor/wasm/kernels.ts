/** The compiled kernels: from the embedded code to callable functions. */

import { decodeWasm } from "../../common/bytes/index.ts";
import { TermwiseError } from "../../common/errors.ts";
import { canRunWasm } from "../../common/wasm-support.ts";
import type { WasmKernel } from "./execute.ts";
import { KERNEL_CODE, SHARED_FLAG } from "./kernel-code.generated.ts";
import { KERNEL_NAMES } from "./layout.generated.ts";

/** The features that the kernels are compiled for: their memory, and relaxed SIMD. */
export type KernelBuild = "single" | "shared" | "singleRelaxed" | "sharedRelaxed";

/** Compiles one build of the kernels. */
export async function compileKernels(build: KernelBuild): Promise<WebAssembly.Module> {
  if (!canRunWasm()) throw createForbiddenError();
  const memory = build.startsWith("shared") ? "shared" : "private";
  const code = build.endsWith("Relaxed")
    ? await import("./relaxed-kernel-code.generated.ts")
    : { KERNEL_CODE, SHARED_FLAG };
  const bytes = decodeWasm(code.KERNEL_CODE, code.SHARED_FLAG, memory);
  if (!WebAssembly.validate(bytes)) throw createUnavailableError(build);
  return WebAssembly.compile(bytes);
}

function createForbiddenError(): TermwiseError {
  const message =
    "WebAssembly, which the wasm backend needs, is forbidden here: the content security policy of a page must have 'wasm-unsafe-eval'";
  return new TermwiseError("UNAVAILABLE", message);
}

function createUnavailableError(build: KernelBuild): TermwiseError {
  const message = build.endsWith("Relaxed")
    ? "this platform has no relaxed SIMD; Node 20 has it with --experimental-wasm-relaxed-simd"
    : "this platform has no WebAssembly SIMD, which the wasm backend needs";
  return new TermwiseError("UNAVAILABLE", message);
}

/** Binds the kernels to a memory; their order is that of `KERNEL_NAMES`. */
export function instantiateKernels(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): readonly WasmKernel[] {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return KERNEL_NAMES.map((name) => exports[name] as WasmKernel);
}
