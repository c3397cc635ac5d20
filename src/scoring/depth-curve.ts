/**
 * The value of a measure at every re-ranking depth, from one scoring pass.
 *
 * At depth n the first n candidates are sorted by the model, ties in first-stage order. The others
 * follow in first-stage order, or are dropped with `dropTail`. From one depth to the next a single
 * candidate moves into the sorted head, so a whole curve costs little more than one ranking.
 * Hofstätter et al. choose the depth in this way ("On the Effect of Low-Frequency Terms on
 * Neural-IR Models", SIGIR 2019).
 */

import { badArgument } from "../common/errors.ts";
import type { MeasureSetting } from "../evaluation/index.ts";

/** The candidates of one query, in first-stage order. */
export interface ScoredCandidates {
  /** Grades of the candidates; NOT_JUDGED where there is none. */
  readonly grades: Int32Array;
  /** Grades of all judged documents of the query, highest first. */
  readonly ideal: Int32Array;
  /** The model's scores of the first candidates, up to the deepest depth. */
  readonly scores: ArrayLike<number>;
}

/** The values of a measure by re-ranking depth. */
export interface DepthCurve {
  readonly measure: string;
  /** The measure without re-ranking, then at depth 1, 2, … */
  readonly values: Float64Array;
  /** The depth of the highest value, not below `shallowest`; the smallest of equals. */
  readonly best: number;
}

/** The range of depths. */
export interface DepthOptions {
  readonly deepest?: number;
  /** The minimum depth; `deepest` fixes the depth. */
  readonly shallowest?: number;
  readonly dropTail?: boolean;
}

/** The measure at depths 1 to `deepest`, as a mean over the queries. */
export function computeDepthCurve(
  queries: readonly ScoredCandidates[],
  measure: MeasureSetting,
  { deepest = 300, shallowest = 1, dropTail = false }: DepthOptions = {},
): DepthCurve {
  if (queries.length === 0) throw badArgument("a depth cannot be chosen without queries");
  if (!Number.isInteger(deepest) || deepest < 1) {
    throw badArgument(`the deepest depth must be a whole number ≥ 1, got ${deepest}`);
  }
  if (!Number.isInteger(shallowest) || shallowest < 1 || shallowest > deepest) {
    throw badArgument(`the shallowest depth must be from 1 to ${deepest}, got ${shallowest}`);
  }
  const values = new Float64Array(deepest + 1);
  for (const query of queries) addQuery(query, measure, dropTail, values);
  for (let depth = 0; depth <= deepest; depth++) {
    values[depth] = (values[depth] as number) / queries.length;
  }
  return { measure: measure.name, values, best: findBestDepth(values, shallowest) };
}

function addQuery(
  { grades: candidateGrades, ideal, scores: unordered }: ScoredCandidates,
  { measure, settings }: MeasureSetting,
  dropTail: boolean,
  values: Float64Array,
): void {
  const grades = candidateGrades.slice();
  const scores = Float64Array.from(unordered);
  let value = measure.score({ grades, ideal }, settings);
  values[0] = (values[0] as number) + value;
  for (let depth = 1; depth < values.length; depth++) {
    const deep = Math.min(depth, scores.length);
    if (deep === depth) insertSorted(scores, grades, depth - 1);
    if (deep === depth || depth === 1) {
      const ranking = dropTail ? grades.subarray(0, deep) : grades;
      value = measure.score({ grades: ranking, ideal }, settings);
    }
    values[depth] = (values[depth] as number) + value;
  }
}

/** Moves candidate `at` into the sorted head before it, after those of equal score. */
function insertSorted(scores: Float64Array, grades: Int32Array, at: number): void {
  const score = scores[at] as number;
  const grade = grades[at] as number;
  let [low, high] = [0, at];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((scores[middle] as number) >= score) low = middle + 1;
    else high = middle;
  }
  scores.copyWithin(low + 1, low, at);
  grades.copyWithin(low + 1, low, at);
  scores[low] = score;
  grades[low] = grade;
}

function findBestDepth(values: Float64Array, shallowest: number): number {
  let best = shallowest;
  for (let depth = shallowest + 1; depth < values.length; depth++) {
    if ((values[depth] as number) > (values[best] as number)) best = depth;
  }
  return best;
}
