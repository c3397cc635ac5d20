/** From operations on values, axes, matrices and rows to kernel calls. */

import type { Index } from "../node.ts";
import { embedding, type Shape } from "../shape.ts";
import {
  address,
  type Encode,
  inputLastSize,
  type NodeEncoding,
  rowsOf,
  rowWidth,
  source,
  volume,
} from "./encoding.ts";
import {
  ADD,
  type AxisArguments,
  BLOCK_PANELS,
  BLOCK_ROWS,
  DIVIDE,
  MULTIPLY,
  PANEL,
  SUBTRACT,
  type ValueArguments,
} from "./layout.generated.ts";
import { tasksOf } from "./recorder.ts";

/** Rows that one task adds up when the sum over many rows is shared out. */
const STRETCH = 512;

/** Sizes before, inside and after the part of `large` that `small` covers. */
function around({ record: { binding } }: NodeEncoding, small: Shape, large: Shape) {
  const { start, end } = embedding(small, large) as { start: number; end: number };
  return {
    outer: binding.span(large, 0, start),
    middle: binding.span(large, start, end),
    inner: binding.span(large, end, large.length),
  };
}

/** Arguments of kernels that work value by value. */
function values(e: NodeEncoding): ValueArguments {
  return { x: address(e, 0), out: e.out, count: volume(e) };
}

type ValueKernel =
  | "step"
  | "relu"
  | "exp"
  | "log"
  | "sqrt"
  | "reciprocal"
  | "square"
  | "tanh"
  | "sigmoid"
  | "softplus"
  | "erf"
  | "spreadMean";

const byValue =
  (kernel: ValueKernel): Encode =>
  (e) =>
    e.record.byValues(kernel, volume(e), values(e));

const binary =
  (kernel: "add" | "subtract" | "multiply" | "divide", kind: number): Encode =>
  (e) => {
    const count = volume(e);
    const { outer, middle, inner } = around(e, source(e, 1).shape, e.node.shape);
    const operands = { a: address(e, 0), out: e.out, b: address(e, 1) };
    if (outer * inner === 1 || count === 0) {
      e.record.byValues(kernel, count, { ...operands, count });
    } else if (middle === 1 || inner > 1) {
      const [rows, width] = middle === 1 ? rowsOf(e, e.node.shape) : [outer * middle, inner];
      e.record.byRows("columnwise", rows, { ...operands, rows, width, kind, period: middle });
    } else e.record.byRows("rowwise", outer, { ...operands, rows: outer, width: middle, kind });
  };

/** A tensor as outer × middle × inner around the axis of an operation. */
function aroundAxis(e: NodeEncoding, { shape }: { readonly shape: Shape }): AxisArguments {
  const { binding } = e.record;
  const axis = e.node.attributes.axis as number;
  return {
    x: address(e, 0),
    out: e.out,
    outer: binding.span(shape, 0, axis),
    middle: binding.size(shape[axis] as number),
    inner: binding.span(shape, axis + 1, shape.length),
  };
}

const overAxis =
  (kernel: "axisSum" | "max"): Encode =>
  (e) => {
    const args = aroundAxis(e, source(e, 0));
    e.record.byRows(kernel, args.outer, args);
  };

/** Arguments of kernels that work row by row. */
function byRow(e: NodeEncoding) {
  const [rows, width] = rowsOf(e, e.node.shape);
  return { x: address(e, 0), out: e.out, rows, width };
}

function epsilonOf({ node }: NodeEncoding): number {
  return node.attributes.epsilon as number;
}

/** The index of rows that are read in place, or 0. */
function rowsInPlace({ record, rows }: NodeEncoding): number {
  return rows === undefined ? 0 : record.index(rows);
}

