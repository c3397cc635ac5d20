/**
 * The exact scores of candidates, in float64, where the kernels can compute them:
 * all clauses share one match function, whose values for short documents are in a
 * table.
 *
 * Products are added in the order of the clauses, as everywhere, so the bits are
 * those of any other traversal.
 */

import { ROWS, SearchState } from "./layout.generated";
import { Mem } from "./memory";

/**
 * Fills `search.scores` for each candidate. Writes the slots of candidates whose
 * score the tags or the table do not determine to `search.ordered`, and returns
 * their number. Each of the `clauses` owns `bits` bits of the tags and has a weight
 * at `weights`. `unitScores` holds the score of a match for weight 1 by frequency
 * and length class, for the first `exactClasses` classes; `exactClasses` is 1 if the
 * length does not matter.
 */
export function scoreCandidates(
  search: SearchState,
  clauses: u32,
  bits: u32,
  weights: usize,
  unitScores: usize,
  exactClasses: u32,
): u32 {
  const count = search.candidateCount;
  const accumulators = search.candidateAccumulators;
  const classes = search.candidateClasses;
  const scores = search.scores;
  const highest: u32 = (1 << bits) - 1; // replaces a frequency that does not fit
  const unknown = search.ordered;
  let unknownCount: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    let tags = <u32>Mem.wide(accumulators, i);
    const lengthClass: u32 = exactClasses === 1 ? 0 : <u32>load<u8>(classes + i);
    let score: f64 = 0;
    let isKnown = lengthClass < exactClasses;
    for (let clause: u32 = 0; isKnown && clause < clauses; clause++, tags >>>= bits) {
      const frequency = tags & highest;
      if (frequency === 0) continue;
      isKnown = frequency < highest && frequency < ROWS;
      if (!isKnown) break;
      const unitScore = Mem.real(unitScores, (frequency - 1) * exactClasses + lengthClass);
      score += Mem.real(weights, clause) * unitScore;
    }
    Mem.setReal(scores, i, score);
    Mem.setWord(unknown, unknownCount, i);
    unknownCount += u32(!isKnown);
  }
  return unknownCount;
}
