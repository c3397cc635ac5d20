/**
 * Exact search for the k best documents: MaxScore (Turtle and Flood, 1995) over
 * windows of documents, with bounds by block (Ding and Suel, SIGIR 2011).
 *
 * In each window the terms are ordered by the most that one of their postings
 * can be worth. Those whose bounds together stay below the floor are not
 * essential: a document that has only them cannot enter. The essential ones are
 * read in full, the others looked up for the documents that need them.
 *
 * The kernels know no ranking function. A posting's worth comes from a table by
 * frequency and class of length that the caller filled with upper bounds in
 * fixed point; so sums do not depend on the order in which they are made, and
 * the candidates that are left include every document of the exact result.
 */

import { decodeDocuments, decodeFrequencies, documentWords } from "./block";
import { boundBlocks, largestImpact, windowBound } from "./bounds";
import { dropCandidates, offer } from "./candidates";
import {
  addToKept,
  dropKept,
  gatherMany,
  gatherOne,
  markKept,
  takeInOrder,
  takeKept,
  unmarkKept,
} from "./essential";
import { allowKept, allowSurvivors, hasAllowed } from "./filter";
import { readFrequencies } from "./frequencies";
import { lookUp } from "./lookup";
import { Mem } from "./memory";
import { orderCandidates } from "./order";
import { scoreCandidates } from "./score";
import { Search, termAt } from "./search";
import { addPostings, beginSums, LONGEST_WINDOW } from "./sums";
import { scaleRow } from "./table";
import { moveTo, openTerm, Term } from "./term";

export {
  addPostings,
  boundBlocks,
  decodeDocuments,
  decodeFrequencies,
  documentWords,
  dropCandidates,
  largestImpact,
  openTerm,
  orderCandidates,
  readFrequencies,
  scaleRow,
  scoreCandidates,
};

/** Bytes of the two structures that the caller fills in, field by field. */
export function termBytes(): u32 {
  return <u32>offsetof<Term>();
}

export function searchBytes(): u32 {
  return <u32>offsetof<Search>();
}

const SHORTEST_WINDOW: u32 = 1024;
/** Postings of essential terms that a window should hold. */
const WINDOW_POSTINGS: u32 = 1024;
/** Postings that can be read in a row in the time of one look-up. */
const POSTINGS_PER_LOOK_UP: u32 = 12;

/** A term with fewer postings than this many times those of the essential terms is read with them. */
const DENSE: u32 = 1;

/** Searches on, through about `budget` postings at most. Returns whether the segment is done. */
export function run(search: Search, budget: u32): bool {
  const stop = search.touchedPostings + budget;
  while (search.from < search.documentLimit) {
    if (search.touchedPostings >= stop) return false;
    const to = windowEnd(search);
    if (to > search.from && (search.allowed === 0 || hasAllowed(search, to))) {
      searchWindow(search, to);
    }
    search.from = to;
  }
  return true;
}

/** The end of the next window, sized for the terms that were essential in the one before. */
function windowEnd(search: Search): u32 {
  const from = search.from;
  const limit = search.documentLimit;
  const longest = min(limit, from + LONGEST_WINDOW);
  const count = search.termCount;
  if (search.essential + 1 === count) {
    const term = termAt(search, search.essential);
    moveTo(term, from);
    return term.block < term.blocks ? min(longest, Mem.word(term.lasts, term.block) + 1) : longest;
  }
  let postings: u64 = 1;
  for (let i = min(search.essential, count - 1); i < count; i++)
    postings += termAt(search, i).postings;
  const length = <u32>min((<u64>WINDOW_POSTINGS * limit) / postings, <u64>LONGEST_WINDOW);
  return min(longest, from + max(length, SHORTEST_WINDOW));
}

function searchWindow(search: Search, to: u32): void {
  const total = orderTerms(search, to) + search.largestPart;
  const essential = search.essential;
  if (essential === search.termCount) return;
  let left = essential; // terms that are not added yet
  let survivors: u32;
  if (essential + 1 === search.termCount) {
    survivors = gatherOne(search, termAt(search, essential), to, needBefore(search, left));
    if (search.allowed !== 0) survivors = allowSurvivors(search, survivors);
  } else {
    beginSums(search);
    const need = needBefore(search, left);
    survivors = gatherMany(search, to, total, need);
    if (search.allowed !== 0) survivors = allowKept(search, survivors);
    while (left > 0 && isDense(search, termAt(search, left - 1), to, survivors)) {
      markKept(search, survivors);
      addToKept(search, termAt(search, --left), to);
      unmarkKept(search, survivors);
      survivors = dropKept(search, survivors, needBefore(search, left));
    }
    if (left > 0) takeInOrder(search, survivors);
    else takeKept(search, survivors);
  }
  for (; left > 0 && survivors > 0; left--) {
    const rest = left > 1 ? <i32>Mem.word(search.sums, left - 2) : 0;
    survivors = lookUp(search, termAt(search, left - 1), survivors, rest);
  }
  for (let i: u32 = 0; i < survivors; i++) {
    offer(search, Mem.word(search.survivors, i), Mem.wide(search.survivorSums, i));
  }
}

/** What a document must have before the first `left` terms are added to reach the floor. */
function needBefore(search: Search, left: u32): i32 {
  const rest = left > 0 ? <i32>Mem.word(search.sums, left - 1) : 0;
  return search.floor - search.largestPart - rest;
}

/** Whether reading a term's postings in the window costs less than looking the documents up. */
function isDense(search: Search, term: Term, to: u32, documents: u32): bool {
  const postings = (<u64>term.postings * (to - search.from)) / search.documentLimit;
  return postings < <u64>(documents * POSTINGS_PER_LOOK_UP);
}

/**
 * Orders the terms by their bounds in the window, finds the first essential
 * one, and returns the sum of all bounds.
 */
function orderTerms(search: Search, to: u32): i32 {
  const from = search.from;
  const count = search.termCount;
  for (let i: u32 = 0; i < count; i++) {
    const term = termAt(search, i);
    moveTo(term, from);
    const bound = windowBound(term, to);
    term.windowBound = bound;
    // The order hardly changes from window to window.
    let place = i;
    for (; place > 0 && termAt(search, place - 1).windowBound > bound; place--) {
      Mem.setWord(search.terms, place, Mem.word(search.terms, place - 1));
    }
    Mem.setWord(search.terms, place, <u32>changetype<usize>(term));
  }
  let sum: i32 = 0;
  let essential = count;
  const floor = search.floor - search.largestPart;
  for (let i: u32 = 0; i < count; i++) {
    sum += termAt(search, i).windowBound;
    Mem.setWord(search.sums, i, sum);
    if (sum >= floor && essential === count) essential = i;
  }
  search.essential = essential + 1 < count ? withDense(search, essential) : essential;
  return sum;
}

/**
 * The first of the essential terms and of those before them that are read
 * through in any case: with these added at once, far fewer documents are kept.
 */
function withDense(search: Search, essential: u32): u32 {
  let postings: u64 = 0;
  for (let i = essential; i < search.termCount; i++) postings += termAt(search, i).postings;
  while (essential > 0 && <u64>termAt(search, essential - 1).postings < postings * DENSE) {
    postings += termAt(search, --essential).postings;
  }
  return essential;
}
