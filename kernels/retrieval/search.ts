/** The state of a search in one segment, shared by its steps. */

import { Term } from "./term";

@unmanaged
export class Search {
  /** Addresses of the terms, by what their window bound is, lowest first. */
  terms: usize;
  termCount: u32;
  /** The first of `terms` without which a document cannot enter. */
  essential: u32;
  /** Sums of the window bounds up to and including each term. */
  sums: usize;

  documentLimit: u32;
  /** Number of the segment's first document in the index. */
  firstDocument: u32;
  /** Class of each document's length, one byte each. */
  classes: usize;
  /** A bit for each document that is deleted, or 0 if none is. */
  deleted: usize;
  /** A bit for each document of the index that may be returned, or 0 if all may. */
  allowed: usize;
  /** Clauses that a document must match at least. */
  minMatch: u32;
  /** Bits of a sum's marks that each clause owns; with 0 the marks count the clauses in 16 bits. */
  markBits: u32;
  /** What a document gets for its class of length, beside its terms; and the most of it. */
  parts: usize;
  largestPart: i32;

  /** First document of the next window. */
  from: u32;
  /** Documents that are surely worth less cannot enter. */
  floor: i32;

  /** One sum for each document of a window, as sums.ts tells. */
  sumsOfDocuments: usize;
  /** Documents whose sums are high enough; room for two windows of them. */
  kept: usize;
  /** A bit for each document of a window, 0 between windows. */
  marks: usize;
  /** Documents that may still enter, and what they have so far. */
  survivors: usize;
  survivorSums: usize;

  /** How many documents are asked for. */
  top: u32;
  candidates: usize;
  candidateSums: usize;
  /** Class of each one's length, a byte each. */
  candidateClasses: usize;
  candidateCount: u32;
  /** Histogram of what candidates are worth at least, 0 between searches; its lowest bar in use, and how many reach it. */
  bars: usize;
  lowestBar: u32;
  inBars: u32;
  /** Their exact scores; room to order them; then documents and scores in order. */
  scores: usize;
  keys: usize;
  ordered: usize;
  orderedScores: usize;
  steps: usize;
  /** By class of length: how much less than its sum a document may be worth. */
  slack: usize;
  /** Marks from this on say that the sum has no such limit. */
  doubtful: u32;

  /** Postings looked at. */
  touchedPostings: u32;
  /** Whether a posting may be worth less than nothing. */
  hasNegative: u32;
  /** Never reset by the caller. */
  base: i32;
}

export function termAt(search: Search, i: u32): Term {
  return changetype<Term>(<usize>load<u32>(search.terms + ((<usize>i) << 2)));
}

/** The worth in a sum; the low half holds marks. */
export function worth(sum: i64): i32 {
  return <i32>(sum >> 32);
}
