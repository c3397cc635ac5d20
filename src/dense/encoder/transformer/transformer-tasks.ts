/** The task of a transformer thread: one forward pass in shared memory. */

import { forward, type PassMemory } from "./forward.ts";
import { bindKernels, type TransformerKernels } from "./transformer-kernels.ts";
import type { PackedTransformer } from "./weights.ts";

/** A pass, and its memory. */
export interface ForwardCall {
  readonly memory: WebAssembly.Memory;
  readonly model: PackedTransformer;
  readonly arena: PassMemory;
  readonly offsets: Int32Array;
}

/** Bound once: all calls to a thread come from the same transformer. */
let kernels: TransformerKernels | undefined;

/** Runs one pass. */
export async function run({ memory, model, arena, offsets }: ForwardCall): Promise<void> {
  kernels ??= await bindKernels(memory, "shared");
  forward(kernels, model, arena, offsets);
}
