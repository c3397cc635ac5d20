/**
 * The match of TF-IDF in two forms: `log-tf` dampens repetitions with
 * log(1 + tf); `raw-tf` counts them in full, the form that Frej et al. (SIGIR
 * 2020, Eq. 1) make differentiable. Neither depends on the length.
 */

import type { Match, TermScorer } from "./match.ts";

export type TfIdfForm = "log-tf" | "raw-tf";

/** The match function of TF-IDF. */
export function tfIdfMatch({ form = "log-tf" }: { form?: TfIdfForm } = {}): Match {
  const scorer: TermScorer = form === "log-tf" ? Math.log1p : (frequency) => frequency;
  return {
    formula: form === "log-tf" ? "log(1 + tf)" : "tf",
    growsWithFrequency: true,
    shrinksWithLength: true,
    isNonNegative: true,
    isConcave: true,
    isLogLikelihood: false,
    term: () => scorer,
  };
}
