/**
 * Arrays of numbers over memory that threads can share, of any size the
 * platform allows. (`shareableBytes` ends at 4 GiB in Node 20; a Float32Array
 * over the same memory does not.)
 */

import { TermwiseError } from "../common/errors.ts";
import { canShareMemory } from "../common/threads/index.ts";

/** Zeroed 32-bit floats. `LIMIT_EXCEEDED` when they do not fit the memory. */
export function shareableFloats(count: number): Float32Array {
  return new Float32Array(shareableBuffer(4 * count));
}

/** Zeroed 32-bit whole numbers. `LIMIT_EXCEEDED` when they do not fit the memory. */
export function shareableInts(count: number): Int32Array {
  return new Int32Array(shareableBuffer(4 * count));
}

/** Zeroed 64-bit floats. `LIMIT_EXCEEDED` when they do not fit the memory. */
export function shareableDoubles(count: number): Float64Array {
  return new Float64Array(shareableBuffer(8 * count));
}

function shareableBuffer(bytes: number): ArrayBufferLike {
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
