/**
 * From candidates to the result: each candidate's score, exactly as
 * `documentAtATime` computes it, by the clauses' own functions, added in the
 * clauses' order.
 *
 * A sum's marks tell the frequencies, so that no posting is read again; where
 * they do not, because a frequency is too high or the clauses are too many,
 * the document is looked up.
 */

import type { IndexView } from "../../index/index-view.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { scoreDocuments } from "../traversal/given-documents.ts";
import type { FrequencyMarks } from "./frequency-marks.ts";

export interface Candidates {
  /** Nearly in the order of the result. */
  readonly documents: Uint32Array;
  /** Two words each: marks, then worth. */
  readonly sums: Int32Array;
}

/** From this many on, sorting does not rely on the candidates' order. */
const MANY = 1 << 13;

/** The `top` best candidates; ties go to the larger of `ranks`. */
export function exactHits(
  view: IndexView,
  prepared: PreparedQuery,
  marks: FrequencyMarks,
  candidates: Candidates,
  ranks: Uint32Array,
  top: number,
): { documents: Uint32Array; scores: Float64Array } {
  const scores = exactScores(view, prepared, marks, candidates);
  const { documents } = candidates;
  const count = Math.min(top, documents.length);
  if (documents.length < MANY) {
    const sorted = documents.slice();
    sortNearlySorted(sorted, scores, ranks);
    return { documents: sorted.slice(0, count), scores: scores.slice(0, count) };
  }
  const order = Uint32Array.from(documents, (_, i) => i).sort(
    (i, j) =>
      (scores[j] as number) - (scores[i] as number) ||
      (ranks[documents[j] as number] as number) - (ranks[documents[i] as number] as number),
  );
  const best = order.subarray(0, count);
  return {
    documents: best.map((i) => documents[i] as number),
    scores: Float64Array.from(best, (i) => scores[i] as number),
  };
}

/** Sorts by insertion, which costs little where little is out of order. */
function sortNearlySorted(
  documents: Uint32Array,
  scores: Float64Array,
  ranks: Uint32Array,
): void {
  for (let i = 1; i < documents.length; i++) {
    const document = documents[i] as number;
    const score = scores[i] as number;
    let at = i;
    for (; at > 0; at--) {
      const above = scores[at - 1] as number;
      if (above > score) break;
      const documentAbove = documents[at - 1] as number;
      if (above === score && (ranks[documentAbove] as number) > (ranks[document] as number)) break;
      documents[at] = documentAbove;
      scores[at] = above;
    }
    documents[at] = document;
    scores[at] = score;
  }
}

function exactScores(
  view: IndexView,
  prepared: PreparedQuery,
  marks: FrequencyMarks,
  { documents, sums }: Candidates,
): Float64Array {
  const { clauses, documentPart } = prepared;
  const scoreDocument = documentPart?.open();
  const scores = new Float64Array(documents.length);
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
        unknown.push(i);
        break;
      }
      const { weight, match } = clauses[clause] as (typeof clauses)[number];
      score += weight * match(frequency, length);
    }
    if (scoreDocument !== undefined) score += scoreDocument(document, length);
    scores[i] = score;
  }
  if (unknown.length > 0) {
    const found = scoreDocuments(
      view,
      prepared,
      unknown.map((i) => documents[i] as number),
    );
    for (const [j, i] of unknown.entries()) scores[i] = found[j] as number;
  }
  return scores;
}
