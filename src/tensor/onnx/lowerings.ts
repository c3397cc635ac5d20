/**
 * From operations to ONNX operators, in their plainest form. Operations for
 * which the standard has nothing near (largest values of ragged groups,
 * histograms, ragged images) have no lowering; asking for one is an error.
 */

import type { Index, Node, Segments, Tensor } from "../node.ts";
import { embedding } from "../shape.ts";
import type { GraphWriter } from "./graph-writer.ts";
import type { Ragged } from "./ragged.ts";

export interface Lowering {
  readonly node: Tensor;
  /** Names of the values of the inputs, by position. */
  readonly inputs: readonly string[];
  readonly graph: GraphWriter;
  readonly ragged: Ragged;
}

/** Adds the operators of one node and returns the name of its value. */
export type Lower = (lowering: Lowering) => string;

const ADD = { reduction: "add" };
const KEEP = { keepdims: 1 };
const DROP = { keepdims: 0 };

function value({ inputs }: Lowering, position: number): string {
  return inputs[position] as string;
}

function source<T extends Node = Node>({ node }: Lowering, position: number): T {
  return node.inputs[position] as T;
}

const same =
  (operator: string): Lower =>
  (l) =>
    l.graph.node(operator, l.inputs);

/** Rows that an index picks: (rows, weight 1 or 0), where the weight is 0 for -1. */
function picked({ graph }: Lowering, entries: string): { rows: string; weight: string } {
  const zero = graph.integer(0);
  const isRow = graph.node("GreaterOrEqual", [entries, zero]);
  return {
    rows: graph.node("Max", [entries, zero]),
    weight: graph.node("Cast", [isRow], { to: 1 }),
  };
}

/** A weight for each row, shaped so that it multiplies tensors with `axes` axes. */
function alongRows({ graph }: Lowering, weight: string, axes: number): string {
  const added = Array.from({ length: axes - 1 }, (_, i) => i + 1);
  return added.length === 0 ? weight : graph.node("Unsqueeze", [weight, graph.integers(...added)]);
}

/** Rows of x by the entries of an index, zeros where it is -1. */
function gathered(l: Lowering, x: string, entries: string, axes: number): string {
  const { rows, weight } = picked(l, entries);
  const taken = l.graph.node("Gather", [x, rows], { axis: 0 });
  return l.graph.node("Mul", [taken, alongRows(l, weight, axes)]);
}

/** Rows added to where the entries of an index say, starting from zeros. */
function scattered(l: Lowering, x: string, entries: string, zeros: string, axes: number): string {
  const { rows, weight } = picked(l, entries);
  const places = l.graph.node("Unsqueeze", [rows, l.graph.integers(1)]);
  const weighted = l.graph.node("Mul", [x, alongRows(l, weight, axes)]);
  return l.graph.node("ScatterND", [zeros, places, weighted], ADD);
}

function sumLast({ graph }: Lowering, x: string, keep: boolean): string {
  return graph.node("ReduceSum", [x, graph.integers(-1)], keep ? KEEP : DROP);
}

function columns({ graph }: Lowering, x: string, from: number, to: number): string {
  const [start, end, axis] = [from, to, -1].map((i) => graph.integers(i)) as string[];
  return graph.node("Slice", [x, start as string, end as string, axis as string]);
}

/** (mean, deviation) of each row. */
function moments(l: Lowering): { centred: string; deviation: string } {
  const { graph, node } = l;
  const x = value(l, 0);
  const mean = graph.node("ReduceMean", [x, graph.integers(-1)], KEEP);
  const centred = graph.node("Sub", [x, mean]);
  const squares = graph.node("Mul", [centred, centred]);
  const variance = graph.node("ReduceMean", [squares, graph.integers(-1)], KEEP);
  const guarded = graph.node("Add", [variance, graph.float(node.attributes.epsilon as number)]);
  return { centred, deviation: graph.node("Sqrt", [guarded]) };
}

/** (|x|, |x| + ε) of each row. */
function norms(l: Lowering): { norm: string; length: string } {
  const x = value(l, 0);
  const norm = l.graph.node("Sqrt", [sumLast(l, l.graph.node("Mul", [x, x]), true)]);
  const epsilon = l.graph.float(l.node.attributes.epsilon as number);
  return { norm, length: l.graph.node("Add", [norm, epsilon]) };
}

/** Distances from the kernels' means, and the kernels' values, [elements, kernels]. */
function kernels(l: Lowering): { away: string; values: string; slopes: string } {
  const { means, widths } = l.node.attributes as Record<string, readonly number[]>;
  const slopes = l.graph.floats((widths as readonly number[]).map((w) => -1 / (2 * w ** 2)));
  const x = l.graph.node("Unsqueeze", [value(l, 0), l.graph.integers(1)]);
  const away = l.graph.node("Sub", [x, l.graph.floats(means as readonly number[])]);
  const power = l.graph.node("Mul", [l.graph.node("Mul", [away, away]), slopes]);
  return { away, values: l.graph.node("Exp", [power]), slopes };
}

