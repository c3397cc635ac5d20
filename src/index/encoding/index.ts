/** The encodings of the index that the WASM kernels decode. */

export { BLOCK_SIZE, bitWidth, pack, unpack } from "./bit-packing.ts";
