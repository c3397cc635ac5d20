/**
 * Windows of terms: how often some terms occur close together in a document.
 *
 * Both rules are Galago's: an *ordered* window #w counts each start of the first
 * term from which the others follow one by one; an *unordered* window
 * #uwN sweeps the positions from left to right and counts every time all terms
 * lie within N words. Each list of positions is ascending.
 */

import { TimeLimit } from "../traversal/time-limit.ts";

/** The positions of each term of a window in one document. */
export type TermPositions = readonly Uint32Array[];

/**
 * #gap: each term is the first occurrence after the one before, fewer than
 * `gap` words between (1: adjacent). Incomplete once `limit` is over.
 */
export function countOrdered(
  positions: TermPositions,
  gap: number,
  limit: TimeLimit = TimeLimit.none(),
): number {
  const [starts = new Uint32Array(0), ...otherPositions] = positions;
  const at = new Uint32Array(otherPositions.length);
  let count = 0;
  for (let s = 0; s < starts.length && !limit.count(); s++) {
    let previous = starts[s] as number;
    let isWindow = true;
    for (let i = 0; i < otherPositions.length && isWindow; i++) {
      const list = otherPositions[i] as Uint32Array;
      let next = at[i] as number;
      while (next < list.length && (list[next] as number) <= previous) next++;
      at[i] = next; // a later start never needs an earlier position
      isWindow = next < list.length && (list[next] as number) - previous <= gap;
      previous = list[next] as number;
    }
    if (isWindow) count++;
  }
  return count;
}

/** #uwN: counts the sweep's stops at which all terms lie within `width` words. Incomplete once `limit` is over. */
export function countUnordered(
  positions: TermPositions,
  width: number,
  limit: TimeLimit = TimeLimit.none(),
): number {
  const at = new Uint32Array(positions.length);
  let count = 0;
  while (!limit.count(positions.length)) {
    let first = Infinity;
    let last = -Infinity;
    for (let i = 0; i < positions.length; i++) {
      const position = (positions[i] as Uint32Array)[at[i] as number];
      if (position === undefined) return count;
      if (position < first) first = position;
      if (position > last) last = position;
    }
    if (last - first + 1 <= width) count++;
    for (let i = 0; i < positions.length; i++) {
      if ((positions[i] as Uint32Array)[at[i] as number] === first) at[i] = (at[i] as number) + 1;
    }
  }
  return count;
}
