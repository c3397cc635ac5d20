/**
 * Estimates the memory of parsed JSON and compares it with the free heap of this
 * thread. A parser that runs out of memory ends the thread, and possibly the process,
 * so a text that does not fit is rejected before it is parsed.
 */

import { getHeapStatistics } from "node:v8";
import { TermwiseError } from "../../src/common/errors.ts";

/** Bytes of a value, a property with its place in an object included. */
const VALUE = 100;
/** The share of the free heap that one body may use. */
const SHARE = 0.5;
/** Bodies below this are not worth asking the heap about. */
const SMALL = 1_048_576;

/** Counts of a JSON text, measured without parsing it. */
export interface JsonSize {
  readonly bytes: number;
  readonly values: number;
  /** Whether all characters are ASCII: others take two bytes each. */
  readonly isAscii: boolean;
}

/** Bytes of heap that JSON takes while it is parsed: its text, its strings, and its values. */
export function estimateHeapBytes({ bytes, values, isAscii }: JsonSize): number {
  return (isAscii ? 2 : 4) * bytes + VALUE * values;
}

/** `LIMIT_EXCEEDED` where it does not fit. `left` is what the heap has left, in bytes. */
export function checkFreeHeap(
  size: JsonSize,
  location: string,
  readFree: () => number = readFreeHeap,
): void {
  if (size.bytes < SMALL) return;
  const [needed, available] = [estimateHeapBytes(size), SHARE * readFree()];
  if (needed <= available) return;
  const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);
  throw new TermwiseError(
    "LIMIT_EXCEEDED",
    `${location} needs about ${megabytes(needed)} MB of memory, and there are ${megabytes(available)}; send it in parts`,
  );
}

function readFreeHeap(): number {
  const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics();
  return Math.max(0, limit - used);
}
