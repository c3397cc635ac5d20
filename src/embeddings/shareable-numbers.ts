/**
 * Arrays of numbers over memory that threads can share, of any size the
 * platform allows. (`shareableBytes` ends at 4 GiB in Node 20; a Float32Array
 * over the same memory does not.)
 */

import { canShareMemory } from "../common/bytes/index.ts";
import { TermwiseError } from "../common/errors.ts";

/** Zeroed 32-bit floats. `LIMIT_EXCEEDED` if they do not fit the memory. */
export function createShareableFloats(count: number): Float32Array {
  return new Float32Array(createShareableBuffer(4 * count));
}

/** Zeroed 32-bit whole numbers. `LIMIT_EXCEEDED` if they do not fit the memory. */
export function createShareableInts(count: number): Int32Array {
  return new Int32Array(createShareableBuffer(4 * count));
}

/** Zeroed 64-bit floats. `LIMIT_EXCEEDED` if they do not fit the memory. */
export function createShareableDoubles(count: number): Float64Array {
  return new Float64Array(createShareableBuffer(8 * count));
}

function createShareableBuffer(bytes: number): ArrayBufferLike {
  try {
    return canShareMemory() ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  } catch (cause) {
    throw new TermwiseError(
      "LIMIT_EXCEEDED",
      `${bytes} bytes do not fit the memory in one piece`,
      { bytes },
      { cause },
    );
  }
}
