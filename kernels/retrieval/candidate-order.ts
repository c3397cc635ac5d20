/**
 * The order of candidates: the highest score first, ties by rank.
 *
 * Most candidates tie with others, so they are radix-sorted by rank first, and then
 * distributed by score into buckets of equal width, which keep that order. Only in a
 * bucket that holds different scores are candidates compared.
 */

import { DIGIT_BITS, SCORE_BUCKETS, SearchState } from "./layout.generated";
import { Mem } from "./memory";

/** Up to this many candidates are only compared. */
const FEW: u32 = 32;
/** Parts up to this size are sorted by insertion. */
const SMALL: i32 = 12;

/**
 * Fills `search.ordered` and `search.orderedScores` with the candidates and their
 * scores. `ranks` holds a number below `rankLimit` for each document; the larger
 * comes first when scores are equal.
 */
export function orderCandidates(search: SearchState, ranks: usize, rankLimit: u32): void {
  const count = search.candidateCount;
  const documents = search.ordered;
  const scores = search.orderedScores;
  if (count <= FEW) {
    memory.copy(documents, search.candidates, (<usize>count) << 2);
    memory.copy(scores, search.scores, (<usize>count) << 3);
    sort(documents, scores, ranks, 0, <i32>count - 1);
    return;
  }
  sortByRank(search, ranks, 32 - <u32>clz(rankLimit));
  distributeCandidates(search);
  // Each counter now holds the end of its bucket.
  const counters = search.counters;
  let start: u32 = 0;
  for (let bucket: u32 = 0; start < count; bucket++) {
    const end = Mem.word(counters, bucket);
    if (end - start <= 1) {
      start = end;
      continue;
    }
    let last = start + 1;
    while (last < end && Mem.real(scores, last) === Mem.real(scores, start)) last++;
    if (last < end) sort(documents, scores, ranks, <i32>start, <i32>end - 1);
    start = end;
  }
}

/**
 * Fills `search.keys` with rank and slot of each candidate, highest rank first.
 * Ranks have `bits` bits.
 */
function sortByRank(search: SearchState, ranks: usize, bits: u32): void {
  const count = search.candidateCount;
  const digits: u32 = bits > 2 * DIGIT_BITS ? 4 : 2; // an even number, so that the result ends up in `keys`
  const width = (bits + digits - 1) / digits;
  const candidates = search.candidates;
  let keys = search.keys;
  let others = search.orderedScores;
  for (let i: u32 = 0; i < count; i++) {
    const rank = <i64>Mem.word(ranks, Mem.word(candidates, i));
    Mem.setWide(keys, i, (rank << 32) | <i64>i);
  }
  for (let digit: u32 = 0; digit < digits; digit++) {
    sortByDigit(keys, others, count, 32 + digit * width, width, search.counters);
    const next = others;
    others = keys;
    keys = next;
  }
}

/** One pass of a radix sort, highest first: keys with equal digits stay in their order. */
function sortByDigit(
  keys: usize,
  out: usize,
  count: u32,
  shift: u32,
  width: u32,
  counters: usize,
): void {
  const highest: u32 = (1 << width) - 1;
  memory.fill(counters, 0, (<usize>highest + 1) << 2);
  for (let i: u32 = 0; i < count; i++) {
    const digit = <u32>(Mem.wide(keys, i) >> shift) & highest;
    Mem.setWord(counters, highest - digit, Mem.word(counters, highest - digit) + 1);
  }
  countsToStarts(counters, highest + 1);
  for (let i: u32 = 0; i < count; i++) {
    const key = Mem.wide(keys, i);
    const counter = highest - (<u32>(key >> shift) & highest);
    const at = Mem.word(counters, counter);
    Mem.setWord(counters, counter, at + 1);
    Mem.setWide(out, at, key);
  }
}

/** Turns the count of each value into the start of its range. */
function countsToStarts(counters: usize, count: u32): void {
  let next: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const size = Mem.word(counters, i);
    Mem.setWord(counters, i, next);
    next += size;
  }
}

/**
 * Distributes candidates into their buckets, and fills `search.counters` with the
 * end of each bucket.
 */
