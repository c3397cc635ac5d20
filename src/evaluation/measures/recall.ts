/** Recall at a cutoff: of the relevant documents, how many are in the first k. */

import { relevantCount, relevantRetrieved } from "../judged-ranking.ts";
import type { Measure } from "../measure.ts";

export const recall: Measure = {
  name: "R",
  aliases: ["recall"],
  summary: "share of the relevant documents that are in the first k ranks",
  definition: "#(r_i ≥ rel, i ≤ k) / R",
  edges: "0 when nothing is relevant",
  cutoff: "required",
  parameters: ["rel"],
  overall: "mean",

  score(judged, { rel, cutoff }) {
    const relevant = relevantCount(judged, rel);
    return relevant === 0 ? 0 : relevantRetrieved(judged, rel, cutoff) / relevant;
  },
};
