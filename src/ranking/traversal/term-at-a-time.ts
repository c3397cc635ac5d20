/**
 * Exhaustive term-at-a-time traversal: one accumulator per document, one posting
 * list after the other.
 *
 * Its cost does not depend on the number of query terms beyond their postings, so it
 * serves very long queries. Scores equal `documentAtATime`'s to the last bit. When
 * time runs out, later terms are missing from the scores, and only the first
 * documents found may be collected.
 */

import { EXHAUSTED, type IndexView } from "../../index/snapshots/index.ts";
import { boostScore } from "../boost-score.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { checkOptions, createTopK, type Hits, type TraversalOptions, takeHits } from "./hits.ts";

export function termAtATime(
  view: IndexView,
  { clauses, documentPart, boost }: PreparedQuery,
  options: TraversalOptions = {},
): Hits {
  const { top, minMatch, filter, limit } = checkOptions(options);
  const best = createTopK(view, top);
  const accumulators = takeAccumulators(view);
  const { scores, matchCounts, touched } = accumulators;
  let count = 0;

  for (const { weight, match, isTerm, open } of clauses) {
    const cursor = open();
    const step = isTerm ? 1 : 0;
    for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
      if (limit.count()) break;
      const previous = matchCounts[document] as number;
      if (previous === UNSEEN) touched[count++] = document;
      const score = weight * match(cursor.frequency, view.length(document));
      scores[document] = (scores[document] as number) + score;
      matchCounts[document] = (previous === UNSEEN ? 0 : previous) + step;
    }
    if (limit.count()) break; // a list without postings costs time too
  }

  const isOfLength = documentPart?.isOfLength === true;
  const scoreDocument = limit.isOver && !isOfLength ? undefined : documentPart?.open();
  const documents = touched.subarray(0, count);
  // The scorer reads forward only, unless it depends on the length alone.
  if (scoreDocument !== undefined && !isOfLength) documents.sort();
  let isComplete = true;
  let countAfterDeadline = 0;
  for (const document of documents) {
    if (limit.count() && ++countAfterDeadline > MAX_AFTER_DEADLINE) {
      isComplete = false;
      break;
    }
    const terms = matchCounts[document] as number;
    let score = scores[document] as number;
    scores[document] = 0;
    matchCounts[document] = UNSEEN;
    if (terms < minMatch) continue;
    if (filter !== undefined && !filter.has(document)) continue;
    if (scoreDocument !== undefined) score += scoreDocument(document, view.length(document));
    if (boost !== undefined) score = boostScore(boost, document, score);
    best.push(document, score);
  }
  if (isComplete) accumulatorCache.set(view, accumulators); // otherwise they are not clean
  return takeHits(best, limit);
}

/** Documents that are still collected after time has run out: about a millisecond of work. */
const MAX_AFTER_DEADLINE = 1 << 14;

/** Marks a document of which no posting has been read. */
const UNSEEN = -1;

/** Arrays by document. */
interface Accumulators {
  readonly scores: Float64Array;
  /** Number of query terms in the document. */
  readonly matchCounts: Int32Array;
  /** The documents with a posting, in the order of their first posting. */
  readonly touched: Uint32Array;
}

/**
 * Reused from query to query, 16 bytes per document: short queries touch few, and
 * clearing all would cost more.
 */
const accumulatorCache = new WeakMap<IndexView, Accumulators>();

/** Clean accumulators. The caller stores them in the cache again once they are clean. */
function takeAccumulators(view: IndexView): Accumulators {
  const cached = accumulatorCache.get(view);
  accumulatorCache.delete(view);
  if (cached !== undefined) return cached;
  const { documentLimit } = view;
  return {
    scores: new Float64Array(documentLimit),
    matchCounts: new Int32Array(documentLimit).fill(UNSEEN),
    touched: new Uint32Array(documentLimit),
  };
}
