/**
 * The scores of candidates, exactly as `documentAtATime` computes them: by the
 * clauses' own functions, added in the clauses' order.
 *
 * A sum's marks tell the frequencies, so that no posting is read again; where
 * they do not, because a frequency is too high or the clauses are too many,
 * the document is looked up.
 */

import type { TopK } from "../../common/top-k.ts";
import type { IndexView } from "../../index/index-view.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { scoreDocuments } from "../traversal/given-documents.ts";
import type { FrequencyMarks } from "./score-table.ts";

export interface Candidates {
  readonly documents: Uint32Array;
  /** Two words each: marks, then worth. */
  readonly sums: Int32Array;
}

/** Offers every candidate with its exact score to `best`. */
export function pushExact(
  best: TopK,
  view: IndexView,
  prepared: PreparedQuery,
  marks: FrequencyMarks,
  { documents, sums }: Candidates,
): void {
  const { clauses, documentPart } = prepared;
  const scoreDocument = documentPart?.open();
  const unknown: number[] = [];
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] as number;
    const marked = sums[2 * i] as number;
    const length = view.length(document);
    let score = 0;
    for (let clause = 0; clause < clauses.length; clause++) {
      const frequency = marks.frequency(marked, clause);
      if (frequency === 0) continue;
      if (frequency < 0) {
        score = NaN;
        break;
      }
      const { weight, match } = clauses[clause] as (typeof clauses)[number];
      score += weight * match(frequency, length);
    }
    if (Number.isNaN(score)) {
      unknown.push(document);
      continue;
    }
    if (scoreDocument !== undefined) score += scoreDocument(document, length);
    best.push(document, score);
  }
  const scores = scoreDocuments(view, prepared, unknown);
  for (const [i, document] of unknown.entries()) best.push(document, scores[i] as number);
}
