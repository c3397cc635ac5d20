/**
 * Lowers operations on values, axes, matrices and rows to ONNX operators, in their
 * plainest form.
 */

import type { Index } from "../node.ts";
import { findBroadcastSpan } from "../shape.ts";
import {
  DROP,
  getInput,
  getInputName,
  KEEP,
  type Lower,
  type Lowering,
  sliceColumns,
  writeGather,
  writeReduceSum,
  writeScatterAdd,
  writeSumLast,
} from "./lowering.ts";

const passThrough =
  (operator: string): Lower =>
  (l) =>
    l.graph.node(operator, l.inputs);

/** (mean, deviation) of each row. */
function writeMoments(l: Lowering): { centred: string; deviation: string } {
  const { graph, node } = l;
  const x = getInputName(l, 0);
  const mean = graph.node("ReduceMean", [x, graph.integers(-1)], KEEP);
  const centred = graph.node("Sub", [x, mean]);
  const squares = graph.node("Mul", [centred, centred]);
  const variance = graph.node("ReduceMean", [squares, graph.integers(-1)], KEEP);
  const guarded = graph.node("Add", [variance, graph.float(node.attributes.epsilon as number)]);
  return { centred, deviation: graph.node("Sqrt", [guarded]) };
}

/** (|x|, |x| + ε) of each row. */
function writeNorms(l: Lowering): { norm: string; length: string } {
  const x = getInputName(l, 0);
  const norm = l.graph.node("Sqrt", [writeSumLast(l, l.graph.node("Mul", [x, x]))]);
  const epsilon = l.graph.float(l.node.attributes.epsilon as number);
  return { norm, length: l.graph.node("Add", [norm, epsilon]) };
}

