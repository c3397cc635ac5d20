/** The order of candidates as far as their sums tell: best first, ties by rank. */

import { Mem } from "./memory";
import { Search, worth } from "./search";

/** Parts up to this size are sorted by insertion. */
const SMALL: i32 = 12;

/**
 * Fills `search.places` with the places of the candidates in order. `ranks`
 * holds a number for each document; the larger goes first when sums are worth the same.
 */
export function orderCandidates(search: Search, ranks: usize): void {
  const count = search.candidateCount;
  for (let i: u32 = 0; i < count; i++) {
    const rank = <i64>Mem.word(ranks, Mem.word(search.candidates, i));
    Mem.setWide(search.keys, i, ((<i64>worth(Mem.wide(search.candidateSums, i))) << 32) | rank);
    Mem.setWord(search.places, i, i);
  }
  sort(search.keys, search.places, 0, <i32>count - 1);
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
