/**
 * The statistics of a whole collection, for a snapshot that holds only some of its documents, such
 * as the candidates that a cluster found: scores are then those of the whole collection.
 *
 * Methods that look terms up may throw a `PageFault`.
 */

import type { TermWeights } from "../weights/term-weights.ts";
import type { TermStatistics } from "./index-view.ts";

/** The number of documents of a text, and the sum of their lengths. */
export interface TextStatistics {
  readonly documentCount: number;
  readonly totalLength: number;
}

/** What is known about a whole collection. A term of a text field begins with the prefix of its field. */
export interface GlobalStatistics extends TextStatistics {
  /** The identity of its index, which cursors name. */
  readonly indexId: string;
  readonly maxCollectionFrequency: number;
  /** Two-sided weights of the collection; undefined if all are 1. */
  readonly weights?: TermWeights | undefined;
  /** A text field by its number. */
  field(number: number): TextStatistics;
  /** The number of documents that have one of the text fields. */
  countDocuments(fields: readonly number[]): number;
  /** Undefined for a term that no document contains. */
  term(term: string): TermStatistics | undefined;
  /** The number of documents that contain one of these terms of different fields, the same word in each. */
  countDocumentsWith(terms: readonly string[]): number;
  /** Requests terms, so that missing ones are fetched together. */
  needTerms(terms: Iterable<string>): void;
  /** Terms with a prefix that are not before `start`, in byte order, at most `limit`. */
  termsFrom(start: string, prefix: string, limit: number): readonly string[];
  /** All surface forms in byte order, each with its rank by frequency, as a segment has them. */
  readForms(): Promise<Iterable<readonly [form: string, count: number]>>;
}

/** How a snapshot is opened. */
export interface SnapshotOptions {
  /** Whether all bytes of a remote index are read. */
  readonly isWhole?: boolean;
  /** The statistics of the collection that the documents belong to, if they are only some of it. */
  readonly collection?: GlobalStatistics | undefined;
}
