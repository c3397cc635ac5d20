/**
 * What ranking sees of an index: a fixed set of numbered documents, terms with
 * their statistics, and posting lists in document order.
 *
 * Documents are numbered 0 … documentLimit - 1 over all segments; deleted ones
 * keep their number but appear in no posting list, no statistic and no result, so
 * `documentCount` may be less.
 * Statistics are exact for the living documents.
 */

import type { TermWeights } from "../weights/term-weights.ts";

/** Larger than any document number; what a cursor shows once its list is used up. */
export const EXHAUSTED = 0x7fffffff;

/** How frequent a term is. */
export interface TermStatistics {
  /** Documents that contain the term. */
  readonly documentFrequency: number;
  /** Occurrences in all documents. */
  readonly collectionFrequency: number;
}

/** Walks one posting list, front to back. */
export interface PostingsCursor {
  /** Current document: -1 before the first move, EXHAUSTED after the last. */
  readonly document: number;
  /** Occurrences of the term in the current document. */
  readonly frequency: number;
  /** Moves to the next document and returns it. Safe to call past the end. */
  next(): number;
  /** Moves to the first document ≥ `target`, which must not lie behind `document`. */
  seek(target: number): number;
  /**
   * Where the term stands in the current document, ascending, from 0. Valid
   * until the next move. `BAD_ARGUMENT` for an index without positions.
   */
  positions(): Uint32Array;
}

/** A text field of an index, with how much it counts. */
export interface ViewField {
  readonly name: string;
  readonly weight: number;
  /** Its own length normalisation; absent where the ranker's counts. */
  readonly b?: number;
  /** The field as an index of its own. Its documents are those that have the field. */
  readonly view: IndexView;
}

/** An index as rankers see it. */
export interface IndexView {
  /** One more than the largest document number, deleted documents included. */
  readonly documentLimit: number;
  /** Living documents. */
  readonly documentCount: number;
  /** Sum of the lengths of the living documents, in index terms. */
  readonly totalLength: number;
  readonly hasPositions: boolean;
  /** The most occurrences that a term has; undefined where nobody has counted. */
  readonly maxCollectionFrequency?: number | undefined;
  /** Documents from this number on stand in posting lists but in no statistic; absent where all count. */
  readonly countedLimit?: number | undefined;
  /** How much an occurrence of each term counts; absent where each counts 1. See `withTermWeights`. */
  readonly weights?: TermWeights | undefined;
  /** The text fields whose words are one text here, in order; absent where there are no fields. */
  readonly fields?: readonly ViewField[] | undefined;
  /**
   * Says that the lists of these terms will be read, for an index that is far away: what is missing is
   * fetched together. Absent where all lists are here.
   */
  readonly needLists?: ((terms: Iterable<string>) => void) | undefined;
  /** Undefined for a term that no living document contains. */
  term(term: string): TermStatistics | undefined;
  /** A fresh cursor; undefined exactly where `term` is. */
  postings(term: string): PostingsCursor | undefined;
  /** Exact length of a document in index terms (stopped words do not count). */
  length(document: number): number;
  /** The external id. */
  id(document: number): string;
  /**
   * Compares the ids of two documents by bytes: negative when that of `a` comes
   * first. Decides ties, so it must be cheap enough for hot loops.
   */
  compareIds(a: number, b: number): number;
  /** The number of a living document; undefined for an unknown or deleted id. */
  find(id: string): number | undefined;
  /** Distinct index terms of one document with their frequencies, from the forward index. */
  readTerms(document: number): Promise<ReadonlyMap<string, number>>;
  /** All terms that are not before `start`, in byte order, at most `limit`. */
  termsFrom(start: string, limit: number): readonly string[];
  /** All terms from `prefix` on that start with it, in byte order, at most `limit`. */
  termsWithPrefix(prefix: string, limit: number): readonly string[];
}
