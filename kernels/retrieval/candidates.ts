/**
 * The best documents so far, and the floor that rises with them.
 *
 * Candidates gather unordered. A histogram of what each is worth at least tells
 * at any time a worth that k of them surely reach: the floor. In the end those
 * below are dropped; documents that may tie with the k-th stay.
 */

import { Mem } from "./memory";
import { Search, worth } from "./search";

/** Worths lie from -2^22 to 2^22; a bar of the histogram is 2^BAR_SHIFT of them wide. */
const LOWEST: i32 = -(1 << 22);
const BAR_SHIFT: u32 = 11;
const BARS: u32 = 4096;

/** Takes a document whose sum is complete. */
export function offer(search: Search, document: u32, sum: i64): void {
  if (search.deleted !== 0) {
    if ((Mem.word(search.deleted, document >>> 5) >>> (document & 31)) & 1) return;
  }
  const lengthClass = <u32>load<u8>(search.classes + document);
  sum += (<i64>(<i32>Mem.word(search.parts, lengthClass))) << 32;
  if (worth(sum) < search.floor) return;
  if (search.minMatch > 1 && matched(search, <u32>sum) < search.minMatch) return;
  const isDoubtful = <u32>sum >= search.doubtful;
  const count = search.candidateCount++;
  Mem.setWord(search.candidates, count, search.firstDocument + document);
  Mem.setWide(search.candidateSums, count, sum);
  store<u8>(search.candidateClasses + count, <u8>lengthClass);
  if (isDoubtful) return;
  const least = worth(sum) - <i32>Mem.word(search.slack, lengthClass);
  if (least >= search.floor && least >= LOWEST) raise(search, least);
}

/** How many clauses a document matches, as its marks tell. */
function matched(search: Search, marks: u32): u32 {
  const bits = search.markBits;
  if (bits === 0) return marks & 0xffff;
  const highest: u32 = (1 << bits) - 1;
  let count: u32 = 0;
  // What lies above the clauses' bits counts postings of the last row; see frequency-marks.ts.
  for (let left = marks & (search.doubtful - 1); left !== 0; left >>>= bits) {
    count += u32((left & highest) !== 0);
  }
  return count;
}

/** Counts a worth that a candidate surely has, and raises the floor as far as the counts allow. */
function raise(search: Search, least: i32): void {
  const bars = search.bars;
  const bar = <u32>min((least - LOWEST) >> BAR_SHIFT, BARS - 1);
  Mem.setWord(bars, bar, Mem.word(bars, bar) + 1);
  let lowest = min(search.lowestBar, bar);
  let count = search.inBars + 1;
  if (count >= search.top) {
    // Of the candidates in the lowest bar and above, do enough reach the next bar?
    while (count - Mem.word(bars, lowest) >= search.top) {
      count -= Mem.word(bars, lowest);
      lowest++;
    }
    search.floor = max(search.floor, LOWEST + <i32>(lowest << BAR_SHIFT));
  }
  search.lowestBar = lowest;
  search.inBars = count;
}

/** Ends a search: drops candidates that surely are worth less than k others, and clears the histogram. */
export function dropCandidates(search: Search): void {
  const count = search.candidateCount;
  const floor = search.floor;
  let kept: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const sum = Mem.wide(search.candidateSums, i);
    Mem.setWord(search.candidates, kept, Mem.word(search.candidates, i));
    Mem.setWide(search.candidateSums, kept, sum);
    store<u8>(search.candidateClasses + kept, load<u8>(search.candidateClasses + i));
    kept += u32(worth(sum) >= floor);
  }
  search.candidateCount = kept;
  memory.fill(search.bars, 0, BARS << 2);
}