export const DENSE_LOWERINGS: Readonly<Record<string, Lower>> = {
  exp: passThrough("Exp"),
  log: passThrough("Log"),
  sqrt: passThrough("Sqrt"),
  reciprocal: passThrough("Reciprocal"),
  tanh: passThrough("Tanh"),
  sigmoid: passThrough("Sigmoid"),
  softplus: passThrough("Softplus"),
  relu: passThrough("Relu"),
  erf: passThrough("Erf"),
  add: passThrough("Add"),
  subtract: passThrough("Sub"),
  multiply: passThrough("Mul"),
  divide: passThrough("Div"),
  square: (l) => l.graph.node("Mul", [getInputName(l, 0), getInputName(l, 0)]),
  step: (l) =>
    l.graph.node("Cast", [l.graph.node("Greater", [getInputName(l, 0), l.graph.float(0)])], {
      to: 1,
    }),

  reluGradient(l) {
    const isOpen = l.graph.node("Greater", [getInputName(l, 1), l.graph.float(0)]);
    return l.graph.node("Where", [isOpen, getInputName(l, 0), l.graph.float(0)]);
  },

  affine(l) {
    const { factor, term } = l.node.attributes as { factor: number; term: number };
    const scaled =
      factor === 1
        ? getInputName(l, 0)
        : l.graph.node("Mul", [getInputName(l, 0), l.graph.float(factor)]);
    return term === 0 ? scaled : l.graph.node("Add", [scaled, l.graph.float(term)]);
  },

  clampMin: (l) =>
    l.graph.node("Max", [getInputName(l, 0), l.graph.float(l.node.attributes.least as number)]),
  broadcast: (l) => l.graph.node("Expand", [getInputName(l, 0), l.ragged.shape(l.node.shape)]),

  sumTo(l) {
    const large = getInput(l, 0).shape;
    const { start, end } = findBroadcastSpan(l.node.shape, large) as { start: number; end: number };
    const axes = large.flatMap((_, i) => (i >= start && i < end ? [] : [i]));
    const summed = l.graph.node("ReduceSum", [getInputName(l, 0), l.graph.integers(...axes)], KEEP);
    const lead = Array.from({ length: large.length - l.node.shape.length }, (_, i) => i);
    return lead.length === 0
      ? summed
      : l.graph.node("Squeeze", [summed, l.graph.integers(...lead)]);
  },

  mean: (l) => l.graph.node("ReduceMean", [getInputName(l, 0)], DROP),

  spreadMean(l) {
    const count = l.graph.node("Cast", [l.graph.node("Size", [getInputName(l, 1)])], { to: 1 });
    const share = l.graph.node("Div", [getInputName(l, 0), count]);
    return l.graph.node("Expand", [share, l.graph.node("Shape", [getInputName(l, 1)])]);
  },

  axisSum: (l) => writeReduceSum(l, getInputName(l, 0), l.node.attributes.axis as number),

  axisSpread(l) {
    const axis = l.graph.integers(l.node.attributes.axis as number);
    const thin = l.graph.node("Unsqueeze", [getInputName(l, 0), axis]);
    return l.graph.node("Expand", [thin, l.ragged.shape(l.node.shape)]);
  },

  max: (l) =>
    l.graph.node(
      "ReduceMax",
      [getInputName(l, 0), l.graph.integers(l.node.attributes.axis as number)],
      DROP,
    ),

  maxGradient(l) {
    const axis = l.node.attributes.axis as number;
    const winners = l.graph.node("ArgMax", [getInputName(l, 0)], { axis, ...DROP });
    const depth = l.ragged.size(l.node.shape[axis] as string);
    const first = l.graph.node("OneHot", [winners, depth, l.graph.floats([0, 1])], { axis });
    const upstream = l.graph.node("Unsqueeze", [getInputName(l, 1), l.graph.integers(axis)]);
    return l.graph.node("Mul", [first, upstream]);
  },

  softmax(l) {
    const [x, mask] = l.inputs;
    if (mask === undefined) return l.graph.node("Softmax", [x as string], { axis: -1 });
    // A row in which the mask drops everything has the sum 0; it is divided by 1
    // instead.
    const zero = l.graph.float(0);
    const isUnmasked = l.graph.node("Not", [l.graph.node("Equal", [mask, zero])]);
    const low = l.graph.node("Where", [isUnmasked, x as string, l.graph.float(-1e30)]);
    const top = l.graph.node("ReduceMax", [low, l.graph.integers(-1)], KEEP);
    const unmasked = l.graph.node("Cast", [isUnmasked], { to: 1 });
    const power = l.graph.node("Mul", [
      l.graph.node("Exp", [l.graph.node("Sub", [low, top])]),
      unmasked,
    ]);
    const sum = writeSumLast(l, power);
    const isEmpty = l.graph.node("Cast", [l.graph.node("Equal", [sum, zero])], { to: 1 });
    return l.graph.node("Div", [power, l.graph.node("Add", [sum, isEmpty])]);
  },

  standardise(l) {
    const { centred, deviation } = writeMoments(l);
    return l.graph.node("Div", [centred, deviation]);
  },

  standardiseGradient(l) {
    const { centred, deviation } = writeMoments(l);
    const slope = getInputName(l, 1);
    const y = l.graph.node("Div", [centred, deviation]);
    const rowMean = (x: string): string =>
      l.graph.node("ReduceMean", [x, l.graph.integers(-1)], KEEP);
    const projection = l.graph.node("Mul", [y, rowMean(l.graph.node("Mul", [slope, y]))]);
    const level = l.graph.node("Sub", [slope, rowMean(slope)]);
    return l.graph.node("Div", [l.graph.node("Sub", [level, projection]), deviation]);
  },

  reshape: (l) => l.graph.node("Reshape", [getInputName(l, 0), l.ragged.shape(l.node.shape)]),
  transpose: (l) => l.graph.node("Transpose", [getInputName(l, 0)], { perm: [1, 0] }),
  concat: (l) => l.graph.node("Concat", l.inputs, { axis: -1 }),

  slice(l) {
    const from = l.node.attributes.from as number;
    return sliceColumns(l, getInputName(l, 0), from, from + (l.node.shape.at(-1) as number));
  },

  pad(l) {
    const from = l.node.attributes.from as number;
    const width = getInput(l, 0).shape.at(-1) as number;
    const after = (l.node.shape.at(-1) as number) - from - width;
    return l.graph.node("Pad", [
      getInputName(l, 0),
      l.graph.integers(from, after),
      "",
      l.graph.integers(-1),
    ]);
  },

  matmul(l) {
    const { transposeA, transposeB } = l.node.attributes;
    const turns = { transA: Number(transposeA), transB: Number(transposeB) };
    return l.graph.node("Gemm", l.inputs, turns);
  },

  gather: (l) =>
    writeGather(l, getInputName(l, 0), getInput(l, 0).shape, l.ragged.index(getInput<Index>(l, 1))),

  scatterAdd(l) {
    const entries = l.ragged.index(getInput<Index>(l, 1));
    return writeScatterAdd(l, getInputName(l, 0), l.node.shape, entries);
  },

  unitRows: (l) => l.graph.node("Div", [getInputName(l, 0), writeNorms(l).length]),

  unitRowsGradient(l) {
    const [x, slope] = [getInputName(l, 0), getInputName(l, 1)];
    const { norm, length } = writeNorms(l);
    const positive = l.graph.node("Max", [norm, l.graph.float(1e-30)]);
    const projection = [positive, length, length].reduce(
      (quotient, divisor) => l.graph.node("Div", [quotient, divisor]),
      writeSumLast(l, l.graph.node("Mul", [x, slope])),
    );
    const straight = l.graph.node("Div", [slope, length]);
    return l.graph.node("Sub", [straight, l.graph.node("Mul", [x, projection])]);
  },
};
