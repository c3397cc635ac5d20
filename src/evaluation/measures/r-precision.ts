/** Precision at rank R, where it equals recall. */

import type { Measure } from "../measure.ts";
import { countRelevant, countRelevantRetrieved } from "../ranking-grades.ts";

export const rPrecision: Measure = {
  name: "Rprec",
  aliases: ["Rprec", "R-precision"],
  summary: "precision after as many documents as are relevant",
  definition: "#(r_i ≥ rel, i ≤ R) / R",
  edges: "0 when nothing is relevant",
  cutoff: "none",
  parameters: ["rel"],
  overall: "mean",

  score(ranking, { rel }) {
    const relevant = countRelevant(ranking, rel);
    return relevant === 0 ? 0 : countRelevantRetrieved(ranking, rel, relevant) / relevant;
  },
};
