/**
 * Merges re-ranked documents into a ranking.
 *
 * The head is sorted by the new scores, ties in their previous order; the tail follows unchanged.
 * The written scores decrease along the whole ranking, so that a program that sorts by score gets
 * the same order. With a tail, the scores of the head are shifted to end 1 above it. Of equal
 * scores in the head, the later one is lowered to the next smaller double.
 */

import { badArgument } from "../common/errors.ts";
import type { Hits } from "../ranking/index.ts";

/** Treatment of the documents below the re-ranked ones. */
export interface MergeRerankedOptions {
  /** Drops the documents that were not scored. */
  readonly dropTail?: boolean;
}

/** Sorts the first `scores.length` hits by `scores`, which must be finite. */
export function mergeReranked(
  { documents, scores: before, isPartial }: Hits,
  scores: ArrayLike<number>,
  { dropTail = false }: MergeRerankedOptions = {},
): Hits {
  const depth = scores.length;
  if (depth > documents.length) {
    throw badArgument(`${depth} scores for a ranking of ${documents.length} documents`);
  }
  const order = Array.from({ length: depth }, (_, i) => i);
  order.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  const hasTail = !dropTail && depth < documents.length;
  const lowest = depth === 0 ? 0 : (scores[order[depth - 1] as number] as number);
  const shift = hasTail ? (before[depth] as number) + 1 - lowest : 0;
  const head = makeDecreasing(order.map((i) => (scores[i] as number) + shift));
  const tail = hasTail ? before.subarray(depth) : [];
  return {
    documents: Uint32Array.from([
      ...order.map((i) => documents[i] as number),
      ...(hasTail ? documents.subarray(depth) : []),
    ]),
    scores: Float64Array.from([...head, ...tail]),
    isPartial,
  };
}

/** The same numbers, each lowered where it is not below the one before. */
function makeDecreasing(scores: readonly number[]): number[] {
  const lowered: number[] = [];
  for (const score of scores) {
    const before = lowered.at(-1) ?? Infinity;
    lowered.push(score < before ? score : nextBelow(before));
  }
  return lowered;
}

/** The largest number below a finite one. */
function nextBelow(value: number): number {
  const step = Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE);
  const half = value - step / 2;
  return half < value ? half : value - step;
}
