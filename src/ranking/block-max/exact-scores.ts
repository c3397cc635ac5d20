/**
 * The scores of candidates, exactly as `documentAtATime` computes them: by the
 * clauses' own functions, added in the clauses' order.
 *
 * The tags of an accumulator hold the frequencies, so hardly any posting is read
 * again. A frequency that is too high for its tag, or has none because there are too
 * many clauses, is looked up. Scores that the kernels have already computed are
 * kept.
 */

import type { Clause } from "../prepared-query.ts";
import type { AccumulatorTags } from "./accumulator-tags.ts";
import { ROWS } from "./layout.generated.ts";
import type { ExactUnitScores } from "./unit-scores.ts";

export interface KernelCandidates {
  readonly documents: Uint32Array;
  /** Two words per candidate: tags, then a score in fixed point. */
  readonly accumulators: Int32Array;
  /** Length classes of the candidates. */
  readonly classes: Uint8Array;
  readonly scores: Float64Array;
  /** Lengths of all documents of the index. */
  readonly lengths: Float64Array | Uint32Array;
  /** The weight of one occurrence, by clause. */
  readonly occurrences: readonly number[];
  /** Exact scores for weight 1, by clause. */
  readonly unitScores: readonly ExactUnitScores[];
}

/** Frequencies of a clause's term in some documents; the largest value means that many or more. */
type FrequencyReader = (clause: number) => Uint32Array;

/**
 * Scores the candidates in `slots`. `read` returns the frequencies of a clause's
 * term, up to ROWS, in ascending documents. Returns the slots of candidates with
 * frequencies above that.
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

/** Slots of candidates, in the order of their documents. */
export function sortByDocument(slots: Uint32Array, documents: Uint32Array): Uint32Array {
  // One number holds both the document and the slot.
  const size = documents.length;
  const pairs = Float64Array.from(slots, (slot) => (documents[slot] as number) * size + slot);
  return Uint32Array.from(pairs.sort(), (pair) => pair % size);
}

/**
 * Scores the candidates in `slots`; returns those that have a frequency of
 * `highest`. Lengths lie far apart in memory, so they are read only where the length
 * class does not determine them.
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
