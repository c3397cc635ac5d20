/**
 * The score of a document whose words stand in several fields, under BM25F.
 *
 * There a word has the match m = x / (k1 + x) in a field, and x adds up over
 * fields. So the odds m / (1 - m) = x / k1 add up, and the match of the word is
 * odds / (1 + odds), less than the sum of the matches that the accumulator
 * holds. The kernels need to know neither k1 nor norms: only the tables' scores
 * and what a word scores at most. An error of a table's score grows no further
 * by this, for the derivative is 1 at most.
 */

import { ROW_SHIFT, ROWS, SearchState } from "./layout.generated";
import { Mem } from "./memory";
import { scoreIn } from "./search-state";

/** In place of an excess that marks do not tell. */
export const NOT_TOLD: i32 = -1;

/** How much the sum of its lists lies above the score of a document, so that what is left is an upper bound still. */
export function excessOfSum(search: SearchState, document: u32, marks: u32): i32 {
  const bits = search.markBits;
  const highest: u32 = (1 << bits) - 1;
  let excess: i32 = 0;
  let first: u32 = 0;
  for (let word: u32 = 0; word < search.wordCount; word++) {
    const end = Mem.word(search.wordEnds, word);
    let matched: u32 = 0;
    for (let clause = first; clause < end; clause++) {
      matched += u32(((marks >>> (bits * clause)) & highest) !== 0);
    }
    if (matched > 1) {
      const ofWord = excessOfWord(search, document, marks, word, first, end);
      if (ofWord === NOT_TOLD) return NOT_TOLD;
      excess += ofWord;
    }
    first = end;
  }
  return excess;
}

function excessOfWord(
  search: SearchState,
  document: u32,
  marks: u32,
  word: u32,
  first: u32,
  end: u32,
): i32 {
  const bits = search.markBits;
  const highest: u32 = (1 << bits) - 1;
  const weight = Mem.real(search.wordWeights, word);
  let sum: i32 = 0;
  let odds: f64 = 0;
  for (let clause = first; clause < end; clause++) {
    const frequency = (marks >>> (bits * clause)) & highest;
    if (frequency === 0) continue;
    if (frequency === highest || frequency >= ROWS) return NOT_TOLD;
    const row = <usize>Mem.word(search.clauseTables, clause) + ((<usize>(frequency - 1)) << ROW_SHIFT);
    const lengthClass = <usize>load<u8>(<usize>Mem.word(search.clauseClasses, clause) + document);
    const score = scoreIn(load<i64>(row + (lengthClass << 3)));
    const match = <f64>score / weight;
    if (match >= 1) return 0; // rounded up: the sum is the bound
    sum += score;
    odds += match / (1 - match);
  }
  return max(0, sum - <i32>Math.ceil((weight * odds) / (1 + odds)));
}
