/** The options and the result of a traversal. */

import { badArgument } from "../../common/errors.ts";
import { TopK } from "../../common/top-k.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import { TimeLimit } from "./time-limit.ts";

/** A set of documents by number. A `Set<number>` is one. */
export interface DocumentFilter {
  has(document: number): boolean;
}

export interface TraversalOptions {
  /** Maximum number of documents to return. A whole number ≥ 1. */
  readonly top?: number | undefined;
  /** Minimum number of distinct query terms in a document. Above 1 the top is inexact. */
  readonly minMatch?: number | undefined;
  /** Only these documents are scored and returned. */
  readonly filter?: DocumentFilter | undefined;
  readonly limit?: TimeLimit | undefined;
}

/** Documents by number, best first, with their scores. Ties go to the larger id by bytes. */
export interface Hits {
  readonly documents: Uint32Array;
  readonly scores: Float64Array;
  /** True if time ran out: more documents, or better scores, might exist. */
  readonly isPartial: boolean;
  /** The number of matching documents, returned or not; absent unless requested. */
  readonly total?: number;
}

/** The options with their defaults, checked. `top` is checked by the heap. */
export function checkOptions({
  top = 10,
  minMatch = 1,
  filter,
  limit = TimeLimit.none(),
}: TraversalOptions): Required<TraversalOptions> & {
  top: number;
  minMatch: number;
  limit: TimeLimit;
} {
  if (!Number.isInteger(minMatch) || minMatch < 1) {
    throw badArgument(`minMatch must be a whole number ≥ 1, got ${minMatch}`);
  }
  return { top, minMatch, filter, limit };
}

/** A heap of the best documents of `view`, in trec_eval's order. */
export function createTopK(view: IndexView, top: number): TopK {
  const wins = (a: number, b: number): boolean => view.compareIds(a, b) > 0;
  // A heap larger than the number of documents would never fill.
  const capacity = Number.isInteger(top) ? Math.min(top, Math.max(1, view.documentLimit)) : top;
  return new TopK(capacity, wins);
}

/** Empties the heap into hits. */
export function takeHits(best: TopK, limit: TimeLimit): Hits {
  const { items, scores } = best.drain();
  return { documents: items, scores, isPartial: limit.isOver };
}

/** The first `top` hits that are not excluded. */
export function excludeDocuments(hits: Hits, exclude: ReadonlySet<number>, top: number): Hits {
  if (exclude.size === 0) return hits;
  const documents = hits.documents.filter((document) => !exclude.has(document)).subarray(0, top);
  const scores = hits.scores.filter((_, rank) => !exclude.has(hits.documents[rank] as number));
  return { documents, scores: scores.subarray(0, top), isPartial: hits.isPartial };
}

/** The intersection of two optional filters. */
export function intersectFilters(
  a: DocumentFilter | undefined,
  b: DocumentFilter | undefined,
): DocumentFilter | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { has: (document) => a.has(document) && b.has(document) };
}
