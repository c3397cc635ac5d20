/**
 * How much an occurrence of each term counts: learned term discrimination
 * values (Frej, Mulhem, Schwab and Chevallet, "Learning Term Discrimination",
 * SIGIR 2020). A term of weight 0 is not indexed at all.
 *
 * Weights have the 8 significant bits that are stored of them (the upper half of
 * a float32), so that an index answers alike before it is written and after it
 * is read. A learned weight is not known any better.
 */

import { badArgument, quote } from "../../common/errors.ts";

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

/** A weight as 16 bits, rounded to the nearest; those above 0 stay above 0. */
export function weightBits(weight: number): number {
  word.setFloat32(0, weight);
  const bits = (word.getUint32(0) + 0x8000) >>> 16;
  return weight > 0 ? Math.max(1, bits) : bits;
}

/** The weight of 16 bits. */
export function weightOfBits(bits: number): number {
  word.setUint32(0, bits << 16);
  return word.getFloat32(0);
}

const word = new DataView(new ArrayBuffer(4));

function checked(weight: number, of: string): number {
  const rounded = weight >= 0 ? weightOfBits(weightBits(weight)) : NaN;
  if (rounded < Infinity) return rounded;
  throw badArgument(`the weight of ${of} must be finite and ≥ 0, got ${weight}`);
}
