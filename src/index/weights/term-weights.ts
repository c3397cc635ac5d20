/**
 * Term weights, learned from judged queries. There are two kinds:
 *
 * - *Occurrence weights* (Frej, Mulhem, Schwab and Chevallet, "Learning Term Discrimination", SIGIR
 *   2020): every occurrence counts as the weight of its term, in frequencies, lengths and
 *   statistics. A term of weight 0 is not indexed at all.
 * - *Two-sided weights*: a query weight, which multiplies the contribution of a term, and a
 *   document weight, which multiplies its frequency inside the match alone. Lengths and statistics
 *   are unchanged.
 *
 * Weights have the 8 significant bits that are stored (the upper half of a float32), so that an
 * index returns the same scores before it is written and after it is read. A learned weight is not
 * more precise than that.
 */

import { badArgument, quote } from "../../common/errors.ts";
import type { IndexView } from "../snapshots/index-view.ts";
import { withTermWeights } from "./weighted-view.ts";

/** A term, its document weight and, for two-sided weights, its query weight. */
export type WeightEntry = readonly [term: string, weight: number, query?: number];

/** A table of weights by term. */
export class TermWeights {
  /** The weight of a term outside the table, such as one from a later document. */
  readonly missing: number;
  /** The same for queries; undefined for occurrence weights. */
  readonly missingQuery: number | undefined;
  readonly #weights = new Map<string, number>();
  readonly #queries = new Map<string, number>();

  /**
   * Each weight is finite and ≥ 0. With `missingQuery` the weights are two-sided, and document
   * weights are above 0.
   */
  constructor(weights: Iterable<WeightEntry>, missing = 1, missingQuery?: number) {
    const isTwoSided = missingQuery !== undefined;
    for (const [term, weight, query = 1] of weights) {
      if (isTwoSided && weight === 0) {
        throw badArgument(`the document weight of ${quote(term)} must be above 0, got 0`);
      }
      this.#weights.set(term, checkWeight(weight, term));
      if (isTwoSided) this.#queries.set(term, checkWeight(query, term));
    }
    this.missing = checkWeight(missing);
    this.missingQuery = isTwoSided ? checkWeight(missingQuery) : undefined;
  }

  get isTwoSided(): boolean {
    return this.missingQuery !== undefined;
  }

  /** Number of terms in the table. */
  get size(): number {
    return this.#weights.size;
  }

  /** The weight in documents. */
  weight(term: string): number {
    return this.#weights.get(term) ?? this.missing;
  }

  /** The weight in queries; 1 for occurrence weights. */
  queryWeight(term: string): number {
    return this.#queries.get(term) ?? this.missingQuery ?? 1;
  }

  /**
   * The index with these weights applied: see `withTermWeights`, which is loaded only for an index
   * with weights.
   */
  applyTo(view: IndexView): IndexView {
    return withTermWeights(view, this);
  }

  /** The table, in the order of the constructor's argument. */
  *entries(): Generator<[term: string, weight: number, query: number]> {
    for (const [term, weight] of this.#weights) yield [term, weight, this.queryWeight(term)];
  }
}

/** Encodes a weight as 16 bits, rounded to the nearest; weights above 0 stay above 0. */
export function encodeWeight(weight: number): number {
  word.setFloat32(0, weight);
  const bits = (word.getUint32(0) + 0x8000) >>> 16;
  return weight > 0 ? Math.max(1, bits) : bits;
}

/** Decodes 16 bits to a weight. */
export function decodeWeight(bits: number): number {
  word.setUint32(0, bits << 16);
  return word.getFloat32(0);
}

/** A weight as an index stores it. */
export function roundWeight(weight: number): number {
  return decodeWeight(encodeWeight(weight));
}

const word = new DataView(new ArrayBuffer(4));

function checkWeight(weight: number, term?: string): number {
  const rounded = weight >= 0 ? roundWeight(weight) : NaN;
  if (rounded < Infinity) return rounded;
  const subject = term === undefined ? "a missing term" : quote(term);
  throw badArgument(`the weight of ${subject} must be finite and ≥ 0, got ${weight}`);
}
