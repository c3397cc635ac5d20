/**
 * All kernels of the tensor room, and how they are called: `(args, from, to,
 * scratch)`.
 *
 * `args` is a record of addresses, counts and float constants, which layout.mjs
 * declares for each kernel. Work is cut into tasks whose number depends on the
 * sizes alone; the kernel does tasks `from` to `to` - 1. Every output value
 * belongs to exactly one task and is computed in a fixed order, so the bytes do
 * not depend on who does which task. `scratch` is memory of the calling thread
 * alone. Buffers start at multiples of 64 bytes and end in padding up to the
 * next, so whole vectors may be read and written.
 */

export * from "./convolution";
export * from "./convolution-gradient";
export * from "./elementwise";
export * from "./kernel-pooling";
export { layoutFingerprint } from "./layout.generated";
export * from "./matmul";
export * from "./pairs";
export * from "./pooling";
export * from "./reductions";
export * from "./rows";
export * from "./segments";
export * from "./updates";
