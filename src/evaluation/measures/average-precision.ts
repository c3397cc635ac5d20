/** Average precision; its mean over queries is MAP. With a cutoff, trec_eval's map_cut. */

import type { Measure } from "../measure.ts";
import { countRelevant } from "../ranking-grades.ts";

export const averagePrecision: Measure = {
  name: "AP",
  aliases: ["map", "map_cut"],
  summary: "mean of the precisions at the ranks of the relevant documents",
  definition: "(1/R) · Σ over i ≤ k with r_i ≥ rel of P@i",
  edges: "divides by all relevant documents, retrieved or not; 0 when nothing is relevant",
  cutoff: "optional",
  parameters: ["rel"],
  overall: "mean",

  score(ranking, { rel, cutoff }) {
    const relevant = countRelevant(ranking, rel);
    if (relevant === 0) return 0;
    const end = Math.min(cutoff, ranking.grades.length);
    let relevantSoFar = 0;
    let sum = 0;
    for (let i = 0; i < end; i++) {
      if ((ranking.grades[i] as number) >= rel) sum += ++relevantSoFar / (i + 1);
    }
    return sum / relevant;
  },
};
