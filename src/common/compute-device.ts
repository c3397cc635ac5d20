/** Where numeric work runs. */

/**
 * `cpu`, `gpu` (an error without one), or `auto`: the GPU where there is one and a short
 * trial says that it is faster, else the CPU.
 */
export type ComputeDevice = "auto" | "cpu" | "gpu";

/** The names of all, in the order of help and documents. */
export const COMPUTE_DEVICES: readonly ["auto", "cpu", "gpu"] = ["auto", "cpu", "gpu"];

/** The source of a GPU. */
export interface GpuOptions {
  /** The package that gives Node a GPU; a browser has its own. */
  readonly package?: string;
  /** Further flags of that package, such as `disable-dawn-features=timestamp_quantization`. */
  readonly flags?: readonly string[];
  /** Milliseconds that an answer of the GPU may take before it counts as lost. */
  readonly timeout?: number;
}
