/**
 * Query likelihood with Dirichlet smoothing (Zhai and Lafferty, TOIS 2004):
 *
 *   sum over t in q of log(1 + tf / (mu·p(t|C)))  +  |q|·log(mu / (length + mu))
 *
 * which is the log likelihood less the constant sum of log p(t|C). The length part
 * counts every known query term, whether it occurs in the document or not; adding it
 * for matching terms only, as some engines do, favours long documents.
 */

import type { Match } from "./match.ts";
import { checkPositive } from "./parameter.ts";

/** The match function of Dirichlet smoothing. `mu` is the number of pseudo-occurrences that the prior adds. */
export function dirichletMatch({ mu = 1000 }: { mu?: number } = {}): Match {
  checkPositive("LM mu", mu);
  return {
    formula: "log(1 + tf / (mu·p(t|C)))",
    growsWithFrequency: true,
    shrinksWithLength: true,
    isNonNegative: true,
    isLogLikelihood: true,
    term({ collectionFrequency }, { totalLength }) {
      const expected = (mu * collectionFrequency) / totalLength;
      return (frequency) => Math.log1p(frequency / expected);
    },
    document: (length) => -Math.log1p(length / mu),
  };
}
