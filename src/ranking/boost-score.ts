/**
 * Boosts of documents that do not depend on the query, such as their popularity.
 *
 * A score with boosts is s·(1 + v₁)·(1 + v₂)… + w₁ + w₂…, where v are the values of
 * multiplying boosts, never below -1, and w those of added ones, never below 0. So it
 * grows with s, and a bound of s gives a bound of the boosted score.
 *
 * All of it is plain data, in memory that threads can share.
 */

/** One boost of all documents. */
export interface BoostValues {
  /** For explanations. */
  readonly label: string;
  readonly formula: string;
  readonly weight: number;
  readonly isFactor: boolean;
  /** By document: weight · function. */
  readonly values: Float64Array;
}

/** By class of documents: the bounds of the product of all factors and of the sum of all amounts. */
export interface BoostClasses {
  /** By document. */
  readonly classes: Uint8Array;
  readonly minFactors: Float64Array;
  readonly maxFactors: Float64Array;
  readonly minAmounts: Float64Array;
  readonly maxAmounts: Float64Array;
  readonly largestFactor: number;
  readonly largestAmount: number;
  /** Whether documents have different factors. */
  readonly hasFactors: boolean;
}

/** The boosts of a search. */
export interface DocumentBoost extends BoostClasses {
  /** Factors first. */
  readonly boosts: readonly BoostValues[];
}

/** The score of a document with its boosts. Every traversal computes it so, and the explanation adds the same parts. */
export function boostScore({ boosts }: DocumentBoost, document: number, score: number): number {
  let boosted = score;
  for (const { values, isFactor } of boosts) {
    const value = values[document] as number;
    boosted += isFactor ? boosted * value : value;
  }
  return boosted;
}
