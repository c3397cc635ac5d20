/**
 * The counts that trec_eval prints beside its measures. Over queries they are summed, not averaged.
 */

import type { Measure } from "../measure.ts";
import { countRelevant, countRelevantRetrieved } from "../ranking-grades.ts";

export const retrievedCount: Measure = {
  name: "NumRet",
  aliases: ["num_ret"],
  summary: "documents retrieved",
  definition: "number of retrieved documents",
  edges: "summed over queries",
  cutoff: "none",
  parameters: [],
  overall: "sum",
  score: ({ grades }) => grades.length,
};

export const relevantTotal: Measure = {
  name: "NumRel",
  aliases: ["num_rel"],
  summary: "documents that are relevant",
  definition: "R",
  edges: "summed over queries, those the run misses included",
  cutoff: "none",
  parameters: ["rel"],
  overall: "sum",
  score: (ranking, { rel }) => countRelevant(ranking, rel),
};

export const relevantRetrievedCount: Measure = {
  name: "NumRelRet",
  aliases: ["num_rel_ret"],
  summary: "relevant documents retrieved",
  definition: "#(r_i ≥ rel)",
  edges: "summed over queries",
  cutoff: "none",
  parameters: ["rel"],
  overall: "sum",
  score: (ranking, { rel }) => countRelevantRetrieved(ranking, rel, Infinity),
};
