/**
 * Reads the essential lists of a window: adds their postings, and collects the
 * documents that the non-essential lists could lift to the threshold.
 */

import {
  addAndCollect,
  addOne,
  addOnly,
  addWhereSet,
  collectOnce,
  findLowest,
} from "./accumulators";
import { allowedPostings } from "./filter";
import { ListState, ROW_OFFSET, SearchState } from "./layout.generated";
import { Mem } from "./memory";
import { find, openDocuments, openRows, rowAt } from "./posting-list";
import { listAt, scoreIn } from "./search-state";
import { dropWindowCandidates } from "./window-candidates";

/**
 * One essential list: its postings that score `required` are the survivors, in
 * document order. Returns the number of survivors.
 */
export function readOneEssential(
  search: SearchState,
  list: ListState,
  to: u32,
  required: i32,
): u32 {
  const lengthClasses = list.lengthClasses;
  const survivors = search.survivors;
  const accumulators = search.survivorAccumulators;
  let count: u32 = 0;
  while (list.block < list.blocks) {
    const end = openUntil(search, list, to);
    const documents = list.documents;
    const rows = documents + ROW_OFFSET;
    for (let i = list.position; i < end; i++) {
      const document = Mem.word(documents, i);
      const lengthClass = <usize>load<u8>(lengthClasses + document);
      const contribution = load<i64>(<usize>Mem.word(rows, i) + (lengthClass << 3));
      Mem.setWord(survivors, count, document);
      Mem.setWide(accumulators, count, contribution);
      count += u32(scoreIn(contribution) >= required);
    }
    list.position = end;
    if (Mem.word(list.lastDocuments, list.block) >= to) break;
    list.block++;
  }
  return count;
}

/**
 * Several essential lists: postings are added to the window's accumulators.
 * Documents that score `required` become the window's candidates, in no order. A
 * block is skipped if its upper bound and those of all other lists in the window,
 * `totalBound` together, stay below the threshold. Returns the number of candidates.
 */
export function readEssentials(
  search: SearchState,
  to: u32,
  totalBound: i32,
  required: i32,
): u32 {
  // If postings may score below 0, an accumulator can decrease again; so all documents
  // are candidates at first.
  const lowest = findLowest(search, search.hasNegative ? 0 : required);
  const candidates = search.windowCandidates;
  let out = candidates;
  let reach: i32 = 0; // the largest accumulator that the lists so far can reach
  for (let i = search.firstEssential; i < search.listCount; i++) {
    const list = listAt(search, i);
    reach += list.windowBound;
    const isUnreached = reach < required && !search.hasNegative;
    const others =
      search.wordCount > 0
        ? list.otherBound + search.largestLengthPart
        : totalBound - list.windowBound;
    const requiredOfBlock = search.threshold - others;
    const previousEnd = out;
    while (list.block < list.blocks) {
      if (<i32>Mem.word(list.upperBounds, list.block) >= requiredOfBlock) {
        if (search.isFilterSparse) {
          out = addAllowed(search, list, to, lowest, out);
          if (Mem.word(list.lastDocuments, list.block) >= to) break;
          list.block++;
          continue;
        }
        const end = openUntil(search, list, to);
        const documents = list.documents;
        const at = documents + ((<usize>list.position) << 2);
        if (isUnreached) addOnly(search, list.lengthClasses, at, documents + ((<usize>end) << 2));
        else {
          const last = documents + ((<usize>end) << 2);
          out = addAndCollect(search, list.lengthClasses, at, last, lowest, out);
        }
        list.position = end;
      }
      if (Mem.word(list.lastDocuments, list.block) >= to) break;
      list.block++;
    }
    out = collectOnce(search, previousEnd, out);
  }
  const count = <u32>(out - candidates) >>> 2;
  return search.hasNegative ? dropWindowCandidates(search, count, required) : count;
}

/**
 * Like `addAndCollect`, for the postings before `to` of the current block whose
 * documents are allowed.
 */
function addAllowed(search: SearchState, list: ListState, to: u32, lowest: i64, out: usize): usize {
  openDocuments(list);
  const end = endBefore(search, list, to);
  const documents = list.documents;
  const postings = search.survivors; // unused before there are candidates
  const count = allowedPostings(search, documents, list.position, end, postings);
  list.position = end;
  for (let i: u32 = 0; i < count; i++) {
    const posting = Mem.word(postings, i);
    const document = Mem.word(documents, posting);
    const lengthClass = <usize>load<u8>(list.lengthClasses + document);
    const contribution = load<i64>(rowAt(list, posting) + (lengthClass << 3));
    Mem.setWord(<usize>out, 0, document);
    out += (<usize>(addOne(search, document, contribution) >= lowest)) << 2;
  }
  return out;
}

/** Adds the postings before `to` of a list to the accumulators of the documents in `search.windowBits`. */
export function addToCandidates(search: SearchState, list: ListState, to: u32): void {
  while (list.block < list.blocks) {
    const end = openUntil(search, list, to);
    const documents = list.documents;
    const at = documents + ((<usize>list.position) << 2);
    addWhereSet(search, list.lengthClasses, at, documents + ((<usize>end) << 2));
    list.position = end;
    if (Mem.word(list.lastDocuments, list.block) >= to) break;
    list.block++;
  }
}

/** Decodes the current block and returns the end of its postings before `to`. */
function openUntil(search: SearchState, list: ListState, to: u32): u32 {
  openDocuments(list);
  openRows(list);
  return endBefore(search, list, to);
}

/** The end of the postings before `to` of the decoded block; moves to the first one of the window. */
function endBefore(search: SearchState, list: ListState, to: u32): u32 {
  const from = search.windowStart;
  if (Mem.word(list.documents, list.position) < from) {
    list.position = find(list, list.position, from);
  }
  const end =
    Mem.word(list.lastDocuments, list.block) < to ? list.size : find(list, list.position, to);
  search.touchedPostings += end - list.position;
  return end;
}
