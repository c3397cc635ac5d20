/**
 * The scores of candidates, exactly as `documentAtATime` computes them: by the
 * clauses' own functions, added in the clauses' order.
 *
 * An accumulator's marks tell the frequencies, so that hardly a posting is read again;
 * where they do not, because a frequency is too high or the clauses are too
 * many, it is looked up. What the kernels know already is left as it is.
 */

import type { Clause } from "../prepared-query.ts";
import type { FrequencyMarks } from "./frequency-marks.ts";
import { ROWS } from "./layout.generated.ts";
import type { ExactUnitScores } from "./unit-scores.ts";

export interface KernelCandidates {
  readonly documents: Uint32Array;
  /** Two words each: marks, then a score in fixed point. */
  readonly accumulators: Int32Array;
  /** Classes of their lengths. */
  readonly classes: Uint8Array;
  readonly scores: Float64Array;
  /** Of all documents of the index. */
  readonly lengths: Float64Array | Uint32Array;
  /** What one occurrence counts, by clause. */
  readonly occurrences: readonly number[];
  /** Exact scores for weight 1, by clause. */
  readonly unitScores: readonly ExactUnitScores[];
}

/** How often a clause's term stands in each of some documents; the highest number says: that often or more. */
type Frequencies = (clause: number) => Uint32Array;

/**
 * Scores the candidates at `places`. `read` gives the frequencies of a clause's
 * term, up to ROWS, in documents that ascend. Returns the places of candidates
 * with frequencies so high that even it does not tell them.
 */
export function scoreTheRest(
  clauses: readonly Clause[],
  { bits, unknown }: FrequencyMarks,
  candidates: KernelCandidates,
  places: Uint32Array,
  read: (clause: number, documents: Float64Array) => Uint32Array,
): Uint32Array {
  const { documents, accumulators } = candidates;
  const marked: Frequencies = (clause) =>
    places.map((place) => ((accumulators[2 * place] as number) >>> (bits * clause)) & unknown);
  const asked = bits === 0 ? places : addClauses(clauses, candidates, places, marked, unknown);
  if (asked.length === 0) return asked;
  const sorted = byDocument(asked, documents);
  const ascending = Float64Array.from(sorted, (place) => documents[place] as number);
  return addClauses(clauses, candidates, sorted, (clause) => read(clause, ascending), ROWS);
}

/** Places of candidates in the order of their documents. */
export function byDocument(places: Uint32Array, documents: Uint32Array): Uint32Array {
  // A number holds both the document and the place.
  const size = documents.length;
  const pairs = Float64Array.from(places, (place) => (documents[place] as number) * size + place);
  return Uint32Array.from(pairs.sort(), (pair) => pair % size);
}

/**
 * Scores the candidates at `places`; returns those of them that have a frequency
 * of `highest`. Lengths lie far apart in memory, so they are read only where the
 * class of the length does not tell them.
 */
function addClauses(
  clauses: readonly Clause[],
  { documents, classes, scores, lengths, occurrences, unitScores }: KernelCandidates,
  places: Uint32Array,
  frequenciesOf: Frequencies,
  highest: number,
): Uint32Array {
  const isUnknown = new Uint8Array(places.length);
  for (const place of places) scores[place] = 0;
  for (const [clause, { weight, match }] of clauses.entries()) {
    const { values, classes: known } = unitScores[clause] as ExactUnitScores;
    const occurrence = occurrences[clause] as number;
    const frequencies = frequenciesOf(clause);
    for (let i = 0; i < places.length; i++) {
      const place = places[i] as number;
      const frequency = frequencies[i] as number;
      if (frequency === 0) continue;
      const lengthClass = known === 1 ? 0 : (classes[place] as number);
      const isKnown = frequency < ROWS && lengthClass < known;
      const unitScore = isKnown
        ? (values[known * (frequency - 1) + lengthClass] as number)
        : match(frequency * occurrence, lengths[documents[place] as number] as number);
      scores[place] = (scores[place] as number) + weight * unitScore;
      if (frequency === highest) isUnknown[i] = 1;
    }
  }
  return places.filter((_, i) => isUnknown[i] === 1);
}
