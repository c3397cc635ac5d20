/**
 * Exact search for the k best documents: MaxScore (Turtle and Flood, "Query
 * evaluation: strategies and optimizations", 1995) over windows of documents, with
 * upper bounds by block (Ding and Suel, SIGIR 2011).
 *
 * In each window the lists are ordered by their upper bounds there. The longest run
 * of low ones whose bounds together stay below the threshold is not essential: a
 * document that is in no other list cannot enter. The essential lists are read in
 * full into accumulators. A document that the non-essential lists could still lift
 * to the threshold is a candidate. They complete its score one by one, highest bound
 * first, as long as it can reach the threshold.
 *
 * The kernels contain no ranking function. A posting's score comes from a table by
 * frequency and length class that the caller filled with upper bounds in fixed
 * point; so accumulators do not depend on the order of additions, and the remaining
 * candidates include every document of the exact result.
 */

import { beginAccumulators } from "./accumulators";
import { addToCandidates, readEssentials, readOneEssential } from "./essential-lists";
import { allowSurvivors, allowWindowCandidates, hasAllowed, moveToAllowed } from "./filter";
import { cumulateWords } from "./joint-fields";
import { ListState, LONGEST_WINDOW, SearchState } from "./layout.generated";
import { Mem } from "./memory";
import { lookUp } from "./non-essential-lists";
import { moveTo } from "./posting-list";
import { listAt } from "./search-state";
import { offer } from "./top-candidates";
import { windowBound } from "./upper-bounds";
import {
  accumulateSurvivors,
  clearWindowBits,
  dropWindowCandidates,
  setWindowBits,
  takeSurvivors,
  takeSurvivorsInOrder,
} from "./window-candidates";

const SHORTEST_WINDOW: u32 = 1024;
/** Target number of postings of essential lists in a window. */
const WINDOW_POSTINGS: u32 = 1024;
/** Postings that can be read sequentially in the time of one lookup. */
const POSTINGS_PER_LOOKUP: u32 = 12;
/**
 * A list with fewer postings than this many times those of the essential lists is
 * read with them.
 */
const DENSE: u32 = 1;
/** Documents times lists from which on the documents of one essential list are added up as well. */
const MANY_LOOKUPS: u32 = 512;

/**
 * Continues the search, window by window, until about `budget` more postings are
 * read. Returns whether the segment is done.
 */
export function run(search: SearchState, budget: u32): bool {
  const stop = search.touchedPostings + budget;
  while (search.windowStart < search.documentLimit) {
    if (search.touchedPostings >= stop) return false;
    if (search.isFilterSparse) moveToAllowed(search);
    const to = windowEnd(search);
    if (to > search.windowStart && (search.allowed === 0 || hasAllowed(search, to))) {
      searchWindow(search, to);
    }
    search.windowStart = to;
  }
  return true;
}

/** The end of the next window, sized for the essential lists of the previous one. */
function windowEnd(search: SearchState): u32 {
  const from = search.windowStart;
  const limit = search.documentLimit;
  const longest = min(limit, from + LONGEST_WINDOW);
  const count = search.listCount;
  if (search.isFilterSparse) return longest;
  if (search.firstEssential + 1 === count) {
    const list = listAt(search, search.firstEssential);
    moveTo(list, from);
    return list.block < list.blocks
      ? min(longest, Mem.word(list.lastDocuments, list.block) + 1)
      : longest;
  }
  let postings: u64 = 1;
  for (let i = min(search.firstEssential, count - 1); i < count; i++)
    postings += listAt(search, i).postings;
  const length = <u32>min((<u64>WINDOW_POSTINGS * limit) / postings, <u64>LONGEST_WINDOW);
  return min(longest, from + max(length, SHORTEST_WINDOW));
}

