/** All kernels of the tensor room. */

export * from "./convolution";
export * from "./convolution-gradient";
export * from "./elementwise";
export * from "./kernel-pooling";
export * from "./matmul";
export * from "./pairs";
export * from "./pooling";
export * from "./reductions";
export * from "./rows";
export * from "./segments";
export * from "./updates";
