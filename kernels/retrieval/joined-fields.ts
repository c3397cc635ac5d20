/**
 * The score of a document whose words stand in several fields, under BM25F.
 *
 * There a word has the match m = x / (k1 + x) in a field, and x adds up over
 * fields. So the odds m / (1 - m) = x / k1 add up, and the match of the word is
 * odds / (1 + odds), less than the sum of the matches that the accumulator
 * holds. The kernels need to know neither k1 nor norms: only the tables' scores
 * and what a word scores at most. An error of a table's score grows no further
 * by this, for the derivative is 1 at most.
 *
 * By how much the sum exceeds the match grows with each of the matches. So where
 * marks say only that a frequency is high, the excess lies between that of the
 * lowest and that of the highest it can be.
 */

import { ListState, ROW_SHIFT, ROWS, SearchState } from "./layout.generated";
import { Mem } from "./memory";
import { listAt, scoreIn } from "./search-state";

/**
 * How much the sum of its lists lies above the score of a document, at least:
 * what is left is an upper bound still. With `isMost`: at most.
 */
export function excessOfSum(search: SearchState, document: u32, marks: u32, isMost: bool): i32 {
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
    if (matched > 1) excess += excessOfWord(search, document, marks, word, first, end, isMost);
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
  isMost: bool,
): i32 {
  const bits = search.markBits;
  const highest: u32 = (1 << bits) - 1;
  const weight = Mem.real(search.wordWeights, word);
  let sum: i32 = 0;
  let odds: f64 = 0;
  for (let clause = first; clause < end; clause++) {
    const frequency = (marks >>> (bits * clause)) & highest;
    if (frequency === 0) continue;
    let row: usize = Mem.word(search.clauseRows, clause);
    if (!isMost || (frequency < highest && frequency < ROWS)) {
      const known = min(frequency, ROWS - 1);
      row = <usize>Mem.word(search.clauseTables, clause) + ((<usize>(known - 1)) << ROW_SHIFT);
    }
    const lengthClass = <usize>load<u8>(<usize>Mem.word(search.clauseClasses, clause) + document);
    const score = scoreIn(load<i64>(row + (lengthClass << 3)));
    sum += score;
    odds += oddsOf(score, weight);
  }
  const score = joined(odds, weight);
  return max(0, sum - <i32>(isMost ? Math.floor(score) : Math.ceil(score)));
}

/** The odds of a match; infinite for one that was rounded up to a word's whole weight. */
function oddsOf(score: i32, weight: f64): f64 {
  return <f64>score < weight ? <f64>score / (weight - <f64>score) : Infinity;
}

/** What a word scores whose lists have these odds together. */
function joined(odds: f64, weight: f64): f64 {
  return weight - weight / (1 + odds);
}

/**
 * Fills `search.cumulativeBounds` for words over several lists, which are
 * ordered and bounded: lists of one word add up to what the word scores by them
 * together. Bounds the lists other than each, too.
 */
export function cumulateWords(search: SearchState): void {
  const count = search.listCount;
  const words = search.wordCount;
  for (let word: u32 = 0; word < words; word++) {
    Mem.setReal(search.wordOdds, word, 0);
    Mem.setReal(search.wordScores, word, 0);
    Mem.setReal(search.wordBounds, word, 0);
  }
  let total: f64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const list = listAt(search, i);
    const bound = <f64>list.windowBound;
    if (list.word < words && bound > 0) {
      const word = list.word;
      const weight = Mem.real(search.wordWeights, word);
      const odds = Mem.real(search.wordOdds, word) + oddsOf(list.windowBound, weight);
      const bounds = Mem.real(search.wordBounds, word);
      const before = Mem.real(search.wordScores, word);
      // A bound that was rounded up may lie above the weight.
      const score = bounds === 0 ? bound : max(before, joined(odds, weight));
      Mem.setReal(search.wordOdds, word, odds);
      Mem.setReal(search.wordBounds, word, bounds + bound);
      Mem.setReal(search.wordScores, word, score);
      total += score - before;
    } else total += bound;
    Mem.setWord(search.cumulativeBounds, i, <u32>(<i32>Math.ceil(total) + 1));
  }
  for (let i: u32 = 0; i < count; i++) {
    const list = listAt(search, i);
    let others = total - <f64>list.windowBound;
    if (list.word < words) {
      others += Mem.real(search.wordBounds, list.word) - Mem.real(search.wordScores, list.word);
    }
    list.otherBound = <i32>Math.ceil(others) + 1;
  }
}
