/**
 * The score of a document whose words occur in several fields, under BM25F.
 *
 * There a word has the match m = x / (k1 + x) in a field, and x adds up over fields.
 * So the odds m / (1 - m) = x / k1 add up, and the match of the word is odds / (1 +
 * odds), less than the sum of the matches that the accumulator holds. The kernels
 * need neither k1 nor norms: only the tables' scores and the largest score of a
 * word. The error of a table's score does not grow, since the derivative is at most
 * 1.
 *
 * The excess of the sum over the match grows with each of the matches. So if tags
 * only record that a frequency is high, the excess lies between that of its lowest
 * and that of its highest possible value.
 */

import { ListState, ROW_SHIFT, ROWS, SearchState } from "./layout.generated";
import { Mem } from "./memory";
import { listAt, scoreIn } from "./search-state";

/**
 * How much the sum of its lists exceeds the score of a document, at least:
 * subtracting it leaves an upper bound. With `isMax`: at most.
 */
export function computeExcess(search: SearchState, document: u32, tags: u32, isMax: bool): i32 {
  // The lowest bit of each clause is set if any of its bits is.
  let matches = tags;
  for (let shift: u32 = 1; shift < search.tagBits; shift++) matches |= tags >>> shift;
  let excess: i32 = 0;
  let first: u32 = 0;
  for (let word: u32 = 0; word < search.wordCount; word++) {
    const end = Mem.word(search.wordEnds, word);
    const own = matches & Mem.word(search.wordTags, word);
    if ((own & (own - 1)) !== 0) {
      excess += computeWordExcess(search, document, tags, word, first, end, isMax);
    }
    first = end;
  }
  return excess;
}

function computeWordExcess(
  search: SearchState,
  document: u32,
  tags: u32,
  word: u32,
  first: u32,
  end: u32,
  isMax: bool,
): i32 {
  const bits = search.tagBits;
  const highest: u32 = (1 << bits) - 1;
  const weight = Mem.real(search.wordWeights, word);
  let sum: i32 = 0;
  let odds: f64 = 0;
  for (let clause = first; clause < end; clause++) {
    const frequency = (tags >>> (bits * clause)) & highest;
    if (frequency === 0) continue;
    let row: usize = Mem.word(search.clauseRows, clause);
    if (!isMax || (frequency < highest && frequency < ROWS)) {
      const boundedFrequency = min(frequency, ROWS - 1);
      row = <usize>Mem.word(search.clauseTables, clause) + ((<usize>(boundedFrequency - 1)) << ROW_SHIFT);
    }
    const lengthClass = <usize>load<u8>(<usize>Mem.word(search.clauseClasses, clause) + document);
    const score = scoreIn(load<i64>(row + (lengthClass << 3)));
    sum += score;
    odds += computeOdds(score, weight);
  }
  const score = computeJointScore(odds, weight);
  return max(0, sum - <i32>(isMax ? Math.floor(score) : Math.ceil(score)));
}

/** The odds of a match; infinite for one that was rounded up to a word's whole weight. */
function computeOdds(score: i32, weight: f64): f64 {
  return <f64>score < weight ? <f64>score / (weight - <f64>score) : Infinity;
}

/** The score of a word whose lists have these odds together. */
function computeJointScore(odds: f64, weight: f64): f64 {
  return weight - weight / (1 + odds);
}

/**
 * Fills `search.cumulativeBounds` for words over several lists, which are ordered
 * and bounded: the lists of one word add up to its joint score. Also computes for
 * each list the bound of all others.
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
      const odds = Mem.real(search.wordOdds, word) + computeOdds(list.windowBound, weight);
      const bounds = Mem.real(search.wordBounds, word);
      const before = Mem.real(search.wordScores, word);
      // A bound that was rounded up may exceed the weight.
      const score = bounds === 0 ? bound : max(before, computeJointScore(odds, weight));
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
