/** Discounted cumulative gain, not normalised: queries with more relevant documents weigh more. */

import { computeDcg } from "../gain.ts";
import type { Measure } from "../measure.ts";

export const dcg: Measure = {
  name: "DCG",
  aliases: [],
  summary: "gain from the ranking, discounted by rank",
  definition:
    "linear: Σ r_i / log2(i+1); exp: Σ (2^r_i − 1) / log2(i+1); log-rank: r_1 + Σ_{i≥2} r_i / log2(i); i ≤ k",
  edges: "not bounded by 1; grades of 0 and below gain nothing",
  cutoff: "optional",
  parameters: ["form"],
  overall: "mean",
  score: ({ grades }, { form, cutoff }) => computeDcg(grades, form, cutoff),
};
