/**
 * The candidates for the k best documents, and the threshold that rises with them.
 *
 * Candidates are collected unordered. A histogram of their lower bounds gives at any
 * time a score that at minScore k of them reach: the threshold. At the end those below
 * it are dropped; documents that may tie with the k-th stay.
 */

import { computeExcess } from "./joint-fields";
import {
  CLAUSE_COUNT_BITS,
  HISTOGRAM_BUCKETS,
  HISTOGRAM_SHIFT,
  SCORE_LIMIT,
  SearchState,
} from "./layout.generated";
import { Mem } from "./memory";
import { scoreIn } from "./search-state";

/** Offers a document with a complete accumulator. */
export function offer(search: SearchState, document: u32, accumulator: i64): void {
  if (search.deleted !== 0) {
    if ((Mem.word(search.deleted, document >>> 5) >>> (document & 31)) & 1) return;
  }
  const lengthClass = <u32>load<u8>(search.lengthClasses + document);
  accumulator += (<i64>(<i32>Mem.word(search.lengthParts, lengthClass))) << 32;
  if (boostBound(search, document, scoreIn(accumulator)) < search.threshold) return;
  if (search.minMatch > 1 && countClauses(search, <u32>accumulator) < search.minMatch) return;
  let isExact = <u32>accumulator < search.lastRowTag;
  if (<u32>accumulator & search.multipleTags) isExact = false;
  let excessRange: i32 = 0; // how far the bound may lie above the joint scores of words
  if (search.wordCount > 0 && search.tagBits > 0) {
    const excess = computeExcess(search, document, <u32>accumulator, false);
    accumulator -= (<i64>excess) << 32;
    if (boostBound(search, document, scoreIn(accumulator)) < search.threshold) return;
    excessRange = computeExcess(search, document, <u32>accumulator, true) - excess;
  }
  const score = scoreIn(accumulator);
  accumulator += (<i64>(boostBound(search, document, score) - score)) << 32;
  const count = search.candidateCount++;
  Mem.setWord(search.candidates, count, search.firstDocument + document);
  Mem.setWide(search.candidateAccumulators, count, accumulator);
  store<u8>(search.candidateClasses + count, <u8>lengthClass);
  if (!isExact) return;
  const unboosted = score - excessRange - <i32>Mem.word(search.boundErrors, lengthClass);
  const minScore = boostMinScore(search, document, unboosted);
  if (minScore >= search.threshold && minScore >= -SCORE_LIMIT) raiseThreshold(search, minScore);
}

/** The upper bound of a document's score with its boosts. */
function boostBound(search: SearchState, document: u32, score: i32): i32 {
  if (!search.hasBoost) return score;
  const boostClass = <u32>load<u8>(search.boostClasses + search.firstDocument + document);
  const product = <f64>score * Mem.real(search.boostFactors, boostClass);
  return <i32>ceil<f64>(product) + <i32>Mem.word(search.boostParts, boostClass);
}

/** The lower bound, from a lower bound without boosts. */
function boostMinScore(search: SearchState, document: u32, score: i32): i32 {
  if (!search.hasBoost) return score;
  const boostClass = <u32>load<u8>(search.boostClasses + search.firstDocument + document);
  const product = <f64>score * Mem.real(search.boostMinFactors, boostClass);
  return <i32>floor<f64>(product) + <i32>Mem.word(search.boostMinParts, boostClass);
}

/** The number of clauses that a document matches, from its tags. */
function countClauses(search: SearchState, tags: u32): u32 {
  const bits = search.tagBits;
  if (bits === 0) return tags & ((1 << CLAUSE_COUNT_BITS) - 1);
  const highest: u32 = (1 << bits) - 1;
  let count: u32 = 0;
  // The bits above the clauses' bits count postings of last rows; see
  // src/ranking/block-max/accumulator-tags.ts.
  for (let left = tags & (search.lastRowTag - 1); left !== 0; left >>>= bits) {
    count += u32((left & highest) !== 0);
  }
  return count;
}

/**
 * Counts a candidate with the lower bound `minScore`, and raises the threshold as
 * far as the counts allow.
 */
function raiseThreshold(search: SearchState, minScore: i32): void {
  const histogram = search.histogram;
  const bucket = <u32>min((minScore + SCORE_LIMIT) >> HISTOGRAM_SHIFT, HISTOGRAM_BUCKETS - 1);
  Mem.setWord(histogram, bucket, Mem.word(histogram, bucket) + 1);
  let lowest = min(search.lowestBucket, bucket);
  let count = search.histogramCount + 1;
  if (count >= search.top) {
    // Do enough of the candidates in the lowest bucket and above reach the next bucket?
    while (count - Mem.word(histogram, lowest) >= search.top) {
      count -= Mem.word(histogram, lowest);
      lowest++;
    }
    search.threshold = max(search.threshold, <i32>(lowest << HISTOGRAM_SHIFT) - SCORE_LIMIT);
  }
  search.lowestBucket = lowest;
  search.histogramCount = count;
}

/**
 * Ends a search: drops candidates that certainly score less than k others, and
 * clears the histogram.
 */
export function dropCandidates(search: SearchState): void {
  const count = search.candidateCount;
  const threshold = search.threshold;
  let keptCount: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const accumulator = Mem.wide(search.candidateAccumulators, i);
    Mem.setWord(search.candidates, keptCount, Mem.word(search.candidates, i));
    Mem.setWide(search.candidateAccumulators, keptCount, accumulator);
    store<u8>(search.candidateClasses + keptCount, load<u8>(search.candidateClasses + i));
    keptCount += u32(scoreIn(accumulator) >= threshold);
  }
  search.candidateCount = keptCount;
  memory.fill(search.histogram, 0, HISTOGRAM_BUCKETS << 2);
}
