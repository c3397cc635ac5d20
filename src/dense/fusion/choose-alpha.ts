/**
 * Chooses alpha, the weight of the dense score in `hybrid`, from the measure of
 * each query under each alpha.
 *
 * Alpha stays 1, the best value without labels on nine collections, unless there
 * are many judged queries and cross-validation shows a gain: each fold is
 * measured with the best alpha of the other folds. If their mean exceeds that
 * of alpha 1, the best alpha on all queries is chosen. Of equally good alphas
 * the one nearest to 1 is chosen.
 */

import { Random } from "../../common/random.ts";
import { pairedT, studentInterval } from "../../evaluation/index.ts";

/** Minimum number of judged queries. With fewer, alpha stays 1. */
export const MIN_QUERIES = 200;

/** The default values of alpha to try. */
export const ALPHAS: readonly number[] = [0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3];

/** Number of folds. */
export const ALPHA_FOLDS = 5;

/** An alpha, and the mean of the measure over all queries. */
export interface AlphaTrial {
  readonly alpha: number;
  readonly mean: number;
}

/** The chosen alpha, and the evidence. */
export interface AlphaChoice {
  readonly alpha: number;
  /** Whether alpha was chosen, or stays 1 for lack of a gain or of queries. */
  readonly outcome: "chosen" | "no gain" | "too few queries";
  /** In the order of the grid; empty with too few queries. */
  readonly trials: readonly AlphaTrial[];
  /** Cross-validated mean gain over alpha 1, its 95 % interval, and p of a paired t test. */
  readonly gain?: number;
  readonly interval?: readonly [low: number, high: number];
  readonly p?: number;
}

/** The fold of each query. Sizes differ by at most one. */
export function assignFolds(queryCount: number, seed: number): Uint8Array {
  const order = new Random(seed)
    .split("alpha folds")
    .shuffle(Uint32Array.from({ length: queryCount }, (_, query) => query));
  const folds = new Uint8Array(queryCount);
  for (const [position, query] of order.entries()) folds[query] = position % ALPHA_FOLDS;
  return folds;
}

/** Chooses from the values of the measure per alpha and query. Alpha 1 must be among them. */
export function chooseAlpha(
  values: ReadonlyMap<number, Float64Array>,
  folds: Uint8Array,
): AlphaChoice {
  const baseline = values.get(1) as Float64Array;
  if (baseline.length < MIN_QUERIES) return { alpha: 1, outcome: "too few queries", trials: [] };
  const differences = new Float64Array(baseline.length);
  for (const fold of new Set(folds)) {
    const best = findBestAlpha(values, (query) => folds[query] !== fold);
    const tuned = values.get(best) as Float64Array;
    for (const [query, queryFold] of folds.entries()) {
      if (queryFold === fold)
        differences[query] = (tuned[query] as number) - (baseline[query] as number);
    }
  }
  const [gain, low, high] = studentInterval(differences);
  return {
    ...(gain > 0
      ? { alpha: findBestAlpha(values, () => true), outcome: "chosen" }
      : { alpha: 1, outcome: "no gain" }),
    trials: [...values.keys()].map((alpha) => ({
      alpha,
      mean: sumValues(values.get(alpha) as Float64Array, () => true) / baseline.length,
    })),
    gain,
    interval: [low, high],
    p: pairedT(differences).p,
  };
}

/** The alpha with the greatest sum over the counted queries; of equal ones, the nearest to 1 by ratio. */
function findBestAlpha(
  values: ReadonlyMap<number, Float64Array>,
  isCounted: (query: number) => boolean,
): number {
  const nearestFirst = [...values].sort(
    ([a], [b]) => computeLogDistance(a) - computeLogDistance(b),
  );
  let [best, bestSum] = [1, -Infinity];
  for (const [alpha, each] of nearestFirst) {
    const sum = sumValues(each, isCounted);
    // Ignores differences of rounding.
    if (sum > bestSum + 1e-9) [best, bestSum] = [alpha, sum];
  }
  return best;
}

function computeLogDistance(alpha: number): number {
  return alpha === 0 ? Infinity : Math.abs(Math.log(alpha));
}

function sumValues(values: Float64Array, isCounted: (query: number) => boolean): number {
  return values.reduce((sum, value, query) => (isCounted(query) ? sum + value : sum), 0);
}
