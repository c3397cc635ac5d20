/**
 * The two-by-two table of retrieval: retrieved or not, relevant or not.
 *
 * Documents without a judgement count as not relevant, as everywhere except in
 * bpref and Judged.
 */

import { badArgument } from "../common/errors.ts";
import { countRelevant, countRelevantRetrieved, type RankingGrades } from "./ranking-grades.ts";

/** The numbers of documents by retrieved or not, relevant or not. */
export interface Contingency {
  /** Retrieved and relevant. */
  readonly truePositives: number;
  /** Retrieved, not relevant. */
  readonly falsePositives: number;
  /** Relevant, not retrieved. */
  readonly falseNegatives: number;
  /** Neither. Present only if the size of the collection is known. */
  readonly trueNegatives?: number;
}

/** Counts the table; `documentCount` is the size of the collection, for the true negatives. */
export function countContingency(
  ranking: RankingGrades,
  rel: number,
  documentCount?: number,
): Contingency {
  const retrieved = ranking.grades.length;
  const truePositives = countRelevantRetrieved(ranking, rel, Infinity);
  const falsePositives = retrieved - truePositives;
  const falseNegatives = countRelevant(ranking, rel) - truePositives;
  const table = { truePositives, falsePositives, falseNegatives };
  if (documentCount === undefined) return table;
  const trueNegatives = documentCount - retrieved - falseNegatives;
  if (!(trueNegatives >= 0)) {
    throw badArgument(
      `a collection of ${documentCount} documents cannot have ${retrieved} retrieved and ${falseNegatives} more relevant`,
    );
  }
  return { ...table, trueNegatives };
}

/** TP / (TP + FP), 0 when nothing was retrieved. */
export function computePrecision({ truePositives, falsePositives }: Contingency): number {
  return truePositives === 0 ? 0 : truePositives / (truePositives + falsePositives);
}

/** TP / (TP + FN), 0 when nothing is relevant. */
export function computeRecall({ truePositives, falseNegatives }: Contingency): number {
  return truePositives === 0 ? 0 : truePositives / (truePositives + falseNegatives);
}

/** The harmonic mean of precision and recall, 0 when both are. */
export function computeF1({ truePositives, falsePositives, falseNegatives }: Contingency): number {
  const twice = 2 * truePositives;
  return twice === 0 ? 0 : twice / (twice + falsePositives + falseNegatives);
}
