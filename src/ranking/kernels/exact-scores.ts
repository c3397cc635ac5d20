/**
 * The scores of candidates, exactly as `documentAtATime` computes them: by the
 * clauses' own functions, added in the clauses' order.
 *
 * An accumulator's marks tell the frequencies, so that hardly a posting is read again;
 * where they do not, because a frequency is too high or the clauses are too
 * many, it is looked up. What the kernels know already is left as it is.
 */

import type { Clause } from "../prepared-query.ts";
import type { AccumulatorTags } from "./accumulator-tags.ts";
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
type FrequencyReader = (clause: number) => Uint32Array;

/**
 * Scores the candidates at `places`. `read` gives the frequencies of a clause's
 * term, up to ROWS, in documents that ascend. Returns the places of candidates
 * with frequencies so high that even it does not tell them.
 */
export function scoreUnresolved(
  clauses: readonly Clause[],
  { bits, unknown }: AccumulatorTags,
  candidates: KernelCandidates,
  slots: Uint32Array,
  read: (clause: number, documents: Float64Array) => Uint32Array,
): Uint32Array {
  const { documents, accumulators } = candidates;
  const readTags: FrequencyReader = (clause) =>
    slots.map((slot) => ((accumulators[2 * slot] as number) >>> (bits * clause)) & unknown);
  const unresolved = bits === 0 ? slots : addClauses(clauses, candidates, slots, readTags, unknown);
  if (unresolved.length === 0) return unresolved;
  const sorted = sortByDocument(unresolved, documents);
  const ascending = Float64Array.from(sorted, (slot) => documents[slot] as number);
  return addClauses(clauses, candidates, sorted, (clause) => read(clause, ascending), ROWS);
}

/** Places of candidates in the order of their documents. */
export function sortByDocument(slots: Uint32Array, documents: Uint32Array): Uint32Array {
  // A number holds both the document and the place.
  const size = documents.length;
  const pairs = Float64Array.from(slots, (slot) => (documents[slot] as number) * size + slot);
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
  slots: Uint32Array,
  readFrequencies: FrequencyReader,
  highest: number,
): Uint32Array {
  const isUnknown = new Uint8Array(slots.length);
  for (const slot of slots) scores[slot] = 0;
  for (const [clause, { weight, match }] of clauses.entries()) {
    const { values, classes: classCount } = unitScores[clause] as ExactUnitScores;
    const occurrence = occurrences[clause] as number;
    const frequencies = readFrequencies(clause);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      const frequency = frequencies[i] as number;
      if (frequency === 0) continue;
      const lengthClass = classCount === 1 ? 0 : (classes[slot] as number);
      const isTabulated = frequency < ROWS && lengthClass < classCount;
      const unitScore = isTabulated
        ? (values[classCount * (frequency - 1) + lengthClass] as number)
        : match(frequency * occurrence, lengths[documents[slot] as number] as number);
      scores[slot] = (scores[slot] as number) + weight * unitScore;
      if (frequency === highest) isUnknown[i] = 1;
    }
  }
  return slots.filter((_, i) => isUnknown[i] === 1);
}
