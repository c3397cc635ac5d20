/**
 * The exact scores of candidates of a query over fields: the frequencies in the
 * fields, from the tags of accumulators or from the lists, combined by the clauses'
 * own functions in the clauses' order. So they equal those of `documentAtATime` to
 * the last bit.
 */

import type { PreparedQuery } from "../prepared-query.ts";
import type { AccumulatorTags } from "./accumulator-tags.ts";
import { type KernelCandidates, sortByDocument } from "./exact-scores.ts";
import { ROWS } from "./layout.generated.ts";

/**
 * Scores the candidates in `slots`. `read` returns the frequencies of a kernel
 * clause, up to ROWS, in ascending documents. Returns the slots of candidates with
 * frequencies above that.
 */
export function scoreFields(
  { clauses }: PreparedQuery,
  { bits, unknown }: AccumulatorTags,
  {
    documents,
    accumulators,
    scores,
  }: Pick<KernelCandidates, "documents" | "accumulators" | "scores">,
  slots: Uint32Array,
  read: (clause: number, documents: Float64Array) => Uint32Array,
): Uint32Array {
  const lists = clauses.reduce((sum, { parts = [] }) => sum + parts.length, 0);
  const frequencies = clauses.map(({ parts = [] }) => new Float64Array(parts.length));
  const scoreAt = (
    slot: number,
    readFrequency: (list: number) => number,
    highest: number,
  ): boolean => {
    let score = 0;
    let list = 0;
    let isExact = true;
    const document = documents[slot] as number;
    for (let c = 0; c < clauses.length; c++) {
      const own = frequencies[c] as Float64Array;
      let anyFrequency = 0;
      for (let i = 0; i < own.length; i++) {
        const frequency = readFrequency(list++);
        if (frequency === highest) isExact = false;
        own[i] = frequency;
        anyFrequency += frequency;
      }
      if (anyFrequency === 0) continue;
      const { weight, combine } = clauses[c] as (typeof clauses)[number];
      score += weight * (combine?.(document, own) ?? 0);
    }
    scores[slot] = score;
    return isExact;
  };
  const isScoredFromTags = (slot: number): boolean => {
    const slotTags = accumulators[2 * slot] as number;
    return bits > 1 && scoreAt(slot, (list) => (slotTags >>> (bits * list)) & unknown, unknown);
  };
  const unresolved = slots.filter((slot) => !isScoredFromTags(slot));
  if (unresolved.length === 0) return unresolved;
  const sorted = sortByDocument(unresolved, documents);
  const ascending = Float64Array.from(sorted, (slot) => documents[slot] as number);
  const listFrequencies = Array.from({ length: lists }, (_, list) => read(list, ascending));
  return sorted.filter(
    (slot, i) =>
      !scoreAt(slot, (list) => (listFrequencies[list] as Uint32Array)[i] as number, ROWS),
  );
}
