/**
 * Judged queries as numbers: the terms that the index has, their counts, and the relevant
 * documents.
 *
 * Queries without any relevant document in the index are skipped. The report counts them.
 */

import { badArgument } from "../common/errors.ts";
import type { IndexView } from "../index/snapshots/index.ts";
import type { PostingMatrix } from "./posting-matrix.ts";
import type { QueryJudgements, TermQuery } from "./query-judgements.ts";

/** The cutoff of the measure that is learned and chosen by: nDCG@10. */
export const CUTOFF = 10;

export interface TrainingQuery {
  readonly id: string;
  /** Distinct known terms in the order of first appearance, and their counts. */
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  /** Grades of relevant documents of the index, by number. */
  readonly grades: ReadonlyMap<number, number>;
  /** Documents that never count as relevant. */
  readonly excluded: ReadonlySet<number>;
  /** Discounted gain of the ideal ranking, including relevant documents that the index lacks. */
  readonly idealGain: number;
  /** The number of relevant documents, including those that the index lacks. */
  readonly relevant: number;
}

/** `BAD_ARGUMENT` if no query has a known term and a relevant document. */
export function createTrainingQueries(
  view: IndexView,
  matrix: PostingMatrix,
  { queries, judgements }: QueryJudgements,
): TrainingQuery[] {
  if (queries.length === 0) throw badArgument("there are no queries to learn from");
  const queriesWithJudgements = queries.filter(({ id }) => judgements.has(id));
  if (queriesWithJudgements.length === 0) {
    throw badArgument(`none of the ${queries.length} queries has a judgement`);
  }
  const all = queriesWithJudgements.map((query) =>
    toTrainingQuery(view, matrix, query, judgements.get(query.id)),
  );
  const useful = all.filter(({ terms, grades }) => terms.length > 0 && grades.size > 0);
  if (useful.length === 0) {
    const withAnswer = all.filter(({ grades }) => grades.size > 0).length;
    throw badArgument(
      `nothing to learn from: of ${queriesWithJudgements.length} judged queries ${withAnswer} have a relevant document in the index, and none of those has a term of the index`,
    );
  }
  return useful;
}

function toTrainingQuery(
  view: IndexView,
  matrix: PostingMatrix,
  { id, terms, exclude = [] }: TermQuery,
  judgements: ReadonlyMap<string, number> = new Map(),
): TrainingQuery {
  const counts = new Map<number, number>();
  for (const term of terms) {
    const number = matrix.number(term);
    if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  const excludedIds = new Set(exclude);
  const grades = new Map<number, number>();
  const gains: number[] = [];
  for (const [document, grade] of judgements) {
    if (!(grade > 0) || excludedIds.has(document)) continue;
    gains.push(grade);
    const number = view.find(document);
    if (number !== undefined) grades.set(number, grade);
  }
  gains.sort((a, b) => b - a);
  return {
    id,
    terms: Uint32Array.from(counts.keys()),
    counts: Uint32Array.from(counts.values()),
    grades,
    excluded: new Set(exclude.flatMap((each) => view.find(each) ?? [])),
    idealGain: computeDiscountedGain(gains),
    relevant: gains.length,
  };
}

/** Discounted cumulative gain of the first grades of a ranking (Järvelin and Kekäläinen 2002). */
export function computeDiscountedGain(gains: ArrayLike<number>): number {
  let gain = 0;
  for (let rank = 0; rank < CUTOFF && rank < gains.length; rank++) {
    gain += (gains[rank] as number) / Math.log2(rank + 2);
  }
  return gain;
}
