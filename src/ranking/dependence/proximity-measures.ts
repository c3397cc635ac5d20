/**
 * How close together the query terms of a document stand: the five measures of
 * Tao and Zhai, "An exploration of proximity measures in information
 * retrieval", SIGIR 2007.
 *
 * All work on the places of two or more distinct terms that the document
 * contains; each list is ascending and not empty.
 */

import { TimeLimit } from "../traversal/time-limit.ts";
import type { Places } from "./windows.ts";

export const PROXIMITY_MEASURES = {
  span: "words from the first to the last occurrence of any query term",
  "min-cover": "words in the shortest stretch that contains every term once",
  "min-dist": "smallest distance of two terms, over the pairs of terms",
  "ave-dist": "mean of the smallest distances, over the pairs of terms",
  "max-dist": "largest of the smallest distances, over the pairs of terms",
} as const;

export type ProximityMeasure = keyof typeof PROXIMITY_MEASURES;

/** Of no use once `limit` is over. */
export function proximity(
  measure: ProximityMeasure,
  places: Places,
  limit: TimeLimit = TimeLimit.none(),
): number {
  return MEASURES[measure](places, limit);
}

/** Span by the number of occurrences, cover by the number of terms; distances as they are. */
export function normalisedProximity(
  measure: ProximityMeasure,
  places: Places,
  limit: TimeLimit = TimeLimit.none(),
): number {
  const value = proximity(measure, places, limit);
  if (measure === "span") return value / places.reduce((sum, list) => sum + list.length, 0);
  return measure === "min-cover" ? value / places.length : value;
}

type Measure = (places: Places, limit: TimeLimit) => number;

const MEASURES: Readonly<Record<ProximityMeasure, Measure>> = {
  span(places) {
    const first = places.reduce((least, list) => Math.min(least, list[0] as number), Infinity);
    const last = places.reduce((most, list) => Math.max(most, list.at(-1) as number), 0);
    return last - first + 1;
  },
  "min-cover": minCover,
  "min-dist": (places, limit) => pairDistances(places, limit).smallest,
  "ave-dist": (places, limit) => {
    const { sum, count } = pairDistances(places, limit);
    return sum / count;
  },
  "max-dist": (places, limit) => pairDistances(places, limit).largest,
};

/** The leftmost pointer moves on, since no stretch that still starts there can be shorter. */
function minCover(places: Places, limit: TimeLimit): number {
  const at = new Uint32Array(places.length);
  let shortest = Infinity;
  while (!limit.count(places.length)) {
    let first = 0;
    let start = Infinity;
    let last = -Infinity;
    for (let i = 0; i < places.length; i++) {
      const place = (places[i] as Uint32Array)[at[i] as number] as number;
      if (place > last) last = place;
      if (place < start) [first, start] = [i, place];
    }
    shortest = Math.min(shortest, last - start + 1);
    const next = (at[first] as number) + 1;
    if (next === (places[first] as Uint32Array).length) return shortest;
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
function pairDistances(places: Places, limit: TimeLimit): PairDistances {
  let [smallest, largest, sum, count] = [Infinity, 0, 0, 0];
  for (const [i, a] of places.entries()) {
    for (let j = i + 1; j < places.length && !limit.isOver; j++) {
      const distance = nearest(a, places[j] as Uint32Array, limit);
      smallest = Math.min(smallest, distance);
      largest = Math.max(largest, distance);
      sum += distance;
      count++;
    }
  }
  return { smallest, largest, sum, count };
}

function nearest(a: Uint32Array, b: Uint32Array, limit: TimeLimit): number {
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