function distributeCandidates(search: SearchState): void {
  const count = search.candidateCount;
  const scores = search.scores;
  const counters = search.counters;
  let lowest = Infinity;
  let highest = -Infinity;
  for (let i: u32 = 0; i < count; i++) {
    const score = Mem.real(scores, i);
    lowest = min(lowest, score);
    highest = max(highest, score);
  }
  // The bucket never grows with the score, in spite of rounding.
  const width = (highest - lowest) / <f64>SCORE_BUCKETS;
  const perUnit = width > f64.MIN_NORMAL_VALUE ? 1 / width : 0;
  memory.fill(counters, 0, SCORE_BUCKETS << 2);
  for (let i: u32 = 0; i < count; i++) {
    const bucket = computeBucket(highest - Mem.real(scores, i), perUnit);
    Mem.setWord(counters, bucket, Mem.word(counters, bucket) + 1);
  }
  countsToStarts(counters, SCORE_BUCKETS);
  const keys = search.keys;
  const ordered = search.ordered;
  const orderedScores = search.orderedScores;
  const candidates = search.candidates;
  for (let i: u32 = 0; i < count; i++) {
    const slot = <u32>Mem.wide(keys, i);
    const score = Mem.real(scores, slot);
    const bucket = computeBucket(highest - score, perUnit);
    const at = Mem.word(counters, bucket);
    Mem.setWord(counters, bucket, at + 1);
    Mem.setReal(orderedScores, at, score);
    Mem.setWord(ordered, at, Mem.word(candidates, slot));
  }
}

function computeBucket(distance: f64, perUnit: f64): u32 {
  return <u32>min<f64>(distance * perUnit, SCORE_BUCKETS - 1);
}

/** Quicksort (Hoare, 1962); recursion on the smaller part, iteration on the larger. */
function sort(documents: usize, scores: usize, ranks: usize, left: i32, right: i32): void {
  while (right - left >= SMALL) {
    const middle = (left + right) >>> 1;
    const score = Mem.real(scores, middle);
    const rank = Mem.word(ranks, Mem.word(documents, middle));
    let i = left;
    let j = right;
    while (i <= j) {
      while (Order.isBefore(documents, scores, ranks, i, score, rank)) i++;
      while (Order.isAfter(documents, scores, ranks, j, score, rank)) j--;
      if (i <= j) Order.swap(documents, scores, i++, j--);
    }
    if (j - left < right - i) {
      sort(documents, scores, ranks, left, j);
      left = i;
    } else {
      sort(documents, scores, ranks, i, right);
      right = j;
    }
  }
  for (let i = left + 1; i <= right; i++) {
    const score = Mem.real(scores, i);
    const rank = Mem.word(ranks, Mem.word(documents, i));
    for (let j = i; j > left; j--) {
      if (!Order.isAfter(documents, scores, ranks, j - 1, score, rank)) break;
      Order.swap(documents, scores, j - 1, j);
    }
  }
}

/** Documents with their scores, compared with a score and a rank. */
abstract class Order {
  @inline static isBefore(
    documents: usize,
    scores: usize,
    ranks: usize,
    i: i32,
    score: f64,
    rank: u32,
  ): bool {
    const other = Mem.real(scores, i);
    return other === score ? Mem.word(ranks, Mem.word(documents, i)) > rank : other > score;
  }

  @inline static isAfter(
    documents: usize,
    scores: usize,
    ranks: usize,
    i: i32,
    score: f64,
    rank: u32,
  ): bool {
    const other = Mem.real(scores, i);
    return other === score ? Mem.word(ranks, Mem.word(documents, i)) < rank : other < score;
  }

  @inline static swap(documents: usize, scores: usize, i: i32, j: i32): void {
    const score = Mem.real(scores, i);
    Mem.setReal(scores, i, Mem.real(scores, j));
    Mem.setReal(scores, j, score);
    const document = Mem.word(documents, i);
    Mem.setWord(documents, i, Mem.word(documents, j));
    Mem.setWord(documents, j, document);
  }
}
