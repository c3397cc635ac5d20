/** The encodings of the index that the WASM kernels decode. */

export { BLOCK_SIZE } from "./bit-packing.ts";
