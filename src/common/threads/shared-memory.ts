/**
 * Bytes that several threads can see at once, where the platform allows it.
 *
 * Browsers offer `SharedArrayBuffer` only to pages that are cross-origin
 * isolated; elsewhere the bytes are private and a worker receives a copy.
 */

/** Whether this platform can share memory between threads. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer !== "undefined";
}

/** Makes room for so many bytes. */
export type Allocate = (bytes: number) => Uint8Array;

/** Zeroed bytes, shared between threads when that is possible. */
export function shareableBytes(length: number): Uint8Array {
  return new Uint8Array(canShareMemory() ? new SharedArrayBuffer(length) : new ArrayBuffer(length));
}
