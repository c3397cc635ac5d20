/**
 * A test collection: documents, named sets of queries, and judgements.
 *
 * Everything is streamed; each call starts from the beginning. A *split* is a
 * named set of queries with its judgements: train, dev, test, or just "all".
 */

import type { Document, Judgement, Query } from "./document.ts";

/** A test collection; each call reads it from the beginning. */
export interface Collection {
  readonly name: string;
  /** The format it was read from: "beir", "smart", "trec", … */
  readonly format: string;
  /** Names of the query sets, in the order train, dev, test where they exist. */
  readonly splits: readonly string[];
  /** Sentences to show with any result on it, such as the origin of its relevance judgements. */
  readonly notes: readonly string[];
  documents(): AsyncIterable<Document>;
  /** Fails with `BAD_ARGUMENT`, which lists the splits, if there is none of that name. */
  queries(split: string): AsyncIterable<Query>;
  /** Judgements of that split's queries; empty for a split without judgements. */
  judgements(split: string): AsyncIterable<Judgement>;
}
