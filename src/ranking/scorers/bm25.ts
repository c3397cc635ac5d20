/**
 * The match of Okapi BM25 (Robertson et al., "Okapi at TREC-3", 1994).
 *
 * The form `k1-plus-1` carries the factor (k1 + 1) of the original formula. The
 * factor is common to all terms and cannot change a ranking; the form `lucene`
 * leaves it out, as Lucene has done since version 8. Lengths are exact, not
 * rounded to one byte as in Lucene.
 */

import type { Match } from "./match.ts";
import { checkNotNegative, checkShare } from "./parameter.ts";
import { createSharedScorer } from "./shared-scorer.ts";

export type Bm25Form = "lucene" | "k1-plus-1";

/** Parameters of BM25. */
export interface Bm25Options {
  /** Saturation of repeated occurrences. Finite and ≥ 0. */
  readonly k1?: number;
  /** The penalty of long documents, from 0 (none) to 1. */
  readonly b?: number;
  readonly form?: Bm25Form;
}

/** Parameters of BM25 and BM25F where none are given: those of Anserini. */
export const BM25_DEFAULTS = { k1: 0.9, b: 0.4 } as const;

/** The match function of BM25. */
export function bm25Match({
  k1 = BM25_DEFAULTS.k1,
  b = BM25_DEFAULTS.b,
  form = "lucene",
}: Bm25Options = {}): Match {
  checkNotNegative("BM25 k1", k1);
  checkShare("BM25 b", b);
  const factor = form === "k1-plus-1" ? k1 + 1 : 1;
  return {
    formula: `${form === "k1-plus-1" ? "(k1 + 1)·" : ""}tf / (tf + k1·(1 - b + b·length / mean length))`,
    growsWithFrequency: true,
    shrinksWithLength: true,
    isNonNegative: true,
    isConcave: true,
    isAtMostOne: factor === 1,
    isLogLikelihood: false,
    term: createSharedScorer(({ averageLength }) => {
      const base = k1 * (1 - b);
      const slope = (k1 * b) / averageLength;
      return (frequency, length) => (factor * frequency) / (frequency + base + slope * length);
    }),
  };
}
