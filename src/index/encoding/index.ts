/** The codes of the index that the WASM kernels read. */

export { BLOCK_SIZE } from "./bit-packing.ts";
