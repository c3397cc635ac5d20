/**
 * The code of WASM kernels, as scripts/build-kernels.mjs embeds it: base64, for
 * private memory. One byte makes it code for memory that threads share.
 */

/** Flags of an imported memory that has a maximum and is shared. */
const SHARED_MEMORY = 3;

/** The bytes of a module for the given kind of memory; `sharedFlag` is where its flags are. */
export function wasmCode(
  base64: string,
  sharedFlag: number,
  memory: "private" | "shared",
): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  if (memory === "shared") bytes[sharedFlag] = SHARED_MEMORY;
  return bytes;
}
