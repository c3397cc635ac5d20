/** Merges several ascending lists of positions into one. */

import type { TimeLimit } from "./traversal/time-limit.ts";

/**
 * Merges neighbours, then neighbours of these, so that each position is moved
 * log(lists) times. Incomplete once `limit` is over.
 */
export function mergePositions(lists: readonly Uint32Array[], limit: TimeLimit): Uint32Array {
  let merged = lists;
  while (merged.length > 1 && !limit.isOver) {
    const wider: Uint32Array[] = [];
    for (let i = 0; i < merged.length; i += 2) {
      const [one, other] = [merged[i] as Uint32Array, merged[i + 1]];
      wider.push(other === undefined ? one : mergeTwo(one, other));
      limit.count(one.length + (other?.length ?? 0));
    }
    merged = wider;
  }
  return merged[0] ?? new Uint32Array(0);
}

function mergeTwo(a: Uint32Array, b: Uint32Array): Uint32Array {
  const merged = new Uint32Array(a.length + b.length);
  for (let i = 0, j = 0, at = 0; at < merged.length; at++) {
    const isFirst = j === b.length || (i < a.length && (a[i] as number) <= (b[j] as number));
    merged[at] = (isFirst ? a[i++] : b[j++]) as number;
  }
  return merged;
}
