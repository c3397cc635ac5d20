/**
 * An index as rankers read it: a fixed set of numbered documents, terms with statistics, and
 * posting lists in document order.
 *
 * Documents are numbered 0 … documentLimit - 1 over all segments. Deleted documents keep their
 * number but appear in no posting list, no statistic and no result, so `documentCount` may be less.
 * Statistics are exact for the live documents.
 */

import type { TermWeights } from "../weights/term-weights.ts";
import type { FieldView } from "./field-view.ts";
import type { MultiFieldView } from "./multi-field-view.ts";

/** Larger than any document number; the current document of a cursor at the end of its list. */
export const EXHAUSTED = 0x7fffffff;

/**
 * Separates the terms of one query word in fields with different analyzers. No term contains it.
 */
export const TERM_SEPARATOR = "\u001f";

/** The frequencies of a term. */
export interface TermStatistics {
  /** Documents that contain the term. */
  readonly documentFrequency: number;
  /** Occurrences in all documents. */
  readonly collectionFrequency: number;
}

/** Iterates over one posting list in document order. */
export interface PostingsCursor {
  /** Current document: -1 before the first move, EXHAUSTED after the last. */
  readonly document: number;
  /** Occurrences of the term in the current document. */
  readonly frequency: number;
  /** Moves to the next document and returns it. Safe to call past the end. */
  next(): number;
  /** Moves to the first document ≥ `target`, which must not be before `document`. */
  seek(target: number): number;
  /**
   * The positions of the term in the current document, ascending, from 0. Valid until the next
   * move. Fails with `BAD_ARGUMENT` in an index without positions.
   */
  positions(): Uint32Array;
}

/** A text field of an index, with its weight. */
export interface ViewField {
  readonly name: string;
  readonly weight: number;
  /** Its own length normalisation; absent if the ranker's applies. */
  readonly b?: number;
  /** The field as an index of its own. Its documents are those that have the field. */
  readonly view: IndexView;
}

/** An index as rankers read it. */
export interface IndexView {
  /** One more than the largest document number, including deleted documents. */
  readonly documentLimit: number;
  /** Number of live documents. */
  readonly documentCount: number;
  /** Sum of the lengths of the live documents, in index terms. */
  readonly totalLength: number;
  readonly hasPositions: boolean;
  /** The largest collection frequency of a term; undefined if unknown. */
  readonly maxCollectionFrequency?: number | undefined;
  /**
   * Documents from this number on are in posting lists but in no statistic; absent if all count.
   */
  readonly countedLimit?: number | undefined;
  /** The weight of an occurrence of each term; absent if all are 1. See `withTermWeights`. */
  readonly weights?: TermWeights | undefined;
  /** The text fields that form one text here, in order; absent without fields. */
  readonly fields?: readonly ViewField[] | undefined;
  /**
   * Requests the lists of these terms of a remote index, so that missing ones are fetched together.
   * Absent if all lists are in memory.
   */
  readonly needLists?: ((terms: Iterable<string>) => void) | undefined;
  /** Undefined for a term that no live document contains. */
  term(term: string): TermStatistics | undefined;
  /** A new cursor; undefined exactly if `term` is. */
  postings(term: string): PostingsCursor | undefined;
  /** Exact length of a document in index terms; stop words do not count. */
  length(document: number): number;
  /** The external id. */
  id(document: number): string;
  /**
   * Compares the ids of two documents by bytes: negative if that of `a` sorts first. Breaks ties,
   * so it must be cheap enough for hot loops.
   */
  compareIds(a: number, b: number): number;
  /** The number of a live document; undefined for an unknown or deleted id. */
  find(id: string): number | undefined;
  /** Distinct index terms of one document with their frequencies, from the forward index. */
  readTerms(document: number): Promise<ReadonlyMap<string, number>>;
  /** All terms that are not before `start`, in byte order, at most `limit`. */
  termsFrom(start: string, limit: number): readonly string[];
  /** All terms from `prefix` on that start with it, in byte order, at most `limit`. */
  termsWithPrefix(prefix: string, limit: number): readonly string[];
}

/*
 * These test for members, not for classes, so that an index without fields does not load the code
 * for them.
 */

/** Whether a view is one of several text fields. */
export function isMultiFieldView(view: IndexView): view is MultiFieldView {
  return view.fields !== undefined && "snapshot" in view;
}

/** Whether a view is one of a single text field. */
export function isFieldView(view: IndexView): view is FieldView {
  return view.fields === undefined && "snapshot" in view;
}
