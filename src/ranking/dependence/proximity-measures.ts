/**
 * How close together the query terms of a document stand: the five measures of
 * Tao and Zhai, "An exploration of proximity measures in information
 * retrieval", SIGIR 2007.
 *
 * All work on the places of two or more distinct terms that the document
 * contains; each list is ascending and not empty.
 */

import type { Places } from "./windows.ts";

export const PROXIMITY_MEASURES = {
  span: "words from the first to the last occurrence of any query term",
  "min-cover": "words in the shortest stretch that contains every term once",
  "min-dist": "smallest distance of two terms, over the pairs of terms",
  "ave-dist": "mean of the smallest distances, over the pairs of terms",
  "max-dist": "largest of the smallest distances, over the pairs of terms",
} as const;

export type ProximityMeasure = keyof typeof PROXIMITY_MEASURES;

export function proximity(measure: ProximityMeasure, places: Places): number {
  return MEASURES[measure](places);
}

/** Span by the number of occurrences, cover by the number of terms; distances as they are. */
export function normalisedProximity(measure: ProximityMeasure, places: Places): number {
  const value = proximity(measure, places);
  if (measure === "span") return value / places.reduce((sum, list) => sum + list.length, 0);
  return measure === "min-cover" ? value / places.length : value;
}

const MEASURES: Readonly<Record<ProximityMeasure, (places: Places) => number>> = {
  span(places) {
    const first = Math.min(...places.map((list) => list[0] as number));
    const last = Math.max(...places.map((list) => list.at(-1) as number));
    return last - first + 1;
  },
  "min-cover": minCover,
  "min-dist": (places) => Math.min(...pairDistances(places)),
  "ave-dist": (places) => {
    const distances = pairDistances(places);
    return distances.reduce((a, b) => a + b) / distances.length;
  },
  "max-dist": (places) => Math.max(...pairDistances(places)),
};

/** The leftmost pointer moves on, since no stretch that still starts there can be shorter. */
function minCover(places: Places): number {
  const at = places.map(() => 0);
  let shortest = Infinity;
  for (;;) {
    let first = 0;
    let last = -Infinity;
    for (const [i, list] of places.entries()) {
      const place = list[at[i] as number] as number;
      last = Math.max(last, place);
      if (place < ((places[first] as Uint32Array)[at[first] as number] as number)) first = i;
    }
    const list = places[first] as Uint32Array;
    const start = at[first] as number;
    shortest = Math.min(shortest, last - (list[start] as number) + 1);
    if (start + 1 === list.length) return shortest;
    at[first] = start + 1;
  }
}

/** The smallest distance of every unordered pair of terms. */
function pairDistances(places: Places): number[] {
  return places.flatMap((a, i) => places.slice(i + 1).map((b) => nearest(a, b)));
}

function nearest(a: Uint32Array, b: Uint32Array): number {
  let smallest = Infinity;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const x = a[i] as number;
    const y = b[j] as number;
    smallest = Math.min(smallest, Math.abs(x - y));
    if (x < y) i++;
    else j++;
  }
  return smallest;
}
