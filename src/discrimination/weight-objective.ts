/**
 * The objective that learning minimises: a loss of relevant documents against others, plus a
 * penalty on the parameters.
 *
 *   sum over queries, and their relevant documents d of the share grade / sum of grades, of
 *       softplus( logsumexp over the others o of s·score(o)  -  s·score(d) )
 *   + lambda · (|theta|² + |eta|²)  +  3 · |offsets|²
 *
 * with log u(t) = features(t)·theta, clipped to [-5, 3], and log w(t) = features(t)·eta, clipped to
 * [-3, 3]. The parameters are theta, eta, log s and the model's offsets, in this order. If all but
 * s are 0, the model is the tuned one.
 */

import type { DifferentiableFunction } from "../tensor/optimisers/index.ts";
import type { PoolModel, SlotSlopes, SlotWeights } from "./pool-model.ts";
import type { QueryPools } from "./query-pools.ts";

/** The ranges of log u and log w. */
export const QUERY_RANGE = [-5, 3] as const;
export const DOCUMENT_RANGE = [-3, 3] as const;
const OFFSET_PENALTY = 3;

export interface ObjectiveData {
  readonly pools: QueryPools;
  readonly model: PoolModel;
  /** One row of features per distinct query term. */
  readonly features: Float32Array;
  readonly featureCount: number;
  /** Damped query count times idf of each slot: its salience if u is 1. */
  readonly slotSaliences: Float64Array;
}

export class WeightObjective {
  readonly size: number;
  readonly #data: ObjectiveData;
  readonly #logU: Float64Array;
  readonly #logW: Float64Array;
  readonly #termSlopesU: Float64Array;
  readonly #termSlopesW: Float64Array;
  readonly #slots: SlotWeights;
  readonly #slopes: SlotSlopes;
  readonly #scores: Float64Array;
  readonly #rowSlopes: Float64Array;

