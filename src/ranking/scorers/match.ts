/**
 * The parts of every classical scorer: sum over query terms of
 *
 *   weight(t) · salience(t) · match(t, d)
 *
 * The match depends on the frequency of a term in a document and on the length of
 * the document. The salience is a factor per term: idf, 1, or a learned number.
 * Either can be replaced without the other. A model that also scores the length of
 * every document (a language model) does so in `document`, per unit of query weight.
 */

import type { TermStatistics } from "../../index/snapshots/index.ts";

/** Statistics of the whole collection that scorers use. */
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

/** The score of a document's length alone, per unit of query weight. */
export type LengthScorer = (length: number) => number;

/** How well a document matches one term, before salience. */
export interface Match {
  /** The formula of one term, for people. */
  readonly formula: string;
  /**
   * More occurrences never lower the value. Upper bounds over a block of postings
   * depend on this …
   */
  readonly growsWithFrequency: boolean;
  /** … and on this: a longer document never raises the value. */
  readonly shrinksWithLength: boolean;
  /** No value is below 0. With a negative salience the contribution still is. */
  readonly isNonNegative: boolean;
  /** The value is 0 at frequency 0 and concave in frequency. Default: not known. */
  readonly isConcave?: boolean;
  /** No value is above 1. Default: not known. */
  readonly isAtMostOne?: boolean;
  /** The score is the logarithm of a probability, up to a constant of the query. */
  readonly isLogLikelihood: boolean;
  /** Computes everything that does not depend on the document, once per query term. */
  term(statistics: TermStatistics, collection: MatchStatistics): TermScorer;
  readonly document?: LengthScorer;
}
