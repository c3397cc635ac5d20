/**
 * Chooses the strength of the penalty that holds weights near 1: cross-validation within the
 * training queries, by nDCG@10 of held-out queries.
 *
 * Every penalty within one standard error of the best is taken if it gains
 * anything, and what is learned is the mean over them. Whether that is a gain is
 * decided in delivered-gain.ts. Below 30 queries each is held out alone, and only strong penalties are tried. Fits are
 * independent of each other, so any number of threads gives the same bytes.
 */

import type { Progress } from "../common/progress.ts";
import { Random } from "../common/random.ts";
import type { WorkerPool } from "../common/threads/index.ts";
import type { Fit, FitData, FitRequest } from "./weight-fit.ts";

/** The candidate penalties, from weak to strong. */
export const PENALTIES: readonly number[] = [30, 100, 300, 1000, 1e5];
const INNER_FOLDS = 4;
/** With fewer queries than this, each is held out alone and weights stay close to 1. */
const FEW_QUERIES = 30;
const STRONG_PENALTIES: readonly number[] = [300, 1000, 1e5];

export interface PenaltyTrial {
  readonly lambda: number;
  /** Mean nDCG@10 of the candidates of held-out queries, less that of the tuned model. */
  readonly gain: number;
  /** Whether it gains, and lies within one standard error of the best. */
  readonly isTaken: boolean;
}

export interface InnerValidation {
  readonly trials: readonly PenaltyTrial[];
  /**
   * The fold of each query, and per fold one fit for each penalty used, learned from the other
   * folds.
   */
  readonly folds: Uint8Array;
  readonly foldPoints: readonly (readonly Float64Array[])[];
}

/** The fold of each query, by the seed. Sizes differ by at most one. */
export function assignInnerFolds(queryCount: number, seed: number): Uint8Array {
  const order = new Random(seed)
    .split("inner folds")
    .shuffle(Uint32Array.from({ length: queryCount }, (_, q) => q));
  const folds = new Uint8Array(queryCount);
  const count = countInnerFolds(queryCount);
  for (const [position, q] of order.entries()) folds[q] = position % count;
  return folds;
}

function countInnerFolds(queryCount: number): number {
  return queryCount < FEW_QUERIES ? queryCount : INNER_FOLDS;
}

export async function validatePenalties(
  data: FitData,
  before: Float64Array,
  folds: Uint8Array,
  workers: WorkerPool,
  progress: Progress,
): Promise<InnerValidation> {
  const penalties = before.length < FEW_QUERIES ? STRONG_PENALTIES : PENALTIES;
  const foldCount = countInnerFolds(before.length);
  const total = penalties.length * foldCount;
  const labels = { task: "learning term weights", unit: "fits", total };
  let done = 0;
  const fits = await Promise.all(
    penalties.map((lambda) =>
      Promise.all(
        Array.from({ length: foldCount }, async (_, fold) => {
          const request = createFitRequest(data, lambda, folds, fold);
          const fit = await workers.run<Fit>("fitWeights", request);
          done++;
          progress({ ...labels, done, finished: done === total });
          return { heldOut: request.heldOut, ...fit };
        }),
      ),
    ),
  );
  const gains = fits.map((foldFits) => {
    const values = new Float64Array(before.length);
    for (const { heldOut, gains: foldGains } of foldFits) {
      for (const [i, q] of heldOut.entries()) values[q] = foldGains[i] as number;
    }
    return values;
  });
  const means = gains.map((values) => computeMeanDifference(values, before).mean);
  const best = means.indexOf(Math.max(...means));
  const trials = penalties.map((lambda, i): PenaltyTrial => {
    const { mean, error } = computeMeanDifference(
      gains[best] as Float64Array,
      gains[i] as Float64Array,
    );
    const gain = means[i] as number;
    return { lambda, gain, isTaken: i === best || (gain > 0 && mean <= error) };
  });
  const selected = trials.flatMap(({ isTaken }, i) => (isTaken ? [i] : []));
  return {
    trials,
    folds,
    foldPoints: Array.from({ length: foldCount }, (_, fold) =>
      selected.map((i) => ((fits[i] as readonly Fit[])[fold] as Fit).point),
    ),
  };
}

/** The queries of one fold against the others. */
function createFitRequest(
  data: FitData,
  lambda: number,
  folds: Uint8Array,
  fold: number,
): FitRequest {
  const all = Uint32Array.from(folds, (_, q) => q);
  return {
    data,
    lambda,
    training: all.filter((q) => folds[q] !== fold),
    heldOut: all.filter((q) => folds[q] === fold),
  };
}

/** The mean of paired differences and its standard error. */
export function computeMeanDifference(
  a: Float64Array,
  b: Float64Array,
): { readonly mean: number; readonly error: number } {
  const count = a.length;
  let [sum, squares] = [0, 0];
  for (let i = 0; i < count; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    sum += difference;
    squares += difference * difference;
  }
  const mean = sum / count;
  const variance = count > 1 ? Math.max(0, squares - count * mean * mean) / (count - 1) : 0;
  return { mean, error: Math.sqrt(variance / count) };
}
