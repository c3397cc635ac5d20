/**
 * The exact scores of candidates of a query over fields: the frequencies in the
 * fields, which the marks of accumulators tell or the lists do, combined by the
 * clauses' own functions in the clauses' order. So they equal those of
 * `documentAtATime` to the last bit.
 */

import type { PreparedQuery } from "../prepared-query.ts";
import { byDocument, type KernelCandidates } from "./exact-scores.ts";
import type { FrequencyMarks } from "./frequency-marks.ts";
import { ROWS } from "./layout.generated.ts";

/**
 * Scores the candidates at `places`. `read` gives the frequencies of a kernel clause, up to ROWS, in
 * documents that ascend. Returns the places of candidates with frequencies so
 * high that even it does not tell them.
 */
export function scoreFields(
  { clauses }: PreparedQuery,
  { bits, unknown }: FrequencyMarks,
  {
    documents,
    accumulators,
    scores,
  }: Pick<KernelCandidates, "documents" | "accumulators" | "scores">,
  places: Uint32Array,
  read: (clause: number, documents: Float64Array) => Uint32Array,
): Uint32Array {
  const lists = clauses.reduce((sum, { parts = [] }) => sum + parts.length, 0);
  const frequencies = clauses.map(({ parts = [] }) => new Float64Array(parts.length));
  const scoreAt = (place: number, of: (list: number) => number, highest: number): boolean => {
    let score = 0;
    let list = 0;
    let isKnown = true;
    const document = documents[place] as number;
    for (let c = 0; c < clauses.length; c++) {
      const own = frequencies[c] as Float64Array;
      let any = 0;
      for (let i = 0; i < own.length; i++) {
        const frequency = of(list++);
        if (frequency === highest) isKnown = false;
        own[i] = frequency;
        any += frequency;
      }
      if (any === 0) continue;
      const { weight, combine } = clauses[c] as (typeof clauses)[number];
      score += weight * (combine?.(document, own) ?? 0);
    }
    scores[place] = score;
    return isKnown;
  };
  const isTold = (place: number): boolean => {
    const marks = accumulators[2 * place] as number;
    return bits > 1 && scoreAt(place, (list) => (marks >>> (bits * list)) & unknown, unknown);
  };
  const asked = places.filter((place) => !isTold(place));
  if (asked.length === 0) return asked;
  const left = byDocument(asked, documents);
  const ascending = Float64Array.from(left, (place) => documents[place] as number);
  const found = Array.from({ length: lists }, (_, list) => read(list, ascending));
  return left.filter(
    (place, i) => !scoreAt(place, (list) => (found[list] as Uint32Array)[i] as number, ROWS),
  );
}
