/**
 * The network that weights terms: weight = max(0, w · v + b) over frozen word vectors (Frej et al.,
 * SIGIR 2020, section 2.2).
 *
 * It starts at w = 0, b = 1, where every weight is 1 and the scores are those of the plain model. A
 * term without a vector always has the weight 1 or, by option, has the vector 0 and so the weight
 * max(0, b).
 */

import { badArgument } from "../../common/errors.ts";
import type { Random } from "../../common/random.ts";
import type { TermVectors } from "../../scoring/term-vectors.ts";

export interface NetworkOptions {
  /** The weight of a term without a vector: always 1, or the bias. */
  readonly withoutVector?: "one" | "bias";
}

export class WeightNetwork {
  /** w, then b. */
  readonly parameters: Float64Array;
  readonly #vectors: TermVectors;
  readonly #sharesBias: boolean;

  constructor(vectors: TermVectors, { withoutVector = "one" }: NetworkOptions = {}) {
    const { dimension, rows, hasVector } = vectors;
    if (rows.length !== dimension * hasVector.length) {
      throw badArgument(
        `${hasVector.length} vectors of dimension ${dimension} have ${dimension * hasVector.length} values, got ${rows.length}`,
      );
    }
    this.#vectors = vectors;
    this.#sharesBias = withoutVector === "bias";
    this.parameters = new Float64Array(dimension + 1);
    this.parameters[dimension] = 1;
  }

  /** Draws w uniformly within Glorot's limit, as the paper's framework does. */
  scatter(random: Random): void {
    const { dimension } = this.#vectors;
    const limit = Math.sqrt(6 / (dimension + 1));
    for (let i = 0; i < dimension; i++) {
      this.parameters[i] = limit * (2 * random.uniform() - 1);
    }
  }

  /** The length of a vector. */
  get dimension(): number {
    return this.#vectors.dimension;
  }

  /** The weight of a term outside the table. */
  get missing(): number {
    return this.#sharesBias ? Math.max(0, this.parameters[this.#vectors.dimension] as number) : 1;
  }

  /**
   * Writes the weights of all terms, or of the given ones; `mask` has a factor for every component
   * of their vectors.
   */
  weigh(into: Float64Array, terms?: readonly number[], mask?: Float32Array): void {
    const { dimension, rows, hasVector } = this.#vectors;
    const parameters = this.parameters;
    const bias = parameters[dimension] as number;
    const missing = this.missing;
    const count = terms?.length ?? hasVector.length;
    for (let each = 0; each < count; each++) {
      const term = terms === undefined ? each : (terms[each] as number);
      if (hasVector[term] === 0 && !this.#sharesBias) {
        into[term] = missing;
        continue;
      }
      let at = term * dimension;
      if (mask !== undefined) {
        into[term] = Math.max(0, bias + this.#multiplyMasked(at, each * dimension, mask));
        continue;
      }
      // Two accumulators, so that additions do not wait for each other.
      let [even, odd] = [bias, 0];
      let i = 0;
      for (; i + 1 < dimension; i += 2, at += 2) {
        even += (parameters[i] as number) * (rows[at] as number);
        odd += (parameters[i + 1] as number) * (rows[at + 1] as number);
      }
      if (i < dimension) even += (parameters[i] as number) * (rows[at] as number);
      const sum = even + odd;
      into[term] = Math.max(0, sum);
    }
  }

  #multiplyMasked(row: number, at: number, mask: Float32Array): number {
    const { dimension, rows } = this.#vectors;
    let sum = 0;
    for (let i = 0; i < dimension; i++) {
      const value = (mask[at + i] as number) * (rows[row + i] as number);
      sum += (this.parameters[i] as number) * value;
    }
    return sum;
  }

  /** Moves the parameters. */
  move(by: Float64Array): void {
    for (let i = 0; i < by.length; i++) {
      this.parameters[i] = (this.parameters[i] as number) + (by[i] as number);
    }
  }

  /**
   * The gradient of the parameters from that of the weights, of all terms or of the given ones, under
   * the mask of these weights; at a weight of 0 the derivative is 0.
   */
  gradient(
    weights: Float64Array,
    weightGradient: Float64Array,
    terms?: readonly number[],
    mask?: Float32Array,
  ): Float64Array {
    const { dimension, rows, hasVector } = this.#vectors;
    const gradient = new Float64Array(dimension + 1);
    const count = terms?.length ?? hasVector.length;
    for (let each = 0; each < count; each++) {
      const term = terms === undefined ? each : (terms[each] as number);
      const slope = weightGradient[term] as number;
      if (slope === 0 || weights[term] === 0) continue;
      if (hasVector[term] === 0 && !this.#sharesBias) continue;
      gradient[dimension] = (gradient[dimension] as number) + slope;
      const start = term * dimension;
      for (let i = 0; i < dimension; i++) {
        const value = (mask?.[each * dimension + i] ?? 1) * (rows[start + i] as number);
        gradient[i] = (gradient[i] as number) + slope * value;
      }
    }
    return gradient;
  }
}
