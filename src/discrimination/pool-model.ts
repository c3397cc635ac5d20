/**
 * Scores of pools under weights, and the derivatives of a loss in log u, log w and the parameters
 * of the model, by hand.
 *
 * Parameters are learned as offsets from their start: of log k1 and logit b, or of log mu, so that
 * any offset is a valid parameter.
 */

import type { QueryPools } from "./query-pools.ts";
import type { ModelSetting } from "./weighted-model.ts";

/** The weights of all slots; see query-pools.ts. */
export interface SlotWeights {
  /** Query count · u · idf. */
  readonly saliences: Float64Array;
  /** w. */
  readonly occurrences: Float64Array;
}

/** The derivatives of a loss in log u and log w of each slot and in each offset. */
export interface SlotSlopes {
  readonly saliences: Float64Array;
  readonly occurrences: Float64Array;
  readonly offsets: Float64Array;
}

export interface PoolModel {
  readonly offsetCount: number;
  /** The setting at offsets from the start. */
  settingAt(offsets: ArrayLike<number>): ModelSetting;
  /** Sets the parameters to some offsets for the next calls. */
  move(offsets: ArrayLike<number>): void;
  /** Writes the scores of the rows of query `q`. */
  score(q: number, slots: SlotWeights, scores: Float64Array): void;
  /** Adds to `slopes` the effect of the derivatives of query `q`'s rows. */
  addSlopes(q: number, slots: SlotWeights, rowSlopes: Float64Array, slopes: SlotSlopes): void;
}

/** The collection statistics that the language model needs. */
export interface PoolStatistics {
  readonly averageLength: number;
  readonly totalLength: number;
  /** Of the term of each slot. */
  readonly slotFrequencies: Float64Array;
}

export function createPoolModel(
  pools: QueryPools,
  setting: ModelSetting,
  statistics: PoolStatistics,
): PoolModel {
  return setting.model === "bm25"
    ? new Bm25Pools(pools, setting)
    : new LogPools(pools, setting, statistics);
}

class Bm25Pools implements PoolModel {
  readonly offsetCount = 2;
  readonly #pools: QueryPools;
  readonly #start: ModelSetting;
  #k1: number;
  #b: number;

  constructor(pools: QueryPools, start: ModelSetting) {
    this.#pools = pools;
    this.#start = start;
    this.#k1 = start.k1;
    this.#b = start.b;
  }

  settingAt(offsets: ArrayLike<number>): ModelSetting {
    const { k1, b } = this.#start;
    return {
      ...this.#start,
      k1: k1 * Math.exp(offsets[0] ?? 0),
      b: shiftLogit(b, offsets[1] ?? 0),
    };
  }

  move(offsets: ArrayLike<number>): void {
    const { k1, b } = this.settingAt(offsets);
    this.#k1 = k1;
    this.#b = b;
  }

