/**
 * The webgpu backend: kernels in WGSL on a GPU. A step is one submission. Sums are added in a
 * fixed order and without atomic operations, so the same device computes the same bytes; devices
 * differ in the rounding of exponentials and of fused operations.
 */

import type { GpuOptions } from "../../common/compute-device.ts";
import type { Backend } from "../program.ts";

/**
 * Runs graphs on a GPU: a browser's, or in Node by the optional package `webgpu`. Without one,
 * opening a session fails with `UNAVAILABLE`.
 */
export function webgpuBackend(options: GpuOptions = {}): Backend {
  return {
    name: "webgpu",
    async open(variables) {
      const { openWebgpuSession } = await import("./session.ts");
      return openWebgpuSession(options, variables);
    },
  };
}
