/**
 * The order of candidates as far as their sums tell: best first, ties by rank.
 *
 * They are first dealt out by worth into steps of equal width, which hold about
 * one candidate each; only what shares a step is compared.
 */

import { Mem } from "./memory";
import { Search, worth } from "./search";

/** Up to this many candidates are not dealt out. */
const FEW: u32 = 64;
/** Steps from the floor up to the best candidate. */
const STEPS: u32 = 2048;
/** Parts up to this size are sorted by insertion. */
const SMALL: i32 = 12;

/**
 * Fills `search.places` with the places of the candidates in order. `ranks`
 * holds a number for each document; the larger goes first when sums are worth the same.
 */
export function orderCandidates(search: Search, ranks: usize): void {
  const count = search.candidateCount;
  if (count <= FEW) {
    for (let i: u32 = 0; i < count; i++) {
      Mem.setWide(search.keys, i, (<i64>worth(Mem.wide(search.candidateSums, i))) << 32);
      Mem.setWord(search.places, i, i);
      addRank(search, ranks, i);
    }
    sort(search.keys, search.places, 0, <i32>count - 1);
  } else dealOut(search, ranks);
}

/** The same for many. */
function dealOut(search: Search, ranks: usize): void {
  const count = search.candidateCount;
  const sums = search.candidateSums;
  const steps = search.steps;
  let lowest = i32.MAX_VALUE;
  let highest = i32.MIN_VALUE;
  for (let i: u32 = 0; i < count; i++) {
    const value = worth(Mem.wide(sums, i));
    lowest = min(lowest, value);
    highest = max(highest, value);
  }
  let shift: u32 = 0;
  while (<u32>(highest - lowest) >>> shift >= STEPS) shift++;
  memory.fill(steps, 0, STEPS << 2);
  for (let i: u32 = 0; i < count; i++) {
    const step = <u32>(highest - worth(Mem.wide(sums, i))) >>> shift;
    Mem.setWord(steps, step, Mem.word(steps, step) + 1);
  }
  // From how many there are to where the first of a step goes.
  let next: u32 = 0;
  for (let step: u32 = 0; step < STEPS; step++) {
    const size = Mem.word(steps, step);
    Mem.setWord(steps, step, next);
    next += size;
  }
  for (let i: u32 = 0; i < count; i++) {
    const value = worth(Mem.wide(sums, i));
    const step = <u32>(highest - value) >>> shift;
    const at = Mem.word(steps, step);
    Mem.setWord(steps, step, at + 1);
    Mem.setWide(search.keys, at, (<i64>value) << 32);
    Mem.setWord(search.places, at, i);
  }
  // By now each step holds where it ends.
  let start: u32 = 0;
  for (let step: u32 = 0; start < count; step++) {
    const end = Mem.word(steps, step);
    if (end - start > 1) {
      // Ranks lie far apart in memory, so only those that matter are read.
      for (let i = start; i < end; i++) addRank(search, ranks, i);
      sort(search.keys, search.places, start, <i32>end - 1);
    }
    start = end;
  }
}

function addRank(search: Search, ranks: usize, i: u32): void {
  const document = Mem.word(search.candidates, Mem.word(search.places, i));
  Mem.setWide(search.keys, i, Mem.wide(search.keys, i) | <i64>Mem.word(ranks, document));
}

/** Quicksort (Hoare, 1962), largest key first; the smaller part by a call, the larger by a turn. */
function sort(keys: usize, places: usize, left: i32, right: i32): void {
  while (right - left >= SMALL) {
    const pivot = Mem.wide(keys, (left + right) >>> 1);
    let i = left;
    let j = right;
    while (i <= j) {
      while (Mem.wide(keys, i) > pivot) i++;
      while (Mem.wide(keys, j) < pivot) j--;
      if (i <= j) swap(keys, places, i++, j--);
    }
    if (j - left < right - i) {
      sort(keys, places, left, j);
      left = i;
    } else {
      sort(keys, places, i, right);
      right = j;
    }
  }
  for (let i = left + 1; i <= right; i++) {
    for (let j = i; j > left && Mem.wide(keys, j - 1) < Mem.wide(keys, j); j--)
      swap(keys, places, j - 1, j);
  }
}

function swap(keys: usize, places: usize, i: i32, j: i32): void {
  const key = Mem.wide(keys, i);
  Mem.setWide(keys, i, Mem.wide(keys, j));
  Mem.setWide(keys, j, key);
  const place = Mem.word(places, i);
  Mem.setWord(places, i, Mem.word(places, j));
  Mem.setWord(places, j, place);
}
