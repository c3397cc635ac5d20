/** Recall at a cutoff: of the relevant documents, how many are in the first k. */

import type { Measure } from "../measure.ts";
import { countRelevant, countRelevantRetrieved } from "../ranking-grades.ts";

export const recall: Measure = {
  name: "R",
  aliases: ["recall"],
  summary: "share of the relevant documents that are in the first k ranks",
  definition: "#(r_i ≥ rel, i ≤ k) / R",
  edges: "0 when nothing is relevant",
  cutoff: "required",
  parameters: ["rel"],
  overall: "mean",

  score(ranking, { rel, cutoff }) {
    const relevant = countRelevant(ranking, rel);
    return relevant === 0 ? 0 : countRelevantRetrieved(ranking, rel, cutoff) / relevant;
  },
};
