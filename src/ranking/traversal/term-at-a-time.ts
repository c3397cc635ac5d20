/**
 * Exhaustive term-at-a-time traversal: one accumulator per document, one
 * posting list after the other.
 *
 * Its cost does not depend on the number of query terms beyond their postings,
 * so it serves very long queries. Scores equal `documentAtATime`'s to the last
 * bit. When time runs out, later terms are missing from the scores.
 */

import { EXHAUSTED, type IndexView } from "../../index/index-view.ts";
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
  const scores = new Float64Array(view.documentLimit);
  const matched = new Uint32Array(view.documentLimit);

  for (const { weight, match, isTerm, open } of clauses) {
    const cursor = open();
    for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
      if (limit.count()) break;
      const score = weight * match(cursor.frequency, view.length(document));
      scores[document] = (scores[document] as number) + score;
      if (isTerm) matched[document] = (matched[document] as number) + 1;
    }
    if (limit.isOver) break;
  }

  const scoreDocument = documentPart?.open();
  for (let document = 0; document < view.documentLimit; document++) {
    if ((matched[document] as number) < minMatch) continue;
    if (filter !== undefined && !filter.has(document)) continue;
    let score = scores[document] as number;
    if (scoreDocument !== undefined) score += scoreDocument(document, view.length(document));
    best.push(document, score);
  }
  return takeHits(best, limit);
}
