/**
 * Documents that may not be returned are dropped as soon as a window has found
 * them, before anything is looked up for them.
 */

import { Mem } from "./memory";
import { Search } from "./search";

/** Whether any document of the window before `to` may be returned. */
export function hasAllowed(search: Search, to: u32): bool {
  const words = search.allowed;
  const last = search.firstDocument + to - 1;
  let document = search.firstDocument + search.from;
  while (document <= last) {
    const bits = Mem.word(words, document >>> 5) >>> (document & 31);
    if (bits !== 0) return document + <u32>ctz(bits) <= last;
    document = (document | 31) + 1;
  }
  return false;
}

function isAllowed(search: Search, document: u32): u32 {
  const number = search.firstDocument + document;
  return (Mem.word(search.allowed, number >>> 5) >>> (number & 31)) & 1;
}

/** Leaves the kept documents that may be returned; returns how many. */
export function allowKept(search: Search, count: u32): u32 {
  const documents = search.kept;
  let allowed: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const document = Mem.word(documents, i);
    Mem.setWord(documents, allowed, document);
    allowed += isAllowed(search, document);
  }
  return allowed;
}

/** The same for survivors. */
export function allowSurvivors(search: Search, count: u32): u32 {
  const documents = search.survivors;
  const sums = search.survivorSums;
  let allowed: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const document = Mem.word(documents, i);
    Mem.setWord(documents, allowed, document);
    Mem.setWide(sums, allowed, Mem.wide(sums, i));
    allowed += isAllowed(search, document);
  }
  return allowed;
}
