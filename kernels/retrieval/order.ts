/** Puts candidates into the order of a result as far as their sums tell: best first, ties by rank. */

import { setWide, setWord, wide, word } from "./memory";
import { Search, worth } from "./search";

/** Parts up to this size are sorted by insertion. */
const SMALL: i32 = 12;

/** `ranks` holds a number for each document; the larger goes first when sums are worth the same. */
export function orderCandidates(search: Search, ranks: usize): void {
  sort(search.candidates, search.candidateSums, ranks, 0, <i32>search.candidateCount - 1);
}

/** Quicksort of documents and sums from `left` to `right` (Hoare, 1962); the smaller part first. */
function sort(documents: usize, sums: usize, ranks: usize, left: i32, right: i32): void {
  while (right - left >= SMALL) {
    const middle = (left + right) >>> 1;
    const pivot = key(documents, sums, ranks, middle);
    let i = left;
    let j = right;
    while (i <= j) {
      while (key(documents, sums, ranks, i) > pivot) i++;
      while (key(documents, sums, ranks, j) < pivot) j--;
      if (i <= j) swap(documents, sums, i++, j--);
    }
    if (j - left < right - i) {
      sort(documents, sums, ranks, left, j);
      left = i;
    } else {
      sort(documents, sums, ranks, i, right);
      right = j;
    }
  }
  for (let i = left + 1; i <= right; i++) {
    for (let j = i; j > left; j--) {
      if (key(documents, sums, ranks, j - 1) >= key(documents, sums, ranks, j)) break;
      swap(documents, sums, j - 1, j);
    }
  }
}

/** Larger for what goes first. */
@inline
function key(documents: usize, sums: usize, ranks: usize, i: i32): i64 {
  return ((<i64>worth(wide(sums, i))) << 32) | <i64>word(ranks, word(documents, i));
}

@inline
function swap(documents: usize, sums: usize, i: i32, j: i32): void {
  const document = word(documents, i);
  setWord(documents, i, word(documents, j));
  setWord(documents, j, document);
  const sum = wide(sums, i);
  setWide(sums, i, wide(sums, j));
  setWide(sums, j, sum);
}
