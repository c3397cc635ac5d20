/**
 * How much an occurrence of each term counts: learned term discrimination
 * values (Frej, Mulhem, Schwab and Chevallet, "Learning Term Discrimination",
 * SIGIR 2020). A term of weight 0 is not indexed at all.
 *
 * Weights are float32, as they are stored, so that an index answers alike
 * before it is written and after it is read.
 */

import { badArgument, quote } from "../common/errors.ts";

export class TermWeights {
  /** What a term outside the table counts, such as one that came with a later document. */
  readonly missing: number;
  readonly #weights = new Map<string, number>();

  /** Each weight is finite and ≥ 0. */
  constructor(weights: Iterable<readonly [string, number]>, missing = 1) {
    for (const [term, weight] of weights) this.#weights.set(term, checked(weight, quote(term)));
    this.missing = checked(missing, "a missing term");
  }

  /** Terms in the table. */
  get size(): number {
    return this.#weights.size;
  }

  of(term: string): number {
    return this.#weights.get(term) ?? this.missing;
  }

  /** The table, in the order in which it was given. */
  entries(): IterableIterator<[string, number]> {
    return this.#weights.entries();
  }
}

function checked(weight: number, of: string): number {
  const rounded = Math.fround(weight);
  if (rounded >= 0 && rounded < Infinity) return rounded;
  throw badArgument(`the weight of ${of} must be finite and ≥ 0, got ${weight}`);
}