  constructor(data: ObjectiveData) {
    const { pools, model, features, featureCount } = data;
    this.#data = data;
    this.size = 2 * featureCount + 1 + model.offsetCount;
    const terms = features.length / featureCount;
    const slots = pools.slotTerms.length;
    const rows = pools.rowDocuments.length;
    this.#logU = new Float64Array(terms);
    this.#logW = new Float64Array(terms);
    this.#termSlopesU = new Float64Array(terms);
    this.#termSlopesW = new Float64Array(terms);
    this.#slots = { saliences: new Float64Array(slots), occurrences: new Float64Array(slots) };
    this.#slopes = {
      saliences: new Float64Array(slots),
      occurrences: new Float64Array(slots),
      offsets: new Float64Array(model.offsetCount),
    };
    this.#scores = new Float64Array(rows);
    this.#rowSlopes = new Float64Array(rows);
  }

  /** The loss of some queries under a penalty. */
  createLoss(queries: Uint32Array, lambda: number): DifferentiableFunction {
    return (point, gradient) => this.#evaluate(point, gradient, queries, lambda);
  }

  /** The scores of the rows of some queries, one array for all rows, valid until the next call. */
  scores(point: Float64Array, queries: Uint32Array): Float64Array {
    this.#prepare(point);
    for (const q of queries) this.#data.model.score(q, this.#slots, this.#scores);
    return this.#scores;
  }

  /** The log s with the least loss if all weights are 1, on a scale of powers of √2. */
  startingSharpness(queries: Uint32Array): number {
    const scores = this.scores(new Float64Array(this.size), queries);
    let best = { logSharpness: 0, loss: Infinity };
    for (let power = -8; power <= 8; power++) {
      const logSharpness = (power * Math.LN2) / 2;
      let loss = 0;
      for (const q of queries) {
        const sharpness = Math.exp(logSharpness);
        const part = computeQueryLoss(this.#data.pools, q, scores, this.#rowSlopes, sharpness);
        loss += part?.loss ?? 0;
      }
      if (loss < best.loss) best = { logSharpness, loss };
    }
    return best.logSharpness;
  }

  #prepare(point: Float64Array): void {
    const { pools, model, featureCount, slotSaliences } = this.#data;
    const { slotTerms } = pools;
    const { saliences, occurrences } = this.#slots;
    this.#project(point, 0, this.#logU, QUERY_RANGE);
    this.#project(point, featureCount, this.#logW, DOCUMENT_RANGE);
    const u = this.#logU.map(Math.exp);
    const w = this.#logW.map(Math.exp);
    for (let slot = 0; slot < slotTerms.length; slot++) {
      const term = slotTerms[slot] as number;
      saliences[slot] = (slotSaliences[slot] as number) * (u[term] as number);
      occurrences[slot] = w[term] as number;
    }
    model.move(point.subarray(2 * featureCount + 1));
  }

  /** features · parameters for each term, clipped to a range. */
  #project(
    point: Float64Array,
    from: number,
    out: Float64Array,
    [minimum, maximum]: readonly [number, number],
  ): void {
    const { features, featureCount } = this.#data;
    for (let term = 0; term < out.length; term++) {
      const row = term * featureCount;
      let sum = 0;
      for (let i = 0; i < featureCount; i++) {
        sum += (features[row + i] as number) * (point[from + i] as number);
      }
      out[term] = sum < minimum ? minimum : sum > maximum ? maximum : sum;
    }
  }

  #evaluate(
    point: Float64Array,
    gradient: Float64Array,
    queries: Uint32Array,
    lambda: number,
  ): number {
    const { pools, model, featureCount } = this.#data;
    const sharpness = Math.exp(point[2 * featureCount] as number);
    this.#prepare(point);
    this.#slopes.saliences.fill(0);
    this.#slopes.occurrences.fill(0);
    this.#slopes.offsets.fill(0);
    let [loss, ofSharpness] = [0, 0];
    for (const q of queries) {
      model.score(q, this.#slots, this.#scores);
      const part = computeQueryLoss(pools, q, this.#scores, this.#rowSlopes, sharpness);
      if (part === undefined) continue;
      loss += part.loss;
      ofSharpness += part.ofSharpness;
      model.addSlopes(q, this.#slots, this.#rowSlopes, this.#slopes);
    }
    this.#toFeatures(gradient);
    gradient[2 * featureCount] = ofSharpness;
    let [weights, offsets] = [0, 0];
    for (let i = 0; i < 2 * featureCount; i++) {
      const value = point[i] as number;
      weights += value * value;
      gradient[i] = (gradient[i] as number) + 2 * lambda * value;
    }
    for (let i = 0; i < model.offsetCount; i++) {
      const at = 2 * featureCount + 1 + i;
      const value = point[at] as number;
      offsets += value * value;
      gradient[at] = (this.#slopes.offsets[i] as number) + 2 * OFFSET_PENALTY * value;
    }
    return loss + lambda * weights + OFFSET_PENALTY * offsets;
  }

  /** Converts derivatives of slots to those of terms, and these to those of theta and eta. */
  #toFeatures(gradient: Float64Array): void {
    const { pools, features, featureCount } = this.#data;
    const [ofU, ofW] = [this.#termSlopesU.fill(0), this.#termSlopesW.fill(0)];
    for (let slot = 0; slot < pools.slotTerms.length; slot++) {
      const term = pools.slotTerms[slot] as number;
      ofU[term] = (ofU[term] as number) + (this.#slopes.saliences[slot] as number);
      ofW[term] = (ofW[term] as number) + (this.#slopes.occurrences[slot] as number);
    }
    gradient.fill(0);
    for (let term = 0; term < ofU.length; term++) {
      const u = isInside(this.#logU[term] as number, QUERY_RANGE) ? (ofU[term] as number) : 0;
      const w = isInside(this.#logW[term] as number, DOCUMENT_RANGE) ? (ofW[term] as number) : 0;
      if (u === 0 && w === 0) continue;
      const row = term * featureCount;
      for (let i = 0; i < featureCount; i++) {
        const feature = features[row + i] as number;
        gradient[i] = (gradient[i] as number) + u * feature;
        gradient[featureCount + i] = (gradient[featureCount + i] as number) + w * feature;
      }
    }
  }
}

function isInside(value: number, [minimum, maximum]: readonly [number, number]): boolean {
  return value > minimum && value < maximum;
}

/**
 * The loss of one query, with the derivatives in its rows' scores; undefined if nothing can be
 * learned.
 */
function computeQueryLoss(
  { rowStarts, rowGrades }: QueryPools,
  q: number,
  scores: Float64Array,
  slopes: Float64Array,
  sharpness: number,
): { loss: number; ofSharpness: number } | undefined {
  const [start, end] = [rowStarts[q] as number, rowStarts[q + 1] as number];
  let [grades, others, maxLogit] = [0, 0, -Infinity];
  for (let row = start; row < end; row++) {
    const grade = rowGrades[row] as number;
    if (grade > 0) grades += grade;
    else {
      others++;
      maxLogit = Math.max(maxLogit, sharpness * (scores[row] as number));
    }
  }
  if (grades === 0 || others === 0) return undefined;
  let total = 0;
  for (let row = start; row < end; row++) {
    if (rowGrades[row] !== 0) continue;
    const share = Math.exp(sharpness * (scores[row] as number) - maxLogit);
    slopes[row] = share;
    total += share;
  }
  const level = maxLogit + Math.log(total);
  let [loss, pull, ofSharpness] = [0, 0, 0];
  for (let row = start; row < end; row++) {
    const grade = rowGrades[row] as number;
    if (grade === 0) continue;
    const score = sharpness * (scores[row] as number);
    const below = level - score;
    // softplus and its derivative share one exponential, of a number that is at most 0.
    const small = Math.exp(-Math.abs(below));
    const share = grade / grades;
    const slope = (share * (below > 0 ? 1 : small)) / (1 + small);
    loss += share * (Math.max(0, below) + Math.log1p(small));
    slopes[row] = -sharpness * slope;
    pull += slope;
    ofSharpness -= slope * score;
  }
  const rowFactor = pull / total;
  for (let row = start; row < end; row++) {
    if (rowGrades[row] !== 0) continue;
    const slope = rowFactor * (slopes[row] as number);
    slopes[row] = sharpness * slope;
    ofSharpness += slope * sharpness * (scores[row] as number);
  }
  return { loss, ofSharpness };
}
