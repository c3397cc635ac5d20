/**
 * Documents that are not allowed are dropped as soon as a window has collected them,
 * before any lookup; with a sparse filter, before any addition.
 */

import { SearchState } from "./layout.generated";
import { Mem } from "./memory";

/** Whether any document of the window before `to` is allowed. */
export function hasAllowed(search: SearchState, to: u32): bool {
  const words = search.allowed;
  const last = search.firstDocument + to - 1;
  let document = search.firstDocument + search.windowStart;
  while (document <= last) {
    const bits = Mem.word(words, document >>> 5) >>> (document & 31);
    if (bits !== 0) return document + <u32>ctz(bits) <= last;
    document = (document | 31) + 1;
  }
  return false;
}

function isAllowed(search: SearchState, document: u32): u32 {
  const number = search.firstDocument + document;
  return (Mem.word(search.allowed, number >>> 5) >>> (number & 31)) & 1;
}

/** Moves the start of the window to the next allowed document of the segment. */
export function moveToAllowed(search: SearchState): void {
  const words = search.allowed;
  const end = search.firstDocument + search.documentLimit;
  let document = search.firstDocument + search.windowStart;
  while (document < end) {
    const bits = Mem.word(words, document >>> 5) >>> (document & 31);
    if (bits !== 0) {
      document += <u32>ctz(bits);
      break;
    }
    document = (document | 31) + 1;
  }
  search.windowStart = min(document, end) - search.firstDocument;
}

/**
 * Writes to `out` which postings of the decoded block from `from` to `to` belong to
 * allowed documents; returns their number.
 */
export function allowedPostings(
  search: SearchState,
  documents: usize,
  from: u32,
  to: u32,
  out: usize,
): u32 {
  const words = search.allowed;
  const first = search.firstDocument;
  let count: u32 = 0;
  for (let i = from; i < to; i++) {
    const number = first + Mem.word(documents, i);
    Mem.setWord(out, count, i);
    count += (Mem.word(words, number >>> 5) >>> (number & 31)) & 1;
  }
  return count;
}

/** Keeps the window's candidates that are allowed; returns their number. */
export function allowWindowCandidates(search: SearchState, count: u32): u32 {
  const documents = search.windowCandidates;
  let allowed: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const document = Mem.word(documents, i);
    Mem.setWord(documents, allowed, document);
    allowed += isAllowed(search, document);
  }
  return allowed;
}

/** The same for survivors. */
export function allowSurvivors(search: SearchState, count: u32): u32 {
  const documents = search.survivors;
  const accumulators = search.survivorAccumulators;
  let allowed: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const document = Mem.word(documents, i);
    Mem.setWord(documents, allowed, document);
    Mem.setWide(accumulators, allowed, Mem.wide(accumulators, i));
    allowed += isAllowed(search, document);
  }
  return allowed;
}
