/**
 * All kernels of the tensor module, and their calling convention: `(args, from, to,
 * scratch)`.
 *
 * `args` is a record of addresses, counts and float constants, which layout.mjs
 * declares for each kernel. Work is divided into tasks whose number depends only on
 * the sizes; the kernel does tasks `from` to `to` - 1. Every output value belongs to
 * exactly one task and is computed in a fixed order, so the bytes do not depend on
 * which thread runs which task. `scratch` is private memory of the calling thread.
 * Buffers start at multiples of 64 bytes and end in padding up to the next, so whole
 * vectors may be read and written.
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
