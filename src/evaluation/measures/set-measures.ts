/** Precision, recall and F1 of everything retrieved, as a set: ranks do not matter. */

import { computeF1, computePrecision, computeRecall, countContingency } from "../contingency.ts";
import type { Measure } from "../measure.ts";

export const setPrecision: Measure = {
  name: "SetP",
  aliases: ["set_P"],
  summary: "share of all retrieved documents that are relevant",
  definition: "TP / (TP + FP)",
  edges: "0 when nothing was retrieved",
  cutoff: "none",
  parameters: ["rel"],
  overall: "mean",
  score: (ranking, { rel }) => computePrecision(countContingency(ranking, rel)),
};

export const setRecall: Measure = {
  name: "SetR",
  aliases: ["set_recall"],
  summary: "share of the relevant documents that were retrieved at all",
  definition: "TP / (TP + FN)",
  edges: "0 when nothing is relevant",
  cutoff: "none",
  parameters: ["rel"],
  overall: "mean",
  score: (ranking, { rel }) => computeRecall(countContingency(ranking, rel)),
};

export const setF1: Measure = {
  name: "SetF1",
  aliases: ["set_F", "F1"],
  summary: "harmonic mean of SetP and SetR",
  definition: "2·TP / (2·TP + FP + FN)",
  edges: "0 when nothing relevant was retrieved",
  cutoff: "none",
  parameters: ["rel"],
  overall: "mean",
  score: (ranking, { rel }) => computeF1(countContingency(ranking, rel)),
};