/** Sums over groups; `x` has `axes` axes. */
function groupSums(l: Lowering, x: string, segments: Segments, zeros: string): string {
  const groups = l.graph.node("Unsqueeze", [l.ragged.groups(segments), l.graph.integers(1)]);
  return l.graph.node("ScatterND", [zeros, groups, x], ADD);
}

/**
 * For each token, the place `ahead` further on, and 1 or 0 for whether that is
 * still in its group. With a negative `ahead`, further back.
 */
function shifted(
  l: Lowering,
  segments: Segments,
  ahead: number,
): { place: string; inside: string } {
  const { graph, ragged } = l;
  const groups = ragged.groups(segments);
  const moved = graph.node("Add", [ragged.range(segments.over), graph.integer(ahead)]);
  const end = graph.node("Gather", [ragged.ends(segments), groups]);
  const start = graph.node("Gather", [ragged.starts(segments), groups]);
  const isInside = graph.node("And", [
    graph.node("Less", [moved, end]),
    graph.node("GreaterOrEqual", [moved, start]),
  ]);
  const most = graph.node("Sub", [end, graph.integer(1)]);
  const place = graph.node("Max", [graph.node("Min", [moved, most]), start]);
  return { place, inside: graph.node("Cast", [isInside], { to: 1 }) };
}

/** x moved along its tokens: row t becomes row t + ahead, zeros beyond the group. */
function shiftedRows(l: Lowering, x: string, segments: Segments, ahead: number): string {
  const { place, inside } = shifted(l, segments, ahead);
  const rows = l.graph.node("Gather", [x, place], { axis: 0 });
  return l.graph.node("Mul", [rows, alongRows(l, inside, 2)]);
}

function total({ graph }: Lowering, parts: readonly string[]): string {
  return parts.reduce((sum, part) => graph.node("Add", [sum, part]));
}

