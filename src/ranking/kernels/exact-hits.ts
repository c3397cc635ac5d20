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
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { scoreDocuments } from "../traversal/given-documents.ts";
import type { Hits } from "../traversal/hits.ts";
import type { FrequencyMarks } from "./frequency-marks.ts";
import type { TieOrder } from "./tie-order.ts";
import { type ExactWorths, ROWS } from "./unit-scores.ts";

export interface Candidates {
  readonly documents: Uint32Array;
  /** Two words each: marks, then worth. */
  readonly sums: Int32Array;
  /** Classes of their lengths. */
  readonly classes: Uint8Array;
  /** Their places in an order that is nearly that of the result. */
  readonly order: Uint32Array;
  /** Of all documents of the index. */
  readonly lengths: Float64Array;
  /** What one occurrence counts, by clause. */
  readonly occurrences: readonly number[];
  /** What postings are worth for weight 1, by clause. */
  readonly worths: readonly ExactWorths[];
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
  isPartial: boolean,
): Hits {
  const documents = inOrder(candidates);
  const scores = exactScores(view, prepared, marks, candidates, documents);
  const count = Math.min(top, documents.length);
  if (documents.length < MANY) {
    sortNearlySorted(documents, scores, ties);
    return { documents: documents.slice(0, count), scores: scores.slice(0, count), isPartial };
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
    isPartial,
  };
}

function inOrder({ documents, order }: Candidates): Uint32Array {
  const ordered = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) ordered[i] = documents[order[i] as number] as number;
  return ordered;
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
  candidates: Candidates,
  documents: Uint32Array,
): Float64Array {
  const { order, lengths } = candidates;
  const scores = new Float64Array(documents.length);
  const unknown = addClauses(prepared.clauses, marks, candidates, scores);
  const scoreDocument = prepared.documentPart?.open();
  if (scoreDocument !== undefined) {
    for (let i = 0; i < scores.length; i++) {
      const document = documents[i] as number;
      scores[i] = (scores[i] as number) + scoreDocument(document, lengths[document] as number);
    }
  }
  if (unknown.length > 0) {
    const asked = unknown.map((i) => candidates.documents[order[i] as number] as number);
    const found = scoreDocuments(view, prepared, asked);
    for (const [j, i] of unknown.entries()) scores[i] = found[j] as number;
  }
  return scores;
}

/**
 * Adds what the clauses are worth, as the marks tell; returns the places of the
 * candidates whose frequencies they do not all tell. Lengths lie far apart in
 * memory, so they are read only where the class of the length does not tell them.
 */
function addClauses(
  clauses: readonly Clause[],
  { bits, unknown }: FrequencyMarks,
  { documents, sums, classes, order, lengths, occurrences, worths }: Candidates,
  scores: Float64Array,
): number[] {
  if (bits === 0) return [...order.keys()];
  const unknownPlaces = new Set<number>();
  for (const [clause, { weight, match }] of clauses.entries()) {
    const { values, classes: known } = worths[clause] as ExactWorths;
    const occurrence = occurrences[clause] as number;
    const shift = bits * clause;
    for (let i = 0; i < scores.length; i++) {
      const place = order[i] as number;
      const frequency = ((sums[2 * place] as number) >>> shift) & unknown;
      if (frequency === 0) continue;
      const lengthClass = known === 1 ? 0 : (classes[place] as number);
      const isKnown = frequency < ROWS && lengthClass < known;
      const worth = isKnown
        ? (values[known * (frequency - 1) + lengthClass] as number)
        : match(frequency * occurrence, lengths[documents[place] as number] as number);
      scores[i] = (scores[i] as number) + weight * worth;
      if (frequency === unknown) unknownPlaces.add(i);
    }
  }
  return [...unknownPlaces];
}
