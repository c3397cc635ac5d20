/**
 * Whether any relevant document is in the first k.
 *
 * With one relevant document per query this equals recall, and some papers on MS
 * MARCO print it under that name; here the two are never mixed.
 */

import type { Measure } from "../measure.ts";
import { countRelevantRetrieved } from "../ranking-grades.ts";

export const hit: Measure = {
  name: "Hit",
  aliases: ["success"],
  summary: "1 if a relevant document is in the first k ranks",
  definition: "1 if any r_i ≥ rel, i ≤ k, else 0",
  edges: "0 when nothing is relevant",
  cutoff: "required",
  parameters: ["rel"],
  overall: "mean",
  score: (ranking, { rel, cutoff }) => (countRelevantRetrieved(ranking, rel, cutoff) > 0 ? 1 : 0),
};
