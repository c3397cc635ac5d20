/**
 * Normalised discounted cumulative gain.
 *
 * Järvelin and Kekäläinen, TOIS 2002. The default form is trec_eval's ndcg and
 * ndcg_cut; gain.ts has the others. The ideal ranking is that of all judged
 * documents of the query, retrieved or not.
 */

import { computeDcg } from "../gain.ts";
import type { Measure } from "../measure.ts";

export const ndcg: Measure = {
  name: "nDCG",
  aliases: ["ndcg", "ndcg_cut"],
  summary: "gain from the ranking, discounted by rank, against the best ranking possible",
  definition: "DCG@k / DCG@k of all judged documents, best grade first",
  edges: "0 when no grade is above 0; grades of 0 and below gain nothing",
  cutoff: "optional",
  parameters: ["form"],
  overall: "mean",

  score({ grades, ideal }, { form, cutoff }) {
    const best = computeDcg(ideal, form, cutoff);
    return best === 0 ? 0 : computeDcg(grades, form, cutoff) / best;
  },
};
