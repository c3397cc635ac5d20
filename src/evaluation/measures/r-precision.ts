/** Precision at rank R, where it equals recall. */

import { relevantCount, relevantRetrieved } from "../judged-ranking.ts";
import type { Measure } from "../measure.ts";

export const rPrecision: Measure = {
  name: "Rprec",
  aliases: ["Rprec", "R-precision"],
  summary: "precision after as many documents as are relevant",
  definition: "#(r_i ≥ rel, i ≤ R) / R",
  edges: "0 when nothing is relevant",
  cutoff: "none",
  parameters: ["rel"],
  overall: "mean",

  score(judged, { rel }) {
    const relevant = relevantCount(judged, rel);
    return relevant === 0 ? 0 : relevantRetrieved(judged, rel, relevant) / relevant;
  },
};
