/**
 * Pivoted length normalisation: the dampened frequency of TF-IDF, divided by a
 * factor for the document's length relative to the mean, which is the pivot.
 *
 * Singhal, Buckley and Mitra, "Pivoted document length normalization", SIGIR 1996,
 * with the single logarithm log(1 + tf) in place of their double one.
 */

import type { Match } from "./match.ts";
import { checkShare } from "./parameter.ts";
import { createSharedScorer } from "./shared-scorer.ts";

/**
 * The match function of pivoted length normalisation. `b` is the penalty of long
 * documents, from 0 (none) to 1.
 */
export function pivotedLengthMatch({ b = 0.2 }: { b?: number } = {}): Match {
  checkShare("PL b", b);
  return {
    formula: "log(1 + tf) / (1 - b + b·length / mean length)",
    growsWithFrequency: true,
    shrinksWithLength: true,
    isNonNegative: true,
    isConcave: true,
    isLogLikelihood: false,
    term: createSharedScorer(({ averageLength }) => {
      const slope = b / averageLength;
      return (frequency, length) => Math.log1p(frequency) / (1 - b + slope * length);
    }),
  };
}
