/** Reciprocal rank of the first relevant document; its mean over queries is MRR. */

import type { Measure } from "../measure.ts";

export const reciprocalRank: Measure = {
  name: "RR",
  aliases: ["recip_rank", "MRR"],
  summary: "1 / rank of the first relevant document",
  definition: "1 / min(i : r_i ≥ rel, i ≤ k)",
  edges: "0 when no relevant document is retrieved (within k)",
  cutoff: "optional",
  parameters: ["rel"],
  overall: "mean",

  score({ grades }, { rel, cutoff }) {
    const end = Math.min(cutoff, grades.length);
    for (let i = 0; i < end; i++) if ((grades[i] as number) >= rel) return 1 / (i + 1);
    return 0;
  },
};
