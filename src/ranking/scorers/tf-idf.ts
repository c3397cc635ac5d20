/**
 * The match of TF-IDF, in two forms: `lecture` dampens repetitions with
 * log(1 + tf); `tdv` counts them in full, which is what Frej et al. (SIGIR
 * 2020, Eq. 1) make differentiable. Neither looks at the length.
 */

import type { Match, TermScorer } from "./match.ts";

export type TfIdfForm = "lecture" | "tdv";

export function tfIdf({ form = "lecture" }: { form?: TfIdfForm } = {}): Match {
  const scorer: TermScorer = form === "lecture" ? Math.log1p : (frequency) => frequency;
  return {
    formula: form === "lecture" ? "log(1 + tf)" : "tf",
    growsWithFrequency: true,
    shrinksWithLength: true,
    isNonNegative: true,
    isLogLikelihood: false,
    term: () => scorer,
  };
}
