/**
 * What JSON needs once it is parsed, against what the heap of this thread has
 * left. A parser that runs out of memory ends the thread, and may end the process
 * with it, so what does not fit is refused before it is parsed.
 */

import { getHeapStatistics } from "node:v8";
import { TermwiseError } from "../../src/common/errors.ts";

/** Bytes of a value, a property with its place in an object included. */
const VALUE = 100;
/** The part of what is left that one body may take: others need some, and so does what is made of it. */
const SHARE = 0.5;
/** Bodies below this are not worth asking the heap about. */
const SMALL = 1_048_576;

/** What was found out about JSON without parsing it. */
export interface JsonSize {
  readonly bytes: number;
  readonly values: number;
  /** Whether all characters are ASCII: others take two bytes each. */
  readonly isAscii: boolean;
}

/** Bytes of heap that JSON takes while it is parsed: its text, its strings, and its values. */
export function heapBytes({ bytes, values, isAscii }: JsonSize): number {
  return (isAscii ? 2 : 4) * bytes + VALUE * values;
}

/** `LIMIT_EXCEEDED` where it does not fit. `left` is what the heap has left, in bytes. */
export function checkRoom(size: JsonSize, place: string, left: () => number = heapLeft): void {
  if (size.bytes < SMALL) return;
  const [needed, room] = [heapBytes(size), SHARE * left()];
  if (needed <= room) return;
  const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);
  throw new TermwiseError(
    "LIMIT_EXCEEDED",
    `${place} needs about ${megabytes(needed)} MB of memory, and there are ${megabytes(room)}; send it in parts`,
  );
}

function heapLeft(): number {
  const { heap_size_limit: most, used_heap_size: used } = getHeapStatistics();
  return Math.max(0, most - used);
}
