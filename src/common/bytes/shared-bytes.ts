/**
 * Memory that several threads can read, if the platform allows it.
 *
 * Browsers offer `SharedArrayBuffer` only to cross-origin isolated pages; elsewhere the bytes are
 * private and a worker receives a copy.
 */

/** Whether this platform can share memory between threads. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer !== "undefined";
}

/** Allocates bytes. */
export type Allocate = (bytes: number) => Uint8Array;

/** Zeroed bytes, shared between threads if possible. */
export function shareableBytes(length: number): Uint8Array {
  return new Uint8Array(canShareMemory() ? new SharedArrayBuffer(length) : new ArrayBuffer(length));
}