/** Offers every document of the window that may be among the best k. */
function searchWindow(search: SearchState, to: u32): void {
  const totalBound = partitionLists(search, to) + search.largestLengthPart;
  const essential = search.firstEssential;
  if (essential === search.listCount) return;
  let remaining = essential; // non-essential lists that are not added yet
  let survivors: u32;
  let areAccumulated = essential + 1 < search.listCount || search.isFilterSparse !== 0;
  if (areAccumulated) {
    beginAccumulators(search);
    survivors = readEssentials(search, to, totalBound, requiredBefore(search, remaining));
    if (search.allowed !== 0) survivors = allowWindowCandidates(search, survivors);
  } else {
    survivors = readOneEssential(search, listAt(search, essential), to, requiredBefore(search, remaining));
    if (search.allowed !== 0) survivors = allowSurvivors(search, survivors);
    areAccumulated = search.wordCount > 0 && survivors * remaining >= MANY_LOOKUPS;
    if (areAccumulated) {
      beginAccumulators(search);
      accumulateSurvivors(search, survivors);
    }
  }
  if (areAccumulated) {
    while (remaining > 0 && isDense(search, listAt(search, remaining - 1), to, survivors)) {
      setWindowBits(search, survivors);
      let postings: u64 = 0;
      do {
        const list = listAt(search, --remaining);
        addToCandidates(search, list, to);
        postings += postingsBefore(search, list, to);
        // Many short lists, as of a prefix, are added before the documents are tested again.
      } while (
        search.wordCount > 0 &&
        postings < survivors &&
        remaining > 0 &&
        isDense(search, listAt(search, remaining - 1), to, survivors)
      );
      clearWindowBits(search, survivors);
      survivors = dropWindowCandidates(search, survivors, requiredBefore(search, remaining));
    }
    if (remaining > 0) takeSurvivorsInOrder(search, survivors);
    else takeSurvivors(search, survivors);
  }
  for (; remaining > 0 && survivors > 0; remaining--) {
    const required = requiredBefore(search, remaining - 1);
    survivors = lookUp(search, listAt(search, remaining - 1), survivors, required);
  }
  for (let i: u32 = 0; i < survivors; i++) {
    offer(search, Mem.word(search.survivors, i), Mem.wide(search.survivorAccumulators, i));
  }
}

/**
 * The score that a document needs before the first `remaining` lists are added to reach
 * the threshold.
 */
function requiredBefore(search: SearchState, remaining: u32): i32 {
  const rest = remaining > 0 ? <i32>Mem.word(search.cumulativeBounds, remaining - 1) : 0;
  return search.threshold - search.largestLengthPart - rest;
}

/** Whether reading a list's postings in the window costs less than looking up the documents. */
function isDense(search: SearchState, list: ListState, to: u32, documents: u32): bool {
  return postingsBefore(search, list, to) < <u64>(documents * POSTINGS_PER_LOOKUP);
}

/** The expected number of a list's postings in the window. */
function postingsBefore(search: SearchState, list: ListState, to: u32): u64 {
  return (<u64>list.postings * (to - search.windowStart)) / search.documentLimit;
}

/**
 * Orders the lists by their upper bounds in the window, finds the first
 * essential one, and returns the sum of all bounds.
 */
function partitionLists(search: SearchState, to: u32): i32 {
  const from = search.windowStart;
  const count = search.listCount;
  for (let i: u32 = 0; i < count; i++) {
    const list = listAt(search, i);
    moveTo(list, from);
    const bound = windowBound(list, to);
    list.windowBound = bound;
    // The order hardly changes from window to window.
    let position = i;
    for (; position > 0 && listAt(search, position - 1).windowBound > bound; position--) {
      Mem.setWord(search.lists, position, Mem.word(search.lists, position - 1));
    }
    Mem.setWord(search.lists, position, <u32>changetype<usize>(list));
  }
  const sum = cumulateLists(search);
  let essential = findFirstEssential(search);
  // With one essential list windows are short, and joint bounds cost more than they save.
  if (search.wordCount > 0 && (essential + 1 < count || search.isFilterSparse)) {
    cumulateWords(search);
    essential = findFirstEssential(search);
  }
  search.firstEssential = essential + 1 < count ? includeDense(search, essential) : essential;
  return sum;
}

/**
 * The index of the first list that can lift a document to the threshold, together
 * with all before it.
 */
function findFirstEssential(search: SearchState): u32 {
  const required = search.threshold - search.largestLengthPart;
  let position: u32 = 0;
  while (position < search.listCount && <i32>Mem.word(search.cumulativeBounds, position) < required) {
    position++;
  }
  return position;
}

/** Fills `search.cumulativeBounds` and returns the sum of all bounds. */
function cumulateLists(search: SearchState): i32 {
  let sum: i32 = 0;
  for (let i: u32 = 0; i < search.listCount; i++) {
    sum += listAt(search, i).windowBound;
    Mem.setWord(search.cumulativeBounds, i, sum);
  }
  return sum;
}

/**
 * Also counts as essential those lists before the essential ones that are read
 * completely in any case: with these added at once, far fewer documents are
 * candidates. The lists of a union, such as that of a prefix, are read completely only together.
 */
function includeDense(search: SearchState, essential: u32): u32 {
  let postings: u64 = 0;
  for (let i = essential; i < search.listCount; i++) postings += listAt(search, i).postings;
  while (essential > 0 && <u64>listAt(search, essential - 1).unionPostings < postings * DENSE) {
    postings += listAt(search, --essential).postings;
  }
  return essential;
}
