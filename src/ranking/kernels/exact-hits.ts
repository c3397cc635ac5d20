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
import type { TieOrder } from "./tie-order.ts";

export interface Candidates {
  readonly documents: Uint32Array;
  /** Two words each: marks, then worth. */
  readonly sums: Int32Array;
  /** Their places in an order that is nearly that of the result. */
  readonly order: Uint32Array;
  /** Of all documents of the index. */
  readonly lengths: Float64Array;
  /** What one occurrence counts, by clause. */
  readonly occurrences: readonly number[];
}

/** From this many on, sorting does not rely on the order of the candidates. */
const MANY = 1 << 13;

/** The `top` best candidates. */
export function exactHits(
  view: IndexView,
  prepared: PreparedQuery,
  marks: FrequencyMarks,
  candidates: Candidates,
  ties: TieOrder,
  top: number,
): { documents: Uint32Array; scores: Float64Array } {
  const documents = candidates.order.map((place) => candidates.documents[place] as number);
  const scores = exactScores(view, prepared, marks, candidates, documents);
  const count = Math.min(top, documents.length);
  if (documents.length < MANY) {
    sortNearlySorted(documents, scores, ties);
    return { documents: documents.slice(0, count), scores: scores.slice(0, count) };
  }
  const order = Uint32Array.from(documents, (_, i) => i).sort(
    (i, j) =>
      (scores[j] as number) - (scores[i] as number) ||
      (ties.wins(documents[i] as number, documents[j] as number) ? -1 : 1),
  );
  const best = order.subarray(0, count);
  return {
    documents: best.map((i) => documents[i] as number),
    scores: Float64Array.from(best, (i) => scores[i] as number),
  };
}

/** Sorts by insertion, which costs little where little is out of order. */
function sortNearlySorted(documents: Uint32Array, scores: Float64Array, ties: TieOrder): void {
  for (let i = 1; i < documents.length; i++) {
    const document = documents[i] as number;
    const score = scores[i] as number;
    let at = i;
    for (; at > 0; at--) {
      const above = scores[at - 1] as number;
      if (above > score) break;
      const documentAbove = documents[at - 1] as number;
      if (above === score && ties.wins(documentAbove, document)) break;
      documents[at] = documentAbove;
      scores[at] = above;
    }
    documents[at] = document;
    scores[at] = score;
  }
}

/** The scores of `documents`, which are the candidates in their order. */
function exactScores(
  view: IndexView,
  prepared: PreparedQuery,
  marks: FrequencyMarks,
  { sums, order, lengths, occurrences }: Candidates,
  documents: Uint32Array,
): Float64Array {
  const { clauses, documentPart } = prepared;
  const count = documents.length;
  const scores = new Float64Array(count);
  const unknown = new Set<number>();
  for (const [clause, { weight, match }] of clauses.entries()) {
    const occurrence = occurrences[clause] as number;
    for (let i = 0; i < count; i++) {
      const frequency = marks.frequency(sums[2 * (order[i] as number)] as number, clause);
      if (frequency > 0) {
        scores[i] =
          (scores[i] as number) +
          weight * match(frequency * occurrence, lengths[documents[i] as number] as number);
      } else if (frequency < 0) unknown.add(i);
    }
  }
  const scoreDocument = documentPart?.open();
  if (scoreDocument !== undefined) {
    for (let i = 0; i < count; i++) {
      const document = documents[i] as number;
      const part = scoreDocument(document, lengths[document] as number);
      scores[i] = (scores[i] as number) + part;
    }
  }
  if (unknown.size > 0) {
    const places = [...unknown];
    const asked = places.map((i) => documents[i] as number);
    const found = scoreDocuments(view, prepared, asked);
    for (const [j, i] of places.entries()) scores[i] = found[j] as number;
  }
  return scores;
}
