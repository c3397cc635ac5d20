/**
 * Random cases for every operation, used twice: finite differences check the
 * gradients of each, and every backend must agree with the plain one on each.
 */

import type { Random } from "../common/random.ts";
import { convolve } from "./convolution.ts";
import {
  add,
  affine,
  atLeast,
  broadcast,
  divide,
  erf,
  exp,
  gelu,
  log,
  multiply,
  reciprocal,
  relu,
  scale,
  sigmoid,
  softplus,
  sqrt,
  square,
  step,
  subtract,
  sumTo,
  tanh,
} from "./elementwise.ts";
import { asCells, type Grid } from "./even-grid.ts";
import { joined } from "./joined.ts";
import { kernelPool } from "./kernel-pooling.ts";
import { laidOut, splitRows } from "./laid-out.ts";
import { attention, dense, lstmStep } from "./layers.ts";
import { concat, reshape, slice, transpose } from "./layout.ts";
import { matmul } from "./matmul.ts";
import { ngrams } from "./ngrams.ts";
import {
  type Index,
  indexInput,
  input,
  type Pairs,
  type Segments,
  segmentsInput,
  type Tensor,
} from "./node.ts";
import { adaptiveMax, cellRows, cells, pairDot, pairEqual, pairMix } from "./pairs.ts";
import { layerNorm, max, mean, softmax, sum } from "./reductions.ts";
import { gather, scatterAdd, unitRows } from "./rows.ts";
import {
  segmentElement,
  segmentHistogram,
  segmentSoftmax,
  segmentSpread,
  segmentSum,
  segmentTop,
  windows,
} from "./segments.ts";
import type { Shape } from "./shape.ts";

/** An operation on random operands. */
export interface OperationCase {
  readonly output: Tensor;
  /** The float inputs, with respect to which gradients are taken. */
  readonly operands: readonly Tensor[];
  readonly batch: Readonly<Record<string, number[]>>;
}

