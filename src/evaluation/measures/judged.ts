/**
 * The share of retrieved documents that have been judged. If it is low, other measures are
 * uncertain.
 */

import type { Measure } from "../measure.ts";
import { countRelevantRetrieved } from "../ranking-grades.ts";

export const judged: Measure = {
  name: "Judged",
  aliases: [],
  summary: "share of the first k documents that have been judged",
  definition: "#(i ≤ k with a grade ≥ 0) / min(k, retrieved)",
  edges: "0 when nothing was retrieved; in the pool but unjudged (grade < 0) is not judged",
  cutoff: "optional",
  parameters: [],
  overall: "mean",

  score(ranking, { cutoff }) {
    const depth = Math.min(cutoff, ranking.grades.length);
    return depth === 0 ? 0 : countRelevantRetrieved(ranking, 0, cutoff) / depth;
  },
};
