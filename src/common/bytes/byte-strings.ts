/** Strings as UTF-8 bytes: the form in which an index stores, orders and hashes them. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Whether a string has no lone surrogate, which has no UTF-8 encoding and becomes U+FFFD. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

/** Encodes a string as UTF-8; a lone surrogate becomes U+FFFD. */
export function encodeText(text: string): Uint8Array {
  // Most terms and ids are short and ASCII; for these a loop is faster than the platform's encoder.
  if (text.length > 32) return encoder.encode(text);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return encoder.encode(text);
    bytes[i] = unit;
  }
  return bytes;
}

/** Decodes any bytes; `bytes` must not be shared memory, which browsers reject here. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Negative if `a` sorts first in byte order, positive if `b` does, 0 if they are equal. */
export function compareByteStrings(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** 32 bits that depend on every byte (FNV-1a with a final mix). */
export function hashBytes(bytes: Uint8Array, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  return (hash ^ (hash >>> 15)) >>> 0;
}
