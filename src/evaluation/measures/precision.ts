/** Precision at a cutoff. The denominator stays k when fewer documents were retrieved. */

import { relevantRetrieved } from "../judged-ranking.ts";
import type { Measure } from "../measure.ts";

export const precision: Measure = {
  name: "P",
  aliases: ["P", "precision"],
  summary: "share of the first k ranks that hold a relevant document",
  definition: "#(r_i ≥ rel, i ≤ k) / k",
  edges: "divides by k also when fewer documents were retrieved",
  cutoff: "required",
  parameters: ["rel"],
  overall: "mean",
  score: (judged, { rel, cutoff }) => relevantRetrieved(judged, rel, cutoff) / cutoff,
};
