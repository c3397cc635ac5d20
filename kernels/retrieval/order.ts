/** The order of candidates as far as their sums tell: best first, ties by rank. */

import { setWide, setWord, wide, word } from "./memory";
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
    const rank = <i64>word(ranks, word(search.candidates, i));
    setWide(search.keys, i, ((<i64>worth(wide(search.candidateSums, i))) << 32) | rank);
    setWord(search.places, i, i);
  }
  sort(search.keys, search.places, 0, <i32>count - 1);
}

/** Quicksort (Hoare, 1962), largest key first; the smaller part by a call, the larger by a turn. */
function sort(keys: usize, places: usize, left: i32, right: i32): void {
  while (right - left >= SMALL) {
    const pivot = wide(keys, (left + right) >>> 1);
    let i = left;
    let j = right;
    while (i <= j) {
      while (wide(keys, i) > pivot) i++;
      while (wide(keys, j) < pivot) j--;
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
    for (let j = i; j > left && wide(keys, j - 1) < wide(keys, j); j--) swap(keys, places, j - 1, j);
  }
}

@inline
function swap(keys: usize, places: usize, i: i32, j: i32): void {
  const key = wide(keys, i);
  setWide(keys, i, wide(keys, j));
  setWide(keys, j, key);
  const place = word(places, i);
  setWord(places, i, word(places, j));
  setWord(places, j, place);
}
