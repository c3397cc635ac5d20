/**
 * One fit: the parameters that minimise the objective on some queries under one penalty, and the
 * quality of their rankings of others. Also the module of the worker threads: all its inputs and
 * outputs can be sent to a thread.
 */

import { minimise } from "../tensor/optimisers/index.ts";
import { createPoolModel, type PoolStatistics } from "./pool-model.ts";
import { computePoolNdcg } from "./pool-ndcg.ts";
import type { QueryPools } from "./query-pools.ts";
import { WeightObjective } from "./weight-objective.ts";
import type { ModelSetting } from "./weighted-model.ts";

/** L-BFGS is not stopped early: forty iterations are part of the method. */
const LBFGS_OPTIONS = { iterations: 40, memory: 8, gradientTolerance: 1e-6, valueTolerance: 0 };

export interface FitData {
  readonly pools: QueryPools;
  readonly setting: ModelSetting;
  readonly statistics: PoolStatistics;
  readonly features: Float32Array;
  readonly featureCount: number;
  readonly slotSaliences: Float64Array;
}

export interface FitRequest {
  readonly data: FitData;
  readonly lambda: number;
  /** Queries to learn from, and held-out queries to rank. */
  readonly training: Uint32Array;
  readonly heldOut: Uint32Array;
}

export interface Fit {
  /** theta, eta, log s, offsets: see weight-objective.ts. */
  readonly point: Float64Array;
  /** nDCG@10 of each held-out query. */
  readonly gains: Float64Array;
}

export function fitWeights({ data, lambda, training, heldOut }: FitRequest): Fit {
  const { pools, setting, statistics, features, featureCount, slotSaliences } = data;
  const model = createPoolModel(pools, setting, statistics);
  const objective = new WeightObjective({ pools, model, features, featureCount, slotSaliences });
  const evaluate = objective.createLoss(training, lambda);
  const start = new Float64Array(objective.size);
  start[2 * featureCount] = objective.startingSharpness(training);
  const { point } = minimise(evaluate, start, LBFGS_OPTIONS);
  const scores = objective.scores(point, heldOut);
  return { point, gains: Float64Array.from(heldOut, (q) => computePoolNdcg(pools, q, scores)) };
}
