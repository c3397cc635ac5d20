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
import {
  bestDocuments,
  checkedOptions,
  type Hits,
  type TraversalOptions,
  takeHits,
} from "./hits.ts";

export function termAtATime(
  view: IndexView,
  { clauses, documentPart }: PreparedQuery,
  options: TraversalOptions = {},
): Hits {
  const { top, minMatch, filter, limit } = checkedOptions(options);
  const best = bestDocuments(view, top);
  const room = takeAccumulators(view);
  const { scores, matched, found } = room;
  let count = 0;

  for (const { weight, match, isTerm, open } of clauses) {
    const cursor = open();
    const step = isTerm ? 1 : 0;
    for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
      if (limit.count()) break;
      const before = matched[document] as number;
      if (before === UNSEEN) found[count++] = document;
      const score = weight * match(cursor.frequency, view.length(document));
      scores[document] = (scores[document] as number) + score;
      matched[document] = (before === UNSEEN ? 0 : before) + step;
    }
    if (limit.count()) break; // a list without postings takes time too
  }

  const isOfLength = documentPart?.isOfLength === true;
  const scoreDocument = limit.isOver && !isOfLength ? undefined : documentPart?.open();
  const documents = found.subarray(0, count);
  // What it reads goes forward only, unless it looks at nothing but the length.
  if (scoreDocument !== undefined && !isOfLength) documents.sort();
  let isWhole = true;
  let lookedAtLate = 0;
  for (const document of documents) {
    if (limit.count() && ++lookedAtLate > MOST_LOOKED_AT_LATE) {
      isWhole = false;
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
  if (isWhole) rooms.set(view, room); // else they are not clean
  return takeHits(best, limit);
}

/** Documents that are still collected when time has run out, about a millisecond's work. */
const MOST_LOOKED_AT_LATE = 1 << 14;

/** In place of a number of terms, where no posting has been read. */
const UNSEEN = -1;

/** By document. */
interface Accumulators {
  readonly scores: Float64Array;
  /** Query terms found. */
  readonly matched: Int32Array;
  /** The documents with a posting, in the order in which they were found. */
  readonly found: Uint32Array;
}

/** Kept from query to query, 16 bytes a document: short queries touch few, and clearing all would cost more. */
const rooms = new WeakMap<IndexView, Accumulators>();

/** Accumulators as before the first query. Whoever takes them brings them back when they are so again. */
function takeAccumulators(view: IndexView): Accumulators {
  const kept = rooms.get(view);
  rooms.delete(view);
  if (kept !== undefined) return kept;
  const { documentLimit } = view;
  return {
    scores: new Float64Array(documentLimit),
    matched: new Int32Array(documentLimit).fill(UNSEEN),
    found: new Uint32Array(documentLimit),
  };
}
