/**
 * How close together query terms occur in a document: the five measures of Tao and
 * Zhai, "An exploration of proximity measures in information retrieval", SIGIR 2007.
 *
 * All take the positions of two or more distinct terms that the document contains;
 * each list is ascending and not empty.
 */

import { TimeLimit } from "../traversal/time-limit.ts";
import type { TermPositions } from "./windows.ts";

export const PROXIMITY_MEASURES = {
  span: "words from the first to the last occurrence of any query term",
  "min-cover": "words in the shortest stretch that contains every term once",
  "min-dist": "smallest distance of two terms, over the pairs of terms",
  "ave-dist": "mean of the smallest distances, over the pairs of terms",
  "max-dist": "largest of the smallest distances, over the pairs of terms",
} as const;

export type ProximityMeasure = keyof typeof PROXIMITY_MEASURES;

/** The result is invalid once `limit` is over. */
export function computeProximity(
  measure: ProximityMeasure,
  positions: TermPositions,
  limit: TimeLimit = TimeLimit.none(),
): number {
  return MEASURES[measure](positions, limit);
}

/**
 * Divides span by the number of occurrences and cover by the number of terms;
 * distances are unchanged.
 */
export function computeNormalisedProximity(
  measure: ProximityMeasure,
  positions: TermPositions,
  limit: TimeLimit = TimeLimit.none(),
): number {
  const value = computeProximity(measure, positions, limit);
  if (measure === "span") return value / positions.reduce((sum, list) => sum + list.length, 0);
  return measure === "min-cover" ? value / positions.length : value;
}

type Measure = (positions: TermPositions, limit: TimeLimit) => number;

const MEASURES: Readonly<Record<ProximityMeasure, Measure>> = {
  span(positions) {
    const first = positions.reduce((min, list) => Math.min(min, list[0] as number), Infinity);
    const last = positions.reduce((max, list) => Math.max(max, list.at(-1) as number), 0);
    return last - first + 1;
  },
  "min-cover": computeMinCover,
  "min-dist": (positions, limit) => computePairDistances(positions, limit).smallest,
  "ave-dist": (positions, limit) => {
    const { sum, count } = computePairDistances(positions, limit);
    return sum / count;
  },
  "max-dist": (positions, limit) => computePairDistances(positions, limit).largest,
};

/** Advances the leftmost pointer, since no stretch that starts there can become shorter. */
function computeMinCover(positions: TermPositions, limit: TimeLimit): number {
  const at = new Uint32Array(positions.length);
  let shortest = Infinity;
  while (!limit.count(positions.length)) {
    let first = 0;
    let start = Infinity;
    let last = -Infinity;
    for (let i = 0; i < positions.length; i++) {
      const position = (positions[i] as Uint32Array)[at[i] as number] as number;
      if (position > last) last = position;
      if (position < start) [first, start] = [i, position];
    }
    shortest = Math.min(shortest, last - start + 1);
    const next = (at[first] as number) + 1;
    if (next === (positions[first] as Uint32Array).length) return shortest;
    at[first] = next;
  }
  return shortest;
}

interface PairDistances {
  readonly smallest: number;
  readonly largest: number;
  readonly sum: number;
  readonly count: number;
}

/** Over the smallest distance of every unordered pair of terms. */
function computePairDistances(positions: TermPositions, limit: TimeLimit): PairDistances {
  let [smallest, largest, sum, count] = [Infinity, 0, 0, 0];
  for (const [i, a] of positions.entries()) {
    for (let j = i + 1; j < positions.length && !limit.isOver; j++) {
      const distance = findSmallestDistance(a, positions[j] as Uint32Array, limit);
      smallest = Math.min(smallest, distance);
      largest = Math.max(largest, distance);
      sum += distance;
      count++;
    }
  }
  return { smallest, largest, sum, count };
}

function findSmallestDistance(a: Uint32Array, b: Uint32Array, limit: TimeLimit): number {
  let smallest = Infinity;
  for (let i = 0, j = 0; i < a.length && j < b.length && !limit.count(); ) {
    const x = a[i] as number;
    const y = b[j] as number;
    smallest = Math.min(smallest, Math.abs(x - y));
    if (x < y) i++;
    else j++;
  }
  return smallest;
}
