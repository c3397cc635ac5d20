/** Operands of random sizes and values, for the cases of operations. */

import type { Random } from "../common/random.ts";
import {
  type Index,
  indexInput,
  input,
  type Pairs,
  type Segments,
  segmentsInput,
  type Tensor,
} from "./node.ts";
import { cells } from "./pairs.ts";
import type { Shape } from "./shape.ts";

/** An operation on random operands. */
export interface OperationCase {
  readonly output: Tensor;
  /** The float inputs, with respect to which gradients are taken. */
  readonly operands: readonly Tensor[];
  readonly batch: Readonly<Record<string, number[]>>;
}

/** Creates the operands of a case, with random sizes under the names that the case passes. */
export class CaseBuilder {
  readonly batch: Record<string, number[]> = {};
  readonly operands: Tensor[] = [];
  readonly #random: Random;
  readonly #sizes = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** A whole number from `min` to `max`. */
  sampleInteger(min: number, max: number): number {
    return min + this.#random.below(max - min + 1);
  }

  values(shape: Shape, min = -2, max = 2): Tensor {
    const name = `x${this.operands.length}`;
    const count = shape.reduce<number>((product, size) => product * this.#size(size), 1);
    this.batch[name] = Array.from({ length: count }, () =>
      Math.fround(min + (max - min) * this.#random.uniform()),
    );
    const tensorInput = input(name, shape);
    this.operands.push(tensorInput);
    return tensorInput;
  }

  /** A mask of zeros and ones; no gradient is taken with respect to it. */
  mask(shape: Shape): Tensor {
    const count = shape.reduce<number>((product, size) => product * this.#size(size), 1);
    this.batch.mask = Array.from({ length: count }, () => this.#random.below(2));
    return input("mask", shape);
  }

  /** An index with some entries -1. */
  index(over: string, into: string | number): Index {
    const rows = this.#size(into);
    this.batch[`${over} index`] = Array.from(
      { length: this.#size(over) },
      () => this.#random.below(rows + 1) - 1,
    );
    return indexInput(`${over} index`, over, into);
  }

  /** Segments with random lengths, some of them 0, and now and then all of them. */
  segments(groups: string, over: string, maxLength = 7): Segments {
    const offsets = [0];
    const longest = this.sampleInteger(0, 9) === 0 ? 0 : maxLength;
    for (let group = 0; group < this.#size(groups); group++) {
      offsets.push((offsets.at(-1) as number) + this.sampleInteger(0, longest));
    }
    this.#sizes.set(over, offsets.at(-1) as number);
    this.batch[`${over} offsets`] = offsets;
    return segmentsInput(`${over} offsets`, groups, over);
  }

  /** Two segmented axes, with an axis for their cells. */
  pairs(maxLength = 6): Pairs {
    const pairs = {
      left: this.segments("pairs", "left", maxLength),
      right: this.segments("pairs", "right", maxLength),
    };
    const [a, b] = [this.batch["left offsets"], this.batch["right offsets"]] as number[][];
    const total = (a as number[])
      .slice(1)
      .reduce((sum, _, i) => sum + length(a as number[], i) * length(b as number[], i), 0);
    this.#sizes.set(String(cells(pairs)), total);
    return pairs;
  }

  #size(size: string | number): number {
    if (typeof size === "number") return size;
    const sampledSize = this.#sizes.get(size) ?? 1 + this.#random.below(9);
    this.#sizes.set(size, sampledSize);
    return sampledSize;
  }
}

function length(offsets: readonly number[], group: number): number {
  return (offsets[group + 1] as number) - (offsets[group] as number);
}

/** Builds the operation of a case from its operands. */
export type Build = (make: CaseBuilder) => Tensor;

/** A case of the named operation. */
export function createOperationCase(build: Build, random: Random): OperationCase {
  const builder = new CaseBuilder(random);
  const output = build(builder);
  return { output, operands: builder.operands, batch: builder.batch };
}
