/**
 * Decodes the WASM kernels that scripts/build-kernels.mjs embeds in hexadecimal digits, for private
 * memory. Changing one byte makes a module for memory that threads share.
 *
 * A byte is always two digits, so a compressing server finds the same sequences as in the bytes
 * themselves; base64 hides them, and takes a quarter more.
 */

/** Flags of an imported memory that has a maximum and is shared. */
const SHARED_MEMORY = 3;

/** The bytes of a module for the given kind of memory; `sharedFlag` is the offset of its flags. */
export function decodeWasm(
  digits: string,
  sharedFlag: number,
  memory: "private" | "shared",
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = 16 * readHexDigit(digits, 2 * at) + readHexDigit(digits, 2 * at + 1);
  }
  if (memory === "shared") bytes[sharedFlag] = SHARED_MEMORY;
  return bytes;
}

/** 0 to 9 are character codes 48 to 57, a to f 97 to 102. */
function readHexDigit(digits: string, at: number): number {
  const code = digits.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}
