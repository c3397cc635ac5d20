/**
 * Exhaustive term-at-a-time traversal: one accumulator per document, one
 * posting list after the other.
 *
 * Its cost does not depend on the number of query terms beyond their postings,
 * so it serves very long queries. Scores equal `documentAtATime`'s to the last
 * bit. When time runs out, later terms are missing from the scores, and of the
 * documents found only the first may be looked at.
 */

import { EXHAUSTED, type IndexView } from "../../index/snapshots/index.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { checkOptions, createTopK, type Hits, type TraversalOptions, takeHits } from "./hits.ts";

export function termAtATime(
  view: IndexView,
  { clauses, documentPart }: PreparedQuery,
  options: TraversalOptions = {},
): Hits {
  const { top, minMatch, filter, limit } = checkOptions(options);
  const best = createTopK(view, top);
  const accumulators = takeAccumulators(view);
  const { scores, matched, touched } = accumulators;
  let count = 0;

  for (const { weight, match, isTerm, open } of clauses) {
    const cursor = open();
    const step = isTerm ? 1 : 0;
    for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
      if (limit.count()) break;
      const before = matched[document] as number;
      if (before === UNSEEN) touched[count++] = document;
      const score = weight * match(cursor.frequency, view.length(document));
      scores[document] = (scores[document] as number) + score;
      matched[document] = (before === UNSEEN ? 0 : before) + step;
    }
    if (limit.count()) break; // a list without postings takes time too
  }

  const isOfLength = documentPart?.isOfLength === true;
  const scoreDocument = limit.isOver && !isOfLength ? undefined : documentPart?.open();
  const documents = touched.subarray(0, count);
  // What it reads goes forward only, unless it looks at nothing but the length.
  if (scoreDocument !== undefined && !isOfLength) documents.sort();
  let isComplete = true;
  let countAfterDeadline = 0;
  for (const document of documents) {
    if (limit.count() && ++countAfterDeadline > MAX_AFTER_DEADLINE) {
      isComplete = false;
      break;
    }
    const terms = matched[document] as number;
    let score = scores[document] as number;
    scores[document] = 0;
    matched[document] = UNSEEN;
    if (terms < minMatch) continue;
    if (filter !== undefined && !filter.has(document)) continue;
    if (scoreDocument !== undefined) score += scoreDocument(document, view.length(document));
    best.push(document, score);
  }
  if (isComplete) accumulatorCache.set(view, accumulators); // else they are not clean
  return takeHits(best, limit);
}

/** Documents that are still collected when time has run out, about a millisecond's work. */
const MAX_AFTER_DEADLINE = 1 << 14;

/** In place of a number of terms, where no posting has been read. */
const UNSEEN = -1;

/** By document. */
interface Accumulators {
  readonly scores: Float64Array;
  /** Query terms found. */
  readonly matched: Int32Array;
  /** The documents with a posting, in the order in which they were found. */
  readonly touched: Uint32Array;
}

/** Kept from query to query, 16 bytes a document: short queries touch few, and clearing all would cost more. */
const accumulatorCache = new WeakMap<IndexView, Accumulators>();

/** Accumulators as before the first query. Whoever takes them brings them back when they are so again. */
function takeAccumulators(view: IndexView): Accumulators {
  const cached = accumulatorCache.get(view);
  accumulatorCache.delete(view);
  if (cached !== undefined) return cached;
  const { documentLimit } = view;
  return {
    scores: new Float64Array(documentLimit),
    matched: new Int32Array(documentLimit).fill(UNSEEN),
    touched: new Uint32Array(documentLimit),
  };
}
