/**
 * The exact scores of candidates, in float64, as far as the kernels know them:
 * where all clauses share one match function, whose values for short documents
 * lie in a table.
 *
 * Products are added in the order of the clauses, as everywhere, so the bits are
 * those of any other traversal.
 */

import { ROWS } from "./block";
import { Mem } from "./memory";
import { Search } from "./search";

/**
 * Fills `search.scores` for each candidate. Writes the places of those whose
 * marks or the table do not tell to `search.ordered` and returns how many they are. Each of the `clauses` owns `bits` bits of the marks and has a weight
 * at `weights`; `worths` holds what a match is worth by frequency and class of
 * length, of which `known` are known; only one where the length does not matter.
 */
export function scoreCandidates(
  search: Search,
  clauses: u32,
  bits: u32,
  weights: usize,
  worths: usize,
  known: u32,
): u32 {
  const count = search.candidateCount;
  const sums = search.candidateSums;
  const classes = search.candidateClasses;
  const scores = search.scores;
  const highest: u32 = (1 << bits) - 1; // in place of a frequency that does not fit
  const unknown = search.ordered;
  let unknownCount: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    let marks = <u32>Mem.wide(sums, i);
    const lengthClass: u32 = known === 1 ? 0 : <u32>load<u8>(classes + i);
    let score: f64 = 0;
    let isKnown = lengthClass < known;
    for (let clause: u32 = 0; isKnown && clause < clauses; clause++, marks >>>= bits) {
      const frequency = marks & highest;
      if (frequency === 0) continue;
      isKnown = frequency < highest && frequency < ROWS;
      if (!isKnown) break;
      const worth = Mem.real(worths, (frequency - 1) * known + lengthClass);
      score += Mem.real(weights, clause) * worth;
    }
    Mem.setReal(scores, i, score);
    Mem.setWord(unknown, unknownCount, i);
    unknownCount += u32(!isKnown);
  }
  return unknownCount;
}
