/**
 * Document-at-a-time traversal: all cursors move together through the documents, and
 * a document's score is complete before the next begins.
 *
 * Exact and plain; the pruned traversals are tested against it. When time runs out,
 * every score that is returned is still exact.
 */

import { EXHAUSTED, type IndexView } from "../../index/snapshots/index.ts";
import { boostScore } from "../boost-score.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { checkOptions, createTopK, type Hits, type TraversalOptions, takeHits } from "./hits.ts";

export function documentAtATime(
  view: IndexView,
  { clauses, documentPart, boost }: PreparedQuery,
  options: TraversalOptions = {},
): Hits {
  const { top, minMatch, filter, limit } = checkOptions(options);
  const best = createTopK(view, top);
  const scoreDocument = documentPart?.open();
  const lists = clauses.map(({ weight, match, isTerm, open }) => ({
    cursor: open(),
    weight,
    match,
    matches: isTerm ? 1 : 0,
  }));

  let document = EXHAUSTED;
  for (const { cursor } of lists) document = Math.min(document, cursor.next());
  while (document !== EXHAUSTED && !limit.isOver) {
    const length = view.length(document);
    let score = 0;
    let matchCount = 0;
    let nextDocument = EXHAUSTED;
    for (const { cursor, weight, match, matches } of lists) {
      if (cursor.document === document) {
        score += weight * match(cursor.frequency, length);
        matchCount += matches;
        cursor.next();
        limit.count();
      }
      if (cursor.document < nextDocument) nextDocument = cursor.document;
    }
    if (matchCount >= minMatch && (filter === undefined || filter.has(document))) {
      if (scoreDocument !== undefined) {
        score += scoreDocument(document, length);
        if (limit.isOver) break; // the score may be incomplete
      }
      if (boost !== undefined) score = boostScore(boost, document, score);
      best.push(document, score);
    }
    document = nextDocument;
  }
  return takeHits(best, limit);
}