  score(q: number, { saliences, occurrences }: SlotWeights, scores: Float64Array): void {
    const { rowStarts, rowLengths, entryStarts, entrySlots, entryFrequencies } = this.#pools;
    const [k1, b] = [this.#k1, this.#b];
    const end = rowStarts[q + 1] as number;
    for (let row = rowStarts[q] as number; row < end; row++) {
      const norm = k1 * (1 - b + b * (rowLengths[row] as number));
      const last = entryStarts[row + 1] as number;
      let sum = 0;
      for (let i = entryStarts[row] as number; i < last; i++) {
        const slot = entrySlots[i] as number;
        const x = (occurrences[slot] as number) * (entryFrequencies[i] as number);
        sum += ((saliences[slot] as number) * x) / (x + norm);
      }
      scores[row] = (k1 + 1) * sum;
    }
  }

  addSlopes(q: number, slots: SlotWeights, rowSlopes: Float64Array, slopes: SlotSlopes): void {
    const { rowStarts, rowLengths, entryStarts, entrySlots, entryFrequencies } = this.#pools;
    const { saliences, occurrences } = slots;
    const { saliences: ofU, occurrences: ofW, offsets } = slopes;
    const [k1, b] = [this.#k1, this.#b];
    const end = rowStarts[q + 1] as number;
    let [ofK1, ofB] = [0, 0];
    for (let row = rowStarts[q] as number; row < end; row++) {
      const slope = (rowSlopes[row] as number) * (k1 + 1);
      if (slope === 0) continue;
      const length = rowLengths[row] as number;
      const norm = k1 * (1 - b + b * length);
      const last = entryStarts[row + 1] as number;
      let [sum, ofNorm] = [0, 0];
      for (let i = entryStarts[row] as number; i < last; i++) {
        const slot = entrySlots[i] as number;
        const x = (occurrences[slot] as number) * (entryFrequencies[i] as number);
        const inverse = 1 / (x + norm);
        const part = (saliences[slot] as number) * x * inverse;
        const bent = part * norm * inverse;
        sum += part;
        ofNorm -= part * inverse;
        ofU[slot] = (ofU[slot] as number) + slope * part;
        ofW[slot] = (ofW[slot] as number) + slope * bent;
      }
      ofK1 += slope * ((sum * k1) / (k1 + 1) + ofNorm * norm);
      ofB += slope * ofNorm * k1 * (length - 1) * b * (1 - b);
    }
    offsets[0] = (offsets[0] as number) + ofK1;
    offsets[1] = (offsets[1] as number) + ofB;
  }
}

/** The language model and TF-IDF: the logarithm of 1 and a multiple of the frequency. */
class LogPools implements PoolModel {
  readonly offsetCount: number;
  readonly #pools: QueryPools;
  readonly #start: ModelSetting;
  readonly #statistics: PoolStatistics;
  readonly #scales: Float64Array;
  #mu: number;

  constructor(pools: QueryPools, start: ModelSetting, statistics: PoolStatistics) {
    this.offsetCount = start.model === "lm" ? 1 : 0;
    this.#pools = pools;
    this.#start = start;
    this.#statistics = statistics;
    this.#scales = new Float64Array(pools.slotTerms.length).fill(1);
    this.#mu = start.mu;
    this.move([]);
  }

  settingAt(offsets: ArrayLike<number>): ModelSetting {
    return { ...this.#start, mu: this.#start.mu * Math.exp(offsets[0] ?? 0) };
  }

  move(offsets: ArrayLike<number>): void {
    if (this.offsetCount === 0) return;
    const { totalLength, slotFrequencies } = this.#statistics;
    this.#mu = this.settingAt(offsets).mu;
    for (let slot = 0; slot < this.#scales.length; slot++) {
      this.#scales[slot] = totalLength / (this.#mu * (slotFrequencies[slot] as number));
    }
  }

  score(q: number, slots: SlotWeights, scores: Float64Array): void {
    const { rowStarts, rowLengths, entryStarts, entrySlots, entryFrequencies } = this.#pools;
    const { saliences, occurrences } = slots;
    const scales = this.#scales;
    const weight = this.#queryWeight(q, saliences);
    const perLength = this.#statistics.averageLength / this.#mu;
    const end = rowStarts[q + 1] as number;
    for (let row = rowStarts[q] as number; row < end; row++) {
      const last = entryStarts[row + 1] as number;
      let sum = weight === 0 ? 0 : -weight * Math.log1p((rowLengths[row] as number) * perLength);
      for (let i = entryStarts[row] as number; i < last; i++) {
        const slot = entrySlots[i] as number;
        const x = (occurrences[slot] as number) * (entryFrequencies[i] as number);
        sum += (saliences[slot] as number) * Math.log1p((scales[slot] as number) * x);
      }
      scores[row] = sum;
    }
  }

  addSlopes(q: number, slots: SlotWeights, rowSlopes: Float64Array, slopes: SlotSlopes): void {
    const { rowStarts, rowLengths, slotStarts } = this.#pools;
    const { entryStarts, entrySlots, entryFrequencies } = this.#pools;
    const { saliences, occurrences } = slots;
    const { saliences: ofU, occurrences: ofW, offsets } = slopes;
    const scales = this.#scales;
    const weight = this.#queryWeight(q, saliences);
    const perLength = this.#statistics.averageLength / this.#mu;
    const end = rowStarts[q + 1] as number;
    let [ofMu, ofWeight] = [0, 0];
    for (let row = rowStarts[q] as number; row < end; row++) {
      const slope = rowSlopes[row] as number;
      if (slope === 0) continue;
      const last = entryStarts[row + 1] as number;
      for (let i = entryStarts[row] as number; i < last; i++) {
        const slot = entrySlots[i] as number;
        const x =
          (scales[slot] as number) *
          (occurrences[slot] as number) *
          (entryFrequencies[i] as number);
        const salience = saliences[slot] as number;
        const bent = (slope * salience * x) / (1 + x);
        ofU[slot] = (ofU[slot] as number) + slope * salience * Math.log1p(x);
        ofW[slot] = (ofW[slot] as number) + bent;
        ofMu -= bent;
      }
      const share = (rowLengths[row] as number) * perLength;
      ofWeight -= slope * Math.log1p(share);
      ofMu += (slope * weight * share) / (1 + share);
    }
    if (this.offsetCount === 0) return;
    offsets[0] = (offsets[0] as number) + ofMu;
    const lastSlot = slotStarts[q + 1] as number;
    for (let slot = slotStarts[q] as number; slot < lastSlot; slot++) {
      ofU[slot] = (ofU[slot] as number) + ofWeight * (saliences[slot] as number);
    }
  }

  /** The factor of the length part; 0 for TF-IDF, which has none. */
  #queryWeight(q: number, saliences: Float64Array): number {
    if (this.offsetCount === 0) return 0;
    const { slotStarts } = this.#pools;
    const end = slotStarts[q + 1] as number;
    let weight = 0;
    for (let slot = slotStarts[q] as number; slot < end; slot++)
      weight += saliences[slot] as number;
    return weight;
  }
}

/** A share between 0 and 1, shifted by `offset` in its logit. 0 and 1 stay. */
function shiftLogit(share: number, offset: number): number {
  if (share <= 0 || share >= 1) return share;
  return 1 / (1 + Math.exp(-Math.log(share / (1 - share)) - offset));
}
