/** The fits of one learning: cross-validation and the final ones. */

import type { Progress } from "../common/progress.ts";
import { openWorkerPool, type ThreadModule, type WorkerPool } from "../common/threads/index.ts";
import { assignInnerFolds, type InnerValidation, validatePenalties } from "./inner-validation.ts";
import type { LearningData } from "./learning-data.ts";
import { createPoolModel } from "./pool-model.ts";
import { computePoolNdcg } from "./pool-ndcg.ts";
import type { Fit, FitData, FitRequest } from "./weight-fit.ts";

const FITTING_THREADS: ThreadModule = {
  load: () => import("./weight-fit.ts"),
  worker: () => new Worker(new URL("./weight-fit-thread.js", import.meta.url), { type: "module" }),
  file: "./weight-fit-thread.js",
  base: import.meta.url,
};

/** Threads that fit; one thread is the calling one. */
export function openFitters(threads: number): Promise<WorkerPool> {
  return openWorkerPool(FITTING_THREADS, threads > 1 ? threads : 0);
}

/** One fit on all queries for each penalty used. */
export async function fitFinalPoints(
  data: FitData,
  { trials, folds }: InnerValidation,
  workers: WorkerPool,
): Promise<Float64Array[]> {
  const training = Uint32Array.from(folds, (_, q) => q);
  const heldOut = new Uint32Array(0);
  const selected = trials.filter(({ isTaken }) => isTaken);
  const fits = await Promise.all(
    selected.map(({ lambda }) => {
      const request: FitRequest = { data, lambda, training, heldOut };
      return workers.run<Fit>("fitWeights", request);
    }),
  );
  return fits.map(({ point }) => point);
}

/** Cross-validates every penalty on the training queries. */
export function validateFits(
  { fit, queries }: LearningData,
  seed: number,
  workers: WorkerPool,
  progress: Progress,
): Promise<InnerValidation> {
  const folds = assignInnerFolds(queries.length, seed);
  return validatePenalties(fit, computeTunedGains(fit), folds, workers, progress);
}

/** nDCG@10 of each query under the tuned model. */
function computeTunedGains({ pools, setting, statistics, slotSaliences }: FitData): Float64Array {
  const model = createPoolModel(pools, setting, statistics);
  const occurrences = new Float64Array(slotSaliences.length).fill(1);
  const slots = { saliences: slotSaliences, occurrences };
  const scores = new Float64Array(pools.rowDocuments.length);
  return Float64Array.from({ length: pools.queryCount }, (_, q) => {
    model.score(q, slots, scores);
    return computePoolNdcg(pools, q, scores);
  });
}