export const LOWERINGS: Readonly<Record<string, Lower>> = {
  exp: same("Exp"),
  log: same("Log"),
  sqrt: same("Sqrt"),
  reciprocal: same("Reciprocal"),
  tanh: same("Tanh"),
  sigmoid: same("Sigmoid"),
  softplus: same("Softplus"),
  relu: same("Relu"),
  erf: same("Erf"),
  add: same("Add"),
  subtract: same("Sub"),
  multiply: same("Mul"),
  divide: same("Div"),
  square: (l) => l.graph.node("Mul", [value(l, 0), value(l, 0)]),
  step: (l) =>
    l.graph.node("Cast", [l.graph.node("Greater", [value(l, 0), l.graph.float(0)])], { to: 1 }),

  affine(l) {
    const { factor, term } = l.node.attributes as { factor: number; term: number };
    const scaled =
      factor === 1 ? value(l, 0) : l.graph.node("Mul", [value(l, 0), l.graph.float(factor)]);
    return term === 0 ? scaled : l.graph.node("Add", [scaled, l.graph.float(term)]);
  },

  atLeast: (l) =>
    l.graph.node("Max", [value(l, 0), l.graph.float(l.node.attributes.least as number)]),
  broadcast: (l) => l.graph.node("Expand", [value(l, 0), l.ragged.shape(l.node.shape)]),

  sumTo(l) {
    const large = source(l, 0).shape;
    const { start, end } = embedding(l.node.shape, large) as { start: number; end: number };
    const axes = large.flatMap((_, i) => (i >= start && i < end ? [] : [i]));
    const summed = l.graph.node("ReduceSum", [value(l, 0), l.graph.integers(...axes)], KEEP);
    const lead = Array.from({ length: large.length - l.node.shape.length }, (_, i) => i);
    return lead.length === 0
      ? summed
      : l.graph.node("Squeeze", [summed, l.graph.integers(...lead)]);
  },

  mean: (l) => l.graph.node("ReduceMean", [value(l, 0)], DROP),

  spreadMean(l) {
    const count = l.graph.node("Cast", [l.graph.node("Size", [value(l, 1)])], { to: 1 });
    const share = l.graph.node("Div", [value(l, 0), count]);
    return l.graph.node("Expand", [share, l.graph.node("Shape", [value(l, 1)])]);
  },

  axisSum: (l) =>
    l.graph.node(
      "ReduceSum",
      [value(l, 0), l.graph.integers(l.node.attributes.axis as number)],
      DROP,
    ),

  axisSpread(l) {
    const axis = l.graph.integers(l.node.attributes.axis as number);
    const thin = l.graph.node("Unsqueeze", [value(l, 0), axis]);
    return l.graph.node("Expand", [thin, l.ragged.shape(l.node.shape)]);
  },

  max: (l) =>
    l.graph.node(
      "ReduceMax",
      [value(l, 0), l.graph.integers(l.node.attributes.axis as number)],
      DROP,
    ),

  firstMax(l) {
    const axis = l.node.attributes.axis as number;
    const places = l.graph.node("ArgMax", [value(l, 0)], { axis, ...DROP });
    const depth = l.ragged.size(l.node.shape[axis] as string);
    return l.graph.node("OneHot", [places, depth, l.graph.floats([0, 1])], { axis });
  },

  softmax(l) {
    const [x, mask] = l.inputs;
    if (mask === undefined) return l.graph.node("Softmax", [x as string], { axis: -1 });
    // A row that keeps nothing has the sum 0; it is divided by 1 instead.
    const zero = l.graph.float(0);
    const isKept = l.graph.node("Not", [l.graph.node("Equal", [mask, zero])]);
    const low = l.graph.node("Where", [isKept, x as string, l.graph.float(-1e30)]);
    const top = l.graph.node("ReduceMax", [low, l.graph.integers(-1)], KEEP);
    const kept = l.graph.node("Cast", [isKept], { to: 1 });
    const power = l.graph.node("Mul", [
      l.graph.node("Exp", [l.graph.node("Sub", [low, top])]),
      kept,
    ]);
    const sum = sumLast(l, power, true);
    const isEmpty = l.graph.node("Cast", [l.graph.node("Equal", [sum, zero])], { to: 1 });
    return l.graph.node("Div", [power, l.graph.node("Add", [sum, isEmpty])]);
  },

  standardise(l) {
    const { centred, deviation } = moments(l);
    return l.graph.node("Div", [centred, deviation]);
  },

  standardiseGradient(l) {
    const { centred, deviation } = moments(l);
    const slope = value(l, 1);
    const y = l.graph.node("Div", [centred, deviation]);
    const rowMean = (x: string): string =>
      l.graph.node("ReduceMean", [x, l.graph.integers(-1)], KEEP);
    const along = l.graph.node("Mul", [y, rowMean(l.graph.node("Mul", [slope, y]))]);
    const level = l.graph.node("Sub", [slope, rowMean(slope)]);
    return l.graph.node("Div", [l.graph.node("Sub", [level, along]), deviation]);
  },

  reshape: (l) => l.graph.node("Reshape", [value(l, 0), l.ragged.shape(l.node.shape)]),
  transpose: (l) => l.graph.node("Transpose", [value(l, 0)], { perm: [1, 0] }),
  concat: (l) => l.graph.node("Concat", l.inputs, { axis: -1 }),

  slice(l) {
    const from = l.node.attributes.from as number;
    return columns(l, value(l, 0), from, from + (l.node.shape.at(-1) as number));
  },

  pad(l) {
    const from = l.node.attributes.from as number;
    const width = source(l, 0).shape.at(-1) as number;
    const after = (l.node.shape.at(-1) as number) - from - width;
    return l.graph.node("Pad", [
      value(l, 0),
      l.graph.integers(from, after),
      "",
      l.graph.integers(-1),
    ]);
  },

  matmul(l) {
    const turned = (x: string, turn: unknown): string =>
      turn ? l.graph.node("Transpose", [x], { perm: [1, 0] }) : x;
    const { transposeA, transposeB } = l.node.attributes;
    return l.graph.node("MatMul", [
      turned(value(l, 0), transposeA),
      turned(value(l, 1), transposeB),
    ]);
  },

  gather: (l) => gathered(l, value(l, 0), l.ragged.index(source<Index>(l, 1)), l.node.shape.length),

  scatterAdd(l) {
    const entries = l.ragged.index(source<Index>(l, 1));
    return scattered(l, value(l, 0), entries, l.ragged.zeros(l.node.shape), l.node.shape.length);
  },

  unitRows: (l) => l.graph.node("Div", [value(l, 0), norms(l).length]),

  unitRowsGradient(l) {
    const [x, slope] = [value(l, 0), value(l, 1)];
    const { norm, length } = norms(l);
    const positive = l.graph.node("Max", [norm, l.graph.float(1e-30)]);
    const along = [positive, length, length].reduce(
      (quotient, divisor) => l.graph.node("Div", [quotient, divisor]),
      sumLast(l, l.graph.node("Mul", [x, slope]), true),
    );
    const straight = l.graph.node("Div", [slope, length]);
    return l.graph.node("Sub", [straight, l.graph.node("Mul", [x, along])]);
  },

  segmentSum: (l) =>
    groupSums(l, value(l, 0), source<Segments>(l, 1), l.ragged.zeros(l.node.shape)),
  segmentSpread: (l) =>
    l.graph.node("Gather", [value(l, 0), l.ragged.groups(source<Segments>(l, 1))], { axis: 0 }),

  segmentSoftmax(l) {
    const segments = source<Segments>(l, 1);
    const groups = l.ragged.groups(segments);
    const count = l.ragged.size(segments.shape[0] as string);
    const lowest = l.graph.node("Expand", [l.graph.float(-3e38), count]);
    const most = { axis: 0, reduction: "max" };
    const tops = l.graph.node("ScatterElements", [lowest, groups, value(l, 0)], most);
    const spread = (x: string): string => l.graph.node("Gather", [x, groups]);
    const power = l.graph.node("Exp", [l.graph.node("Sub", [value(l, 0), spread(tops)])]);
    const sums = groupSums(l, power, segments, l.ragged.zeros(segments.shape));
    return l.graph.node("Div", [power, spread(sums)]);
  },

  windows(l) {
    const width = l.node.attributes.width as number;
    const parts = Array.from({ length: width }, (_, o) =>
      shiftedRows(l, value(l, 0), source<Segments>(l, 1), o),
    );
    return l.graph.node("Concat", parts, { axis: 1 });
  },

  foldWindows(l) {
    const width = l.node.attributes.width as number;
    const size = l.node.shape[1] as number;
    const parts = Array.from({ length: width }, (_, o) => {
      const part = columns(l, value(l, 0), o * size, (o + 1) * size);
      return shiftedRows(l, part, source<Segments>(l, 1), -o);
    });
    return total(l, parts);
  },

  kernelPool: (l) =>
    groupSums(l, kernels(l).values, source<Segments>(l, 1), l.ragged.zeros(l.node.shape)),

  kernelPoolGradient(l) {
    const { away, values, slopes } = kernels(l);
    const groups = l.ragged.groups(source<Segments>(l, 1));
    const upstream = l.graph.node("Gather", [value(l, 2), groups], { axis: 0 });
    const twice = l.graph.node("Mul", [slopes, l.graph.float(2)]);
    const rate = l.graph.node("Mul", [l.graph.node("Mul", [away, twice]), values]);
    return sumLast(l, l.graph.node("Mul", [upstream, rate]), false);
  },

  ngrams(l) {
    const segments = source<Segments>(l, 2);
    const size = l.node.shape[1] as number;
    const entries = l.ragged.index(source<Index>(l, 1));
    const parts = Array.from({ length: l.node.attributes.length as number }, (_, o) => {
      const part = columns(l, value(l, 0), o * size, (o + 1) * size);
      return shiftedRows(l, gathered(l, part, entries, 2), segments, o);
    });
    return total(l, parts);
  },

  ngramsGradient(l) {
    const segments = source<Segments>(l, 2);
    const length = l.node.attributes.length as number;
    const shape = [l.node.shape[0] as string, (l.node.shape[1] as number) / length];
    const entries = l.ragged.index(source<Index>(l, 1));
    const parts = Array.from({ length }, (_, o) => {
      const moved = shiftedRows(l, value(l, 0), segments, -o);
      return scattered(l, moved, entries, l.ragged.zeros(shape), 2);
    });
    return l.graph.node("Concat", parts, { axis: 1 });
  },

  pairDot(l) {
    const tokens = l.ragged.tokens(source<Segments>(l, 4), source<Segments>(l, 5));
    const rows = (matrix: number, token: string): string => {
      const entries = l.graph.node("Gather", [l.ragged.index(source<Index>(l, matrix + 1)), token]);
      return gathered(l, value(l, matrix), entries, 2);
    };
    const products = l.graph.node("Mul", [rows(0, tokens.left), rows(2, tokens.right)]);
    return sumLast(l, products, false);
  },

  pairMix(l) {
    const tokens = l.ragged.tokens(source<Segments>(l, 4), source<Segments>(l, 5));
    const [own, other] =
      l.node.attributes.onto === "left" ? [tokens.left, tokens.right] : [tokens.right, tokens.left];
    const from = l.graph.node("Gather", [l.ragged.index(source<Index>(l, 2)), other]);
    const onto = l.graph.node("Gather", [l.ragged.index(source<Index>(l, 3)), own]);
    const weights = alongRows(l, value(l, 0), 2);
    const weighted = l.graph.node("Mul", [gathered(l, value(l, 1), from, 2), weights]);
    return scattered(l, weighted, onto, l.ragged.zeros(l.node.shape), 2);
  },
};