/** Makes the operands of a case, of random sizes under the names that the case gives them. */
export class CaseBuilder {
  readonly batch: Record<string, number[]> = {};
  readonly operands: Tensor[] = [];
  readonly #random: Random;
  readonly #sizes = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + this.#random.below(most - least + 1);
  }

  values(shape: Shape, least = -2, most = 2): Tensor {
    const name = `x${this.operands.length}`;
    const count = shape.reduce<number>((product, size) => product * this.#size(size), 1);
    this.batch[name] = Array.from({ length: count }, () =>
      Math.fround(least + (most - least) * this.#random.uniform()),
    );
    const made = input(name, shape);
    this.operands.push(made);
    return made;
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

  /** Segments with random lengths, some of them 0, and now and then all. */
  segments(groups: string, over: string, most = 7): Segments {
    const offsets = [0];
    const longest = this.whole(0, 9) === 0 ? 0 : most;
    for (let group = 0; group < this.#size(groups); group++) {
      offsets.push((offsets.at(-1) as number) + this.whole(0, longest));
    }
    this.#sizes.set(over, offsets.at(-1) as number);
    this.batch[`${over} offsets`] = offsets;
    return segmentsInput(`${over} offsets`, groups, over);
  }

  /** Two segmented axes, with an axis for their cells. */
  pairs(most = 6): Pairs {
    const pairs = {
      left: this.segments("pairs", "left", most),
      right: this.segments("pairs", "right", most),
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
    const known = this.#sizes.get(size) ?? 1 + this.#random.below(9);
    this.#sizes.set(size, known);
    return known;
  }
}

function length(offsets: readonly number[], group: number): number {
  return (offsets[group + 1] as number) - (offsets[group] as number);
}

type Build = (make: CaseBuilder) => Tensor;

const unary =
  (apply: (x: Tensor) => Tensor, least = -2, most = 2): Build =>
  (make) =>
    apply(make.values(["rows", make.whole(1, 9)], least, most));

const binary =
  (apply: (a: Tensor, b: Tensor) => Tensor, least = -2, most = 2): Build =>
  (make) => {
    const width = make.whole(1, 9);
    const shapes: Shape[] = [["rows", width], [width], ["rows", 1], []];
    const small = make.values(shapes[make.whole(0, 3)] as Shape, least, most);
    const large = make.values(["rows", width], least, most);
    return make.whole(0, 1) === 0 ? apply(large, small) : apply(small, large);
  };

const KERNELS = [
  { mean: 1, width: 0.05 },
  ...[0.9, 0.5, 0.1, -0.3, -0.7].map((mean) => ({ mean, width: 0.1 })),
];

const product =
  (transposeA: boolean, transposeB: boolean): Build =>
  (make) => {
    const inner = make.whole(1, 40);
    const columns = make.whole(1, 40);
    const a = make.values(transposeA ? [inner, "rows"] : ["rows", inner], -1, 1);
    const b = make.values(transposeB ? [columns, inner] : [inner, columns], -1, 1);
    return matmul(a, b, { transposeA, transposeB });
  };

const mix =
  (onto: "left" | "right"): Build =>
  (make) => {
    const pairs = make.pairs();
    const width = make.whole(1, 20);
    const from = onto === "left" ? "right" : "left";
    const rows = make.values(["words", width]);
    const weights = make.values([cells(pairs)]);
    return pairMix(
      weights,
      { rows, index: make.index(from, "words") },
      make.index(onto, 5),
      pairs,
      onto,
    );
  };

/** One grid of two channels for each group of a ragged axis. */
function evenGrid(make: CaseBuilder, height: number, width: number): Grid {
  const segments = make.segments("groups", "tokens");
  const sums = segmentSum(make.values(["tokens", height * width * 2]), segments);
  return asCells(reshape(sums, ["groups", height, width, 2]));
}

/** Every operation with a gradient, and the layers made of them, by name. */
export const DIFFERENTIABLE: Readonly<Record<string, Build>> = {
  exp: unary(exp),
  log: unary(log, 0.1, 3),
  sqrt: unary(sqrt, 0.1, 3),
  reciprocal: unary(reciprocal, 0.3, 3),
  square: unary(square),
  tanh: unary(tanh),
  sigmoid: unary(sigmoid, -9, 9),
  softplus: unary(softplus, -9, 9),
  relu: unary(relu),
  erf: unary(erf, -3, 3),
  gelu: unary(gelu, -3, 3),
  affine: unary((x) => affine(x, 1.5, -0.25)),
  scale: unary((x) => scale(x, -3)),
  atLeast: unary((x) => atLeast(x, 0.25)),
  add: binary(add),
  subtract: binary(subtract),
  multiply: binary(multiply),
  divide: binary(divide, 0.5, 3),
  broadcast: (make) => broadcast(make.values([3, 1]), [5, 3, 4]),
  sumTo: (make) => sumTo(make.values(["rows", 3, 4]), [3, 1]),
  "sum over everything": (make) => sum(make.values(["rows", 3, 4])),
  "sum over an axis": (make) => sum(make.values(["rows", 3, 4]), make.whole(0, 2)),
  mean: (make) => mean(make.values(["rows", 3])),
  max: (make) => max(make.values(["rows", 5, 3]), make.whole(0, 2)),
  softmax: unary(softmax),
  "softmax with a mask": (make) => softmax(make.values(["rows", 6]), make.mask(["rows", 6])),
  layerNorm: (make) => layerNorm(make.values(["rows", 6]), make.values([6]), make.values([6])),
  reshape: (make) => reshape(make.values(["rows", 6]), ["rows", 2, 3]),
  transpose: (make) => transpose(make.values(["rows", make.whole(1, 6)])),
  concat: (make) =>
    concat([make.values(["rows", 3]), make.values(["rows", 1]), make.values(["rows", 4])]),
  slice: (make) => slice(make.values(["rows", 7]), make.whole(0, 3), make.whole(4, 7)),
  matmul: product(false, false),
  "matmul, first transposed": product(true, false),
  "matmul, second transposed": product(false, true),
  "matmul, both transposed": product(true, true),
  dense: (make) => dense(make.values(["rows", 4]), make.values([4, 3]), make.values([3])),
  gather: (make) => gather(make.values(["words", make.whole(1, 9)]), make.index("tokens", "words")),
  "gather of the second element of each group": (make) => {
    const segments = make.segments("groups", "tokens", 3);
    return gather(make.values(["tokens", make.whole(1, 9)]), segmentElement(segments, 1));
  },
  laidOut: (make) => {
    const segments = make.segments("groups", "tokens", 6);
    return laidOut(make.values(["tokens", make.whole(1, 5)]), segments, make.whole(1, 8));
  },
  "splitRows and laidOut": (make) => {
    const groups = make.segments("groups", "tokens", 3);
    const { x, segments } = splitRows(segmentSum(make.values(["tokens", 6]), groups), 3);
    return laidOut(square(x), segments, make.whole(1, 4));
  },
  scatterAdd: (make) =>
    scatterAdd(make.values(["tokens", make.whole(1, 9)]), make.index("tokens", 6)),
  unitRows: (make) => unitRows(make.values(["rows", make.whole(2, 20)])),
  segmentSum: (make) => {
    const segments = make.segments("groups", "tokens");
    return segmentSum(make.values(["tokens", make.whole(1, 9)]), segments);
  },
  segmentSpread: (make) => {
    const segments = make.segments("groups", "tokens");
    return segmentSpread(make.values(["groups", make.whole(1, 9)]), segments);
  },
  segmentSoftmax: (make) => {
    const segments = make.segments("groups", "tokens");
    return segmentSoftmax(make.values(["tokens"]), segments);
  },
  segmentTop: (make) => {
    const segments = make.segments("groups", "tokens");
    return segmentTop(make.values(["tokens"]), segments, make.whole(1, 5));
  },
  windows: (make) => {
    const segments = make.segments("groups", "tokens");
    return windows(make.values(["tokens", make.whole(1, 5)]), segments, make.whole(1, 4));
  },
  kernelPool: (make) => {
    const segments = make.segments("groups", "tokens", 20);
    return kernelPool(make.values(["tokens"], -1, 1), segments, KERNELS);
  },
  "kernelPool far from the kernels": (make) => {
    const segments = make.segments("groups", "tokens", 20);
    return kernelPool(make.values(["tokens"], -4, 4), segments, KERNELS);
  },
  ngrams: (make) => {
    const segments = make.segments("groups", "tokens");
    const size = make.whole(1, 3);
    const projected = make.values(["words", size * make.whole(1, 9)]);
    return ngrams(projected, make.index("tokens", "words"), segments, size);
  },
  pairDot: (make) => {
    const pairs = make.pairs();
    const width = make.whole(1, 20);
    return pairDot(
      { rows: make.values(["words", width]), index: make.index("left", "words") },
      { rows: make.values(["terms", width]), index: make.index("right", "terms") },
      pairs,
    );
  },
  "pairEqual, each cell weighted": (make) => {
    const pairs = make.pairs();
    const [left, right] = [make.index("left", 3), make.index("right", 3)];
    return multiply(make.values([cells(pairs)]), pairEqual(left, right, pairs));
  },
  "both sides joined": (make) => {
    const pairs = make.pairs();
    const width = make.whole(1, 4);
    const { segments, left, right, sides, places } = joined(pairs, 20);
    const [a, b] = [make.values([pairs.left.over, width]), make.values([pairs.right.over, width])];
    const ofSide = gather(make.values([2, width]), sides);
    const ofPlace = gather(make.values([20, width]), places);
    const tokens = add(add(gather(a, left), gather(b, right)), multiply(ofSide, ofPlace));
    return laidOut(tokens, segments, 4);
  },
  "pairMix onto the left": mix("left"),
  "pairMix onto the right": mix("right"),
  convolve: (make) => {
    const pairs = make.pairs(9);
    const [channels, height, width] = [make.whole(1, 5), make.whole(1, 3), make.whole(1, 3)];
    const x = make.values([cells(pairs), channels]);
    const weights = make.values([height * width * channels, make.whole(1, 18)], -1, 1);
    return convolve(x, weights, pairs, height, width);
  },
  adaptiveMax: (make) => {
    const pairs = make.pairs();
    const x = make.values([cells(pairs), make.whole(1, 3)]);
    return adaptiveMax(x, pairs, make.whole(1, 4), make.whole(1, 4));
  },
  "cells of an even grid": (make) => {
    const { x, pairs } = evenGrid(make, 2, 3);
    return segmentSum(x, cellRows(pairs));
  },
  "convolve over an even grid": (make) => {
    const { x, pairs } = evenGrid(make, 3, 4);
    return convolve(x, make.values([12, make.whole(1, 9)]), pairs, 2, 3);
  },
  "adaptiveMax after adaptiveMax": (make) => {
    const pairs = make.pairs();
    const pooled = adaptiveMax(make.values([cells(pairs), 2]), pairs, 3, 5);
    const grid = asCells(pooled);
    return adaptiveMax(grid.x, grid.pairs, 2, 4);
  },
  lstmStep: (make) => {
    const state = { hidden: make.values(["rows", 3]), cell: make.values(["rows", 3]) };
    const weights = {
      input: make.values([2, 12]),
      recurrent: make.values([3, 12]),
      bias: make.values([12]),
    };
    return lstmStep(make.values(["rows", 2]), state, weights).hidden;
  },
  attention: (make) => {
    const pairs = make.pairs();
    const [queries, keys, values] = ["a", "b", "b"].map((axis) => make.values([axis, 6])) as [
      Tensor,
      Tensor,
      Tensor,
    ];
    return attention(
      queries,
      keys,
      values,
      make.index("left", "a"),
      make.index("right", "b"),
      pairs,
      2,
    );
  },
};

/** Operations that let no gradient through. */
export const FLAT: Readonly<Record<string, Build>> = {
  step: unary(step),
  segmentHistogram: (make) => {
    const pairs = make.pairs();
    return segmentHistogram(make.values([cells(pairs)], -1, 1), cellRows(pairs), 30);
  },
};

/** A case of the named operation. */
export function operationCase(build: Build, random: Random): OperationCase {
  const make = new CaseBuilder(random);
  const output = build(make);
  return { output, operands: make.operands, batch: make.batch };
}
