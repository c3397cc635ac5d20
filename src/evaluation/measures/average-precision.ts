/** Average precision; its mean over queries is MAP. With a cutoff, trec_eval's map_cut. */

import { relevantCount } from "../judged-ranking.ts";
import type { Measure } from "../measure.ts";

export const averagePrecision: Measure = {
  name: "AP",
  aliases: ["map", "map_cut"],
  summary: "mean of the precisions at the ranks of the relevant documents",
  definition: "(1/R) · Σ over i ≤ k with r_i ≥ rel of P@i",
  edges: "divides by all relevant documents, retrieved or not; 0 when nothing is relevant",
  cutoff: "optional",
  parameters: ["rel"],
  overall: "mean",

  score(judged, { rel, cutoff }) {
    const relevant = relevantCount(judged, rel);
    if (relevant === 0) return 0;
    const end = Math.min(cutoff, judged.grades.length);
    let found = 0;
    let sum = 0;
    for (let i = 0; i < end; i++) {
      if ((judged.grades[i] as number) >= rel) sum += ++found / (i + 1);
    }
    return sum / relevant;
  },
};
