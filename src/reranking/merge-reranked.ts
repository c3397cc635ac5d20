/**
 * A ranking whose first documents are put in a new order.
 *
 * The head goes by the new scores, equal ones in the order they had; the tail
 * follows as it was. Written scores fall along the whole ranking, so that a
 * program which sorts by score finds the same order: with a tail, the head's
 * are moved to end 1 above it; of equal ones in the head, the later is lowered
 * by the smallest step there is.
 */

import { badArgument } from "../common/errors.ts";
import type { Hits } from "../ranking/index.ts";

/** What becomes of the documents below the re-ranked ones. */
export interface MergeRerankedOptions {
  /** Leaves out the documents that were not scored. */
  readonly dropTail?: boolean;
}

/** Puts the first `scores.length` hits in the order of `scores`, which are finite. */
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

/** The same numbers, each lowered where it would not be below the one before. */
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
