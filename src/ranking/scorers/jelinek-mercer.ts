/**
 * Query likelihood with Jelinek-Mercer smoothing (Zhai and Lafferty, TOIS
 * 2004): document and collection are mixed in a fixed proportion, so that,
 * unlike Dirichlet's, the part of the length lies within the match.
 */

import { badArgument } from "../../common/errors.ts";
import type { Match } from "./match.ts";

/** `lambda` is the document's share, above 0 and below 1. */
export function jelinekMercer({ lambda = 0.15 }: { lambda?: number } = {}): Match {
  if (!(lambda > 0 && lambda < 1)) {
    throw badArgument(`LM-JM lambda must be above 0 and below 1, got ${lambda}`);
  }
  return {
    formula: "log(1 + lambda·tf / ((1 - lambda)·length·p(t|C)))",
    growsWithFrequency: true,
    shrinksWithLength: true,
    isNonNegative: true,
    isLogLikelihood: true,
    term({ collectionFrequency }, { totalLength }) {
      const odds = (lambda * totalLength) / ((1 - lambda) * collectionFrequency);
      return (frequency, length) => Math.log1p((odds * frequency) / length);
    },
  };
}
