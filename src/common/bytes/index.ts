/** Bytes and strings: byte order, UTF-8, checksums, growing arrays, shared memory. */

export { compareBytes } from "./byte-order.ts";
export {
  compareByteStrings,
  decodeText,
  encodeText,
  hashBytes,
  isWellFormed,
} from "./byte-strings.ts";
export { concatenate } from "./concatenate.ts";
export { type Crc32, loadCrc32 } from "./crc32.ts";
export { decodeWasm } from "./decode-wasm.ts";
export { GrowingBytes } from "./growing-bytes.ts";
export { GrowingWords, toBytes } from "./growing-words.ts";
export { type Allocate, canShareMemory, shareableBytes } from "./shared-bytes.ts";
