/**
 * Query likelihood with Jelinek-Mercer smoothing (Zhai and Lafferty, TOIS
 * 2004). Document and collection are mixed in a fixed proportion, so the length
 * is part of the match; Dirichlet smoothing has a separate term for it.
 */

import { badArgument } from "../../common/errors.ts";
import type { Match } from "./match.ts";

/** The match function of Jelinek-Mercer smoothing. `lambda` is the document's share, above 0 and below 1. */
export function jelinekMercerMatch({ lambda = 0.15 }: { lambda?: number } = {}): Match {
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
