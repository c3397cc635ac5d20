/**
 * The candidates for the k best documents, and the threshold that rises with them.
 *
 * Candidates gather unordered. A histogram of what each scores at least tells at
 * any time a score that k of them surely reach: the threshold. In the end those
 * below are dropped; documents that may tie with the k-th stay.
 */

import { excessOfSum } from "./joined-fields";
import {
  CLAUSE_COUNT_BITS,
  HISTOGRAM_BUCKETS,
  HISTOGRAM_SHIFT,
  SCORE_LIMIT,
  SearchState,
} from "./layout.generated";
import { Mem } from "./memory";
import { scoreIn } from "./search-state";

/** Takes a document whose accumulator is complete. */
export function offer(search: SearchState, document: u32, accumulator: i64): void {
  if (search.deleted !== 0) {
    if ((Mem.word(search.deleted, document >>> 5) >>> (document & 31)) & 1) return;
  }
  const lengthClass = <u32>load<u8>(search.lengthClasses + document);
  accumulator += (<i64>(<i32>Mem.word(search.lengthParts, lengthClass))) << 32;
  if (scoreIn(accumulator) < search.threshold) return;
  if (search.minMatch > 1 && matchedClauses(search, <u32>accumulator) < search.minMatch) return;
  let isTold = <u32>accumulator < search.lastRowMark;
  if (<u32>accumulator & search.severalMarks) isTold = false;
  let most: i32 = 0; // how far the bound may lie above the joint scores of words
  if (search.wordCount > 0) {
    const excess = excessOfSum(search, document, <u32>accumulator, false);
    most = excessOfSum(search, document, <u32>accumulator, true) - excess;
    accumulator -= (<i64>excess) << 32;
    if (scoreIn(accumulator) < search.threshold) return;
  }
  const count = search.candidateCount++;
  Mem.setWord(search.candidates, count, search.firstDocument + document);
  Mem.setWide(search.candidateAccumulators, count, accumulator);
  store<u8>(search.candidateClasses + count, <u8>lengthClass);
  if (!isTold) return;
  const least = scoreIn(accumulator) - most - <i32>Mem.word(search.boundErrors, lengthClass);
  if (least >= search.threshold && least >= -SCORE_LIMIT) raiseThreshold(search, least);
}

/** How many clauses a document matches, as its marks tell. */
function matchedClauses(search: SearchState, marks: u32): u32 {
  const bits = search.markBits;
  if (bits === 0) return marks & ((1 << CLAUSE_COUNT_BITS) - 1);
  const highest: u32 = (1 << bits) - 1;
  let count: u32 = 0;
  // What lies above the clauses' bits counts postings of last rows; see src/ranking/kernels/accumulator-tags.ts.
  for (let left = marks & (search.lastRowMark - 1); left !== 0; left >>>= bits) {
    count += u32((left & highest) !== 0);
  }
  return count;
}

/** Counts a candidate that surely scores `least`, and raises the threshold as far as the counts allow. */
function raiseThreshold(search: SearchState, least: i32): void {
  const histogram = search.histogram;
  const bucket = <u32>min((least + SCORE_LIMIT) >> HISTOGRAM_SHIFT, HISTOGRAM_BUCKETS - 1);
  Mem.setWord(histogram, bucket, Mem.word(histogram, bucket) + 1);
  let lowest = min(search.lowestBucket, bucket);
  let count = search.histogramCount + 1;
  if (count >= search.top) {
    // Of the candidates in the lowest bucket and above, do enough reach the next bucket?
    while (count - Mem.word(histogram, lowest) >= search.top) {
      count -= Mem.word(histogram, lowest);
      lowest++;
    }
    search.threshold = max(search.threshold, <i32>(lowest << HISTOGRAM_SHIFT) - SCORE_LIMIT);
  }
  search.lowestBucket = lowest;
  search.histogramCount = count;
}

/** Ends a search: drops candidates that surely score less than k others, and clears the histogram. */
export function dropCandidates(search: SearchState): void {
  const count = search.candidateCount;
  const threshold = search.threshold;
  let kept: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const accumulator = Mem.wide(search.candidateAccumulators, i);
    Mem.setWord(search.candidates, kept, Mem.word(search.candidates, i));
    Mem.setWide(search.candidateAccumulators, kept, accumulator);
    store<u8>(search.candidateClasses + kept, load<u8>(search.candidateClasses + i));
    kept += u32(scoreIn(accumulator) >= threshold);
  }
  search.candidateCount = kept;
  memory.fill(search.histogram, 0, HISTOGRAM_BUCKETS << 2);
}
