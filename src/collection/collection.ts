/**
 * A test collection: documents, named sets of queries, and judgements.
 *
 * Everything is streamed; each call starts from the beginning. A *split* is a
 * named set of queries with its judgements: train, dev, test, or just "all".
 */

import type { Document, Judgement, Query } from "./document.ts";

/** A test collection, read from the beginning with each call. */
export interface Collection {
  readonly name: string;
  /** The format it was read from: "beir", "smart", "trec", … */
  readonly format: string;
  /** Names of the query sets, in the order train, dev, test where they exist. */
  readonly splits: readonly string[];
  /** Sentences to show with any result on it, such as where its relevance judgements come from. */
  readonly notes: readonly string[];
  documents(): AsyncIterable<Document>;
  /** Throws `BAD_ARGUMENT` with the names of the splits when there is none of that name. */
  queries(split: string): AsyncIterable<Query>;
  /** Judgements of that split's queries. None for a split without judgements. */
  judgements(split: string): AsyncIterable<Judgement>;
}