export const DENSE_ENCODERS: Readonly<Record<string, Encode>> = {
  step: byValue("step"),
  relu: byValue("relu"),
  exp: byValue("exp"),
  log: byValue("log"),
  sqrt: byValue("sqrt"),
  reciprocal: byValue("reciprocal"),
  square: byValue("square"),
  tanh: byValue("tanh"),
  sigmoid: byValue("sigmoid"),
  softplus: byValue("softplus"),
  erf: byValue("erf"),
  spreadMean: byValue("spreadMean"),

  affine(e) {
    const { factor, term } = e.node.attributes as { factor: number; term: number };
    const count = volume(e);
    e.record.byValues("affine", count, { x: address(e, 0), out: e.out, count, factor, term });
  },

  atLeast(e) {
    const least = e.node.attributes.least as number;
    e.record.byValues("atLeast", volume(e), { ...values(e), least });
  },

  add: binary("add", ADD),
  subtract: binary("subtract", SUBTRACT),
  multiply: binary("multiply", MULTIPLY),
  divide: binary("divide", DIVIDE),

  reluGradient(e) {
    const count = volume(e);
    const args = { upstream: address(e, 0), out: e.out, count, y: address(e, 1) };
    e.record.byValues("reluGradient", count, args);
  },

  broadcast(e) {
    const { outer, middle, inner } = around(e, source(e, 0).shape, e.node.shape);
    const rows = outer * middle;
    const args = { x: address(e, 0), out: e.out, rows, width: inner, period: middle };
    e.record.byRows("broadcast", rows, args);
  },

  sumTo(e) {
    const { outer, middle, inner } = around(e, e.node.shape, source(e, 0).shape);
    const x = address(e, 0);
    if (middle === 1) {
      e.record.call("total", 1, { x, out: e.out, count: outer * inner, divisor: 1 });
    } else if (inner === 1 && outer > STRETCH) {
      const stretches = Math.ceil(outer / STRETCH);
      const sums = e.record.floats(stretches * middle);
      const adding = { x, sums, outer, middle, stretch: STRETCH };
      e.record.callFirst("sumStretches", stretches, adding);
      const args = { x: sums, out: e.out, outer: stretches, middle, inner: 1 };
      e.record.byRows("sumTo", middle, args);
      e.record.release(sums);
    } else e.record.byRows("sumTo", middle, { x, out: e.out, outer, middle, inner });
  },

  mean(e) {
    const count = e.record.binding.volume(source(e, 0).shape);
    e.record.call("total", 1, { x: address(e, 0), out: e.out, count, divisor: count });
  },

  axisSum: overAxis("axisSum"),
  max: overAxis("max"),

  maxGradient(e) {
    const args = aroundAxis(e, source(e, 0));
    e.record.byRows("maxGradient", args.outer, { ...args, upstream: address(e, 1) });
  },

  axisSpread(e) {
    const args = aroundAxis(e, e.node);
    e.record.byRows("axisSpread", args.outer, args);
  },

  softmax(e) {
    const args = byRow(e);
    e.record.byRows("softmax", args.rows, { ...args, mask: e.inputs[1] ?? 0 });
  },

  standardise(e) {
    const args = byRow(e);
    e.record.byRows("standardise", args.rows, { ...args, epsilon: epsilonOf(e) });
  },

  standardiseGradient(e) {
    const args = { ...byRow(e), epsilon: epsilonOf(e), upstream: address(e, 1) };
    e.record.byRows("standardiseGradient", args.rows, args);
  },

  transpose(e) {
    const [rows, columns] = rowsOf(e, e.node.shape);
    e.record.byRows("transpose", rows, { x: address(e, 0), out: e.out, rows, columns });
  },

  concat(e) {
    const [rows, outStride] = rowsOf(e, e.node.shape);
    let outStart = 0;
    for (const [i, part] of e.node.inputs.entries()) {
      const width = part.shape.at(-1) as number;
      const x = address(e, i);
      const args = { x, out: e.out, rows, width, xStride: width, xStart: 0, outStride, outStart };
      e.record.byRows("copyColumns", rows, args);
      outStart += width;
    }
  },

  slice(e) {
    const [rows, width] = rowsOf(e, e.node.shape);
    e.record.byRows("copyColumns", rows, {
      x: address(e, 0),
      out: e.out,
      rows,
      width,
      xStride: inputLastSize(e),
      xStart: e.node.attributes.from as number,
      outStride: width,
      outStart: 0,
    });
  },

  pad(e) {
    const [rows, outStride] = rowsOf(e, e.node.shape);
    const width = inputLastSize(e);
    e.record.callFirst("clear", tasksOf(rows), { out: e.out, rows, width: outStride });
    e.record.byRows("copyColumns", rows, {
      x: address(e, 0),
      out: e.out,
      rows,
      width,
      xStride: width,
      xStart: 0,
      outStride,
      outStart: e.node.attributes.from as number,
    });
  },

  matmul(e) {
    const { transposeA, transposeB } = e.node.attributes;
    const [rows, columns] = rowsOf(e, e.node.shape);
    const inner = e.record.binding.size(source(e, 0).shape[transposeA ? 0 : 1] as string);
    if (inner === 0) {
      e.record.byRows("clear", rows, { out: e.out, rows, width: columns });
      return;
    }
    const panels = Math.ceil(columns / PANEL);
    const packed = e.record.floats(panels * PANEL * inner);
    const packing = { b: address(e, 1), packed, inner, columns, transposed: Number(transposeB) };
    e.record.callFirst("packPanels", panels, packing);
    const tasks = Math.ceil(rows / BLOCK_ROWS) * Math.ceil(panels / BLOCK_PANELS);
    e.record.call("matmul", tasks, {
      a: address(e, 0),
      out: e.out,
      rows,
      inner,
      columns,
      packed,
      transposed: Number(transposeA),
    });
    e.record.release(packed);
  },

  gather(e) {
    const width = rowWidth(e);
    const rows = e.record.binding.size(e.node.shape[0] as string);
    const index = e.record.index(source(e, 1));
    e.record.byRows("gather", rows, { x: address(e, 0), out: e.out, rows, width, index });
  },

  scatterAdd(e) {
    const width = rowWidth(e);
    const rows = e.record.binding.size(e.node.shape[0] as string);
    const { inverseOffsets, inverseElements } = e.record.inverse(source<Index>(e, 1));
    const x = address(e, 0);
    const args = { x, out: e.out, rows, width, inverseOffsets, inverseElements };
    e.record.byRows("scatterAdd", rows, args);
  },

  unitRows(e) {
    const args = { ...byRow(e), epsilon: epsilonOf(e), index: rowsInPlace(e) };
    e.record.byRows("unitRows", args.rows, args);
  },

  unitRowsGradient(e) {
    const args = { ...byRow(e), epsilon: epsilonOf(e), index: rowsInPlace(e) };
    e.record.byRows("unitRowsGradient", args.rows, { ...args, upstream: address(e, 1) });
  },
};
