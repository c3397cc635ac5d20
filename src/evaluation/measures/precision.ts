/** Precision at a cutoff. The denominator stays k when fewer documents were retrieved. */

import type { Measure } from "../measure.ts";
import { countRelevantRetrieved } from "../ranking-grades.ts";

export const precision: Measure = {
  name: "P",
  aliases: ["P", "precision"],
  summary: "share of the first k ranks that hold a relevant document",
  definition: "#(r_i ≥ rel, i ≤ k) / k",
  edges: "divides by k also when fewer documents were retrieved",
  cutoff: "required",
  parameters: ["rel"],
  overall: "mean",
  score: (ranking, { rel, cutoff }) => countRelevantRetrieved(ranking, rel, cutoff) / cutoff,
};
