/**
 * What every classical scorer is made of: sum over query terms of
 *
 *   weight(t) · salience(t) · match(t, d)
 *
 * The match depends on the frequency of a term in a document and on the length
 * of the document. The salience is a factor per term: idf, 1, or a learned
 * number. Either can be replaced without the other. A model that also scores
 * the length of every document (a language model) does so in `document`, per
 * unit of query weight.
 */

import type { TermStatistics } from "../../index/snapshots/index.ts";

/** What a scorer needs to know about the whole collection. */
export interface MatchStatistics {
  readonly documentCount: number;
  /** Sum of all lengths. */
  readonly totalLength: number;
  /** Mean length. NaN for a collection without documents, which has no term to score. */
  readonly averageLength: number;
  /** Occurrences of the most frequent term. 0 for an empty collection. */
  readonly maxCollectionFrequency: number;
}

/** Scores one term in one document. Neither number needs to be whole; `frequency` is above 0. */
export type TermScorer = (frequency: number, length: number) => number;

/** What a document gets for its length alone, per unit of query weight. */
export type LengthScorer = (length: number) => number;

/** How well a document matches one term, before salience. */
export interface Match {
  /** The formula of one term as people write it. */
  readonly formula: string;
  /** More occurrences never lower the value. Upper bounds over a block of postings rest on this … */
  readonly growsWithFrequency: boolean;
  /** … and on this: a longer document never raises the value. */
  readonly shrinksWithLength: boolean;
  /** No value is below 0. With a negative salience the contribution still is. */
  readonly isNonNegative: boolean;
  /** The value is 0 at a frequency of 0 and never grows faster with it than before. Default: not known. */
  readonly isConcave?: boolean;
  /** The score is the logarithm of a probability, up to a constant of the query. */
  readonly isLogLikelihood: boolean;
  /** Computes everything that does not depend on the document, once per query term. */
  term(statistics: TermStatistics, collection: MatchStatistics): TermScorer;
  readonly document?: LengthScorer;
}
