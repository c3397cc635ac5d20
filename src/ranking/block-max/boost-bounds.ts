/**
 * Boosts as the kernels apply them: by class of documents, bounds of the factor and of
 * the amount that is added.
 *
 * The kernels rank by the boosted score divided by the largest factor of all documents,
 * so that no factor is above 1: what is true of the largest amount that a length adds
 * to a score is then true of boosts, too, and lists are bounded without them.
 */

import type { DocumentBoost } from "../boost-score.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { LENGTH_CLASSES, type SearchState } from "./layout.generated.ts";

/** Fixed-point units, and the relative error of a product, for the rounding of bounds. */
const MARGIN = 1;
const ROUNDING = 1e-12;

/**
 * Whether the kernels can bound scores with these boosts. A factor raises a score below
 * 0 when it is small, so factors need scores from 0 on.
 */
export function canBound(
  { hasFactors, largestFactor }: DocumentBoost,
  { clauses, documentPart }: PreparedQuery,
): boolean {
  if (!hasFactors) return largestFactor > 0;
  return documentPart === undefined && clauses.every(({ weight }) => weight >= 0);
}

/** The largest amount that a boost adds, in the units of an unboosted score. */
export function computeLargestPart({ largestAmount, largestFactor }: DocumentBoost): number {
  return largestAmount / largestFactor;
}

/** The boosts of a search in the memory of the kernels. */
export class BoostTables {
  readonly #search: SearchState;
  readonly #classes: Uint8Array;
  readonly #factors: Float64Array;
  readonly #minFactors: Float64Array;
  readonly #parts: Int32Array;
  readonly #minParts: Int32Array;
  /** The boost whose classes are in memory. */
  #loaded: Uint8Array | undefined;

  constructor(buffer: ArrayBufferLike, search: SearchState, documentLimit: number) {
    this.#search = search;
    this.#classes = new Uint8Array(buffer, search.boostClasses, documentLimit);
    this.#factors = new Float64Array(buffer, search.boostFactors, LENGTH_CLASSES);
    this.#minFactors = new Float64Array(buffer, search.boostMinFactors, LENGTH_CLASSES);
    this.#parts = new Int32Array(buffer, search.boostParts, LENGTH_CLASSES);
    this.#minParts = new Int32Array(buffer, search.boostMinParts, LENGTH_CLASSES);
  }

  /** Sets the boosts of the next search, and returns the largest amount in fixed point. */
  write(boost: DocumentBoost | undefined, scale: number): number {
    this.#search.hasBoost = boost === undefined ? 0 : 1;
    if (boost === undefined) return 0;
    const { classes, minFactors, maxFactors, minAmounts, maxAmounts, largestFactor } = boost;
    if (this.#loaded !== classes) this.#classes.set(classes);
    this.#loaded = classes;
    const boostScale = scale / largestFactor;
    for (let i = 0; i < LENGTH_CLASSES; i++) {
      this.#factors[i] = ((maxFactors[i] as number) / largestFactor) * (1 + ROUNDING);
      this.#minFactors[i] = ((minFactors[i] as number) / largestFactor) * (1 - ROUNDING);
      this.#parts[i] = Math.ceil((maxAmounts[i] as number) * boostScale) + MARGIN;
      this.#minParts[i] = Math.floor((minAmounts[i] as number) * boostScale) - MARGIN;
    }
    return Math.ceil(boost.largestAmount * boostScale) + 2 * MARGIN;
  }
}
