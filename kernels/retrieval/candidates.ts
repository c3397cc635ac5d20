/**
 * The best documents so far, and the floor that rises with them.
 *
 * Candidates gather unordered. When enough have come, the k-th largest of what
 * they are worth at least becomes the floor, and those that are worth less at
 * most are dropped; documents that may tie with the k-th stay.
 */

import { setWide, setWord, wide, word } from "./memory";
import { FLOOR_BELOW_ALL, Search, worth } from "./search";

/** Takes a document whose sum is complete. */
@inline
export function offer(search: Search, document: u32, sum: i64): void {
  if (search.deleted != 0) {
    if ((word(search.deleted, document >>> 5) >>> (document & 31)) & 1) return;
  }
  const lengthClass = <u32>load<u8>(search.classes + document);
  sum += (<i64>(<i32>word(search.parts, lengthClass))) << 32;
  if (worth(sum) < search.floor) return;
  const count = search.candidateCount;
  setWord(search.candidates, count, search.firstDocument + document);
  setWide(search.candidateSums, count, sum);
  const isDoubtful = <u32>sum >= search.doubtful;
  const least = isDoubtful ? FLOOR_BELOW_ALL : worth(sum) - <i32>word(search.slack, lengthClass);
  setWord(search.candidateFloors, count, least);
  search.candidateCount = count + 1;
  if (count + 1 >= search.candidateLimit) raiseFloor(search);
}

/** Raises the floor as far as the candidates allow, and drops those below it. */
export function raiseFloor(search: Search): void {
  const count = search.candidateCount;
  if (count < search.top) return;
  memory.copy(search.selection, search.candidateFloors, (<usize>count) << 2);
  search.floor = max(search.floor, kthLargest(search.selection, count, search.top));
  let kept: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const sum = wide(search.candidateSums, i);
    setWord(search.candidates, kept, word(search.candidates, i));
    setWide(search.candidateSums, kept, sum);
    setWord(search.candidateFloors, kept, word(search.candidateFloors, i));
    kept += u32(worth(sum) >= search.floor);
  }
  search.candidateCount = kept;
  search.candidateLimit = kept + (max(search.top, kept) >>> 1) + 16;
}

/** The k-th largest of `count` ≥ k numbers, which are left in another order (Hoare's FIND, 1961). */
function kthLargest(numbers: usize, count: u32, k: u32): i32 {
  let left: i32 = 0;
  let right: i32 = count - 1;
  const place: i32 = k - 1;
  while (left < right) {
    const pivot = median(at(numbers, left), at(numbers, (left + right) >>> 1), at(numbers, right));
    let i = left;
    let j = right;
    while (i <= j) {
      while (at(numbers, i) > pivot) i++;
      while (at(numbers, j) < pivot) j--;
      if (i <= j) {
        const number = at(numbers, i);
        setWord(numbers, i, at(numbers, j));
        setWord(numbers, j, number);
        i++;
        j--;
      }
    }
    if (place <= j) right = j;
    else if (place >= i) left = i;
    else break;
  }
  return at(numbers, place);
}

@inline
function at(numbers: usize, i: i32): i32 {
  return <i32>word(numbers, i);
}

@inline
function median(a: i32, b: i32, c: i32): i32 {
  return max(min(a, b), min(max(a, b), c));
}
