/**
 * The candidates of a window: documents whose accumulators may reach the threshold.
 * They are collected unordered, dropped as more lists are added, and end as
 * survivors with their accumulators next to them.
 */

import { copyAccumulators, dropBelow, setAccumulators } from "./accumulators";
import { SearchState } from "./layout.generated";
import { Mem } from "./memory";

/** Up to this many documents are sorted by insertion. */
const FEW: u32 = 24;

/** Drops the candidates that score less than `required`; returns the number of the others. */
export function dropWindowCandidates(search: SearchState, count: u32, required: i32): u32 {
  const from = search.windowCandidates;
  return <u32>(dropBelow(search, from, from + ((<usize>count) << 2), required) - from) >>> 2;
}

/** Sets the bits of the candidates in `search.windowBits`. */
export function setWindowBits(search: SearchState, count: u32): void {
  const from = search.windowStart;
  const windowBits = search.windowBits;
  const documents = search.windowCandidates;
  for (let i: u32 = 0; i < count; i++) {
    const slot = Mem.word(documents, i) - from;
    const byte = windowBits + (slot >>> 3);
    store<u8>(byte, load<u8>(byte) | ((<u8>1) << (<u8>slot & 7)));
  }
}

/** Clears all bits, of which only those of candidates are set. */
export function clearWindowBits(search: SearchState, count: u32): void {
  const from = search.windowStart;
  const windowBits = search.windowBits;
  const documents = search.windowCandidates;
  for (let i: u32 = 0; i < count; i++) {
    store<u8>(windowBits + ((Mem.word(documents, i) - from) >>> 3), 0);
  }
}

/** Makes the survivors candidates, of a window whose accumulators are empty. */
export function accumulateSurvivors(search: SearchState, count: u32): void {
  memory.copy(search.windowCandidates, search.survivors, (<usize>count) << 2);
  setAccumulators(search, search.survivors, search.survivorAccumulators, count);
}

/** Makes the candidates the survivors. */
export function takeSurvivors(search: SearchState, count: u32): void {
  const from = search.windowCandidates;
  memory.copy(search.survivors, from, (<usize>count) << 2);
  copyAccumulators(search, from, from + ((<usize>count) << 2), search.survivorAccumulators);
}

/** The same in document order. */
export function takeSurvivorsInOrder(search: SearchState, count: u32): void {
  if (count <= FEW) sortFew(search.windowCandidates, count);
  else sortMany(search, count);
  takeSurvivors(search, count);
}

/** By insertion. */
function sortFew(documents: usize, count: u32): void {
  for (let i: u32 = 1; i < count; i++) {
    const document = Mem.word(documents, i);
    let at = i;
    for (; at > 0 && Mem.word(documents, at - 1) > document; at--) {
      Mem.setWord(documents, at, Mem.word(documents, at - 1));
    }
    Mem.setWord(documents, at, document);
  }
}

/** Sets a bit for each document, then scans the bits. */
function sortMany(search: SearchState, count: u32): void {
  const from = search.windowStart;
  const windowBits = search.windowBits;
  setWindowBits(search, count);
  let next: u32 = 0;
  for (let word: u32 = 0; next < count; word++) {
    const bits = Mem.wide(windowBits, word);
    if (bits === 0) continue;
    Mem.setWide(windowBits, word, 0);
    for (let left = bits; left !== 0; left &= left - 1) {
      Mem.setWord(search.windowCandidates, next++, from + (word << 6) + <u32>ctz(left));
    }
  }
}
