/** All measures, in the order of help and documentation. */

import type { Measure } from "./measure.ts";
import { averagePrecision } from "./measures/average-precision.ts";
import { bpref } from "./measures/bpref.ts";
import { relevantRetrievedCount, relevantTotal, retrievedCount } from "./measures/counts.ts";
import { dcg } from "./measures/dcg.ts";
import { hit } from "./measures/hit.ts";
import { judged } from "./measures/judged.ts";
import { ndcg } from "./measures/ndcg.ts";
import { precision } from "./measures/precision.ts";
import { rPrecision } from "./measures/r-precision.ts";
import { recall } from "./measures/recall.ts";
import { reciprocalRank } from "./measures/reciprocal-rank.ts";
import { setF1, setPrecision, setRecall } from "./measures/set-measures.ts";

/** All measures, in the order in which they are listed. */
export const MEASURES: readonly Measure[] = [
  ndcg,
  dcg,
  averagePrecision,
  reciprocalRank,
  precision,
  recall,
  hit,
  rPrecision,
  bpref,
  judged,
  setPrecision,
  setRecall,
  setF1,
  retrievedCount,
  relevantTotal,
  relevantRetrievedCount,
];
