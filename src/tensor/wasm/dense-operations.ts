/** Encodes operations on values, axes, matrices and rows as kernel calls. */

import type { Index } from "../node.ts";
import { findBroadcastSpan, type Shape } from "../shape.ts";
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
import {
  computeRows,
  computeRowWidth,
  computeVolume,
  type Encode,
  getAddress,
  getInput,
  getInputLastSize,
  type NodeEncoding,
} from "./node-encoding.ts";
import { countTasks } from "./recorder.ts";

/** Rows that one task adds up when a sum over many rows is divided. */
const CHUNK_ROWS = 512;

/** Sizes before, inside and after the part of `large` that `small` covers. */
function computeExtents({ record: { binding } }: NodeEncoding, small: Shape, large: Shape) {
  const { start, end } = findBroadcastSpan(small, large) as { start: number; end: number };
  return {
    outer: binding.span(large, 0, start),
    middle: binding.span(large, start, end),
    inner: binding.span(large, end, large.length),
  };
}

/** Arguments of elementwise kernels. */
function getValueArguments(e: NodeEncoding): ValueArguments {
  return { x: getAddress(e, 0), out: e.out, count: computeVolume(e) };
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
    e.record.byValues(kernel, computeVolume(e), getValueArguments(e));

const binary =
  (kernel: "add" | "subtract" | "multiply" | "divide", kind: number): Encode =>
  (e) => {
    const count = computeVolume(e);
    const { outer, middle, inner } = computeExtents(e, getInput(e, 1).shape, e.node.shape);
    const operands = { a: getAddress(e, 0), out: e.out, b: getAddress(e, 1) };
    if (outer * inner === 1 || count === 0) {
      e.record.byValues(kernel, count, { ...operands, count });
    } else if (middle === 1 || inner > 1) {
      const [rows, width] = middle === 1 ? computeRows(e, e.node.shape) : [outer * middle, inner];
      e.record.byRows("columnwise", rows, { ...operands, rows, width, kind, period: middle });
    } else e.record.byRows("rowwise", outer, { ...operands, rows: outer, width: middle, kind });
  };

/** A tensor as outer × middle × inner around the axis of an operation. */
function computeAxisExtents(e: NodeEncoding, { shape }: { readonly shape: Shape }): AxisArguments {
  const { binding } = e.record;
  const axis = e.node.attributes.axis as number;
  return {
    x: getAddress(e, 0),
    out: e.out,
    outer: binding.span(shape, 0, axis),
    middle: binding.size(shape[axis] as number),
    inner: binding.span(shape, axis + 1, shape.length),
  };
}

const overAxis =
  (kernel: "axisSum" | "max"): Encode =>
  (e) => {
    const args = computeAxisExtents(e, getInput(e, 0));
    e.record.byRows(kernel, args.outer, args);
  };

/** Arguments of kernels that work row by row. */
function getRowArguments(e: NodeEncoding) {
  const [rows, width] = computeRows(e, e.node.shape);
  return { x: getAddress(e, 0), out: e.out, rows, width };
}

function getEpsilon({ node }: NodeEncoding): number {
  return node.attributes.epsilon as number;
}

/** The index of rows that are read in place, or 0. */
function getRowIndex({ record, rows }: NodeEncoding): number {
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
    const count = computeVolume(e);
    e.record.byValues("affine", count, { x: getAddress(e, 0), out: e.out, count, factor, term });
  },

  clampMin(e) {
    const min = e.node.attributes.least as number;
    e.record.byValues("clampMin", computeVolume(e), { ...getValueArguments(e), min });
  },

  add: binary("add", ADD),
  subtract: binary("subtract", SUBTRACT),
  multiply: binary("multiply", MULTIPLY),
  divide: binary("divide", DIVIDE),

  reluGradient(e) {
    const count = computeVolume(e);
    const args = { upstream: getAddress(e, 0), out: e.out, count, y: getAddress(e, 1) };
    e.record.byValues("reluGradient", count, args);
  },

  broadcast(e) {
    const { outer, middle, inner } = computeExtents(e, getInput(e, 0).shape, e.node.shape);
    const rows = outer * middle;
    const args = { x: getAddress(e, 0), out: e.out, rows, width: inner, period: middle };
    e.record.byRows("broadcast", rows, args);
  },

  sumTo(e) {
    const { outer, middle, inner } = computeExtents(e, e.node.shape, getInput(e, 0).shape);
    const x = getAddress(e, 0);
    if (middle === 1) {
      e.record.call("total", 1, { x, out: e.out, count: outer * inner, divisor: 1 });
    } else if (inner === 1 && outer > CHUNK_ROWS) {
      const stretches = Math.ceil(outer / CHUNK_ROWS);
      const sums = e.record.floats(stretches * middle);
      const adding = { x, sums, outer, middle, stretch: CHUNK_ROWS };
      e.record.callFirst("sumStretches", stretches, adding);
      const args = { x: sums, out: e.out, outer: stretches, middle, inner: 1 };
      e.record.byRows("sumTo", middle, args);
      e.record.release(sums);
    } else e.record.byRows("sumTo", middle, { x, out: e.out, outer, middle, inner });
  },

  mean(e) {
    const count = e.record.binding.volume(getInput(e, 0).shape);
    e.record.call("total", 1, { x: getAddress(e, 0), out: e.out, count, divisor: count });
  },

  axisSum: overAxis("axisSum"),
  max: overAxis("max"),

  maxGradient(e) {
    const args = computeAxisExtents(e, getInput(e, 0));
    e.record.byRows("maxGradient", args.outer, { ...args, upstream: getAddress(e, 1) });
  },

  axisSpread(e) {
    const args = computeAxisExtents(e, e.node);
    e.record.byRows("axisSpread", args.outer, args);
  },

  softmax(e) {
    const args = getRowArguments(e);
    e.record.byRows("softmax", args.rows, { ...args, mask: e.inputs[1] ?? 0 });
  },

  standardise(e) {
    const args = getRowArguments(e);
    e.record.byRows("standardise", args.rows, { ...args, epsilon: getEpsilon(e) });
  },

  standardiseGradient(e) {
    const args = { ...getRowArguments(e), epsilon: getEpsilon(e), upstream: getAddress(e, 1) };
    e.record.byRows("standardiseGradient", args.rows, args);
  },

  transpose(e) {
    const [rows, columns] = computeRows(e, e.node.shape);
    e.record.byRows("transpose", rows, { x: getAddress(e, 0), out: e.out, rows, columns });
  },

  concat(e) {
    const [rows, outStride] = computeRows(e, e.node.shape);
    let outStart = 0;
    for (const [i, part] of e.node.inputs.entries()) {
      const width = part.shape.at(-1) as number;
      const x = getAddress(e, i);
      const args = { x, out: e.out, rows, width, xStride: width, xStart: 0, outStride, outStart };
      e.record.byRows("copyColumns", rows, args);
      outStart += width;
    }
  },

  slice(e) {
    const [rows, width] = computeRows(e, e.node.shape);
    e.record.byRows("copyColumns", rows, {
      x: getAddress(e, 0),
      out: e.out,
      rows,
      width,
      xStride: getInputLastSize(e),
      xStart: e.node.attributes.from as number,
      outStride: width,
      outStart: 0,
    });
  },

  pad(e) {
    const [rows, outStride] = computeRows(e, e.node.shape);
    const width = getInputLastSize(e);
    e.record.callFirst("clear", countTasks(rows), { out: e.out, rows, width: outStride });
    e.record.byRows("copyColumns", rows, {
      x: getAddress(e, 0),
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
    const [rows, columns] = computeRows(e, e.node.shape);
    const inner = e.record.binding.size(getInput(e, 0).shape[transposeA ? 0 : 1] as string);
    if (inner === 0) {
      e.record.byRows("clear", rows, { out: e.out, rows, width: columns });
      return;
    }
    const panels = Math.ceil(columns / PANEL);
    const packed = e.record.floats(panels * PANEL * inner);
    const packing = { b: getAddress(e, 1), packed, inner, columns, transposed: Number(transposeB) };
    e.record.callFirst("packPanels", panels, packing);
    const tasks = Math.ceil(rows / BLOCK_ROWS) * Math.ceil(panels / BLOCK_PANELS);
    e.record.call("matmul", tasks, {
      a: getAddress(e, 0),
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
    const width = computeRowWidth(e);
    const rows = e.record.binding.size(e.node.shape[0] as string);
    const index = e.record.index(getInput(e, 1));
    e.record.byRows("gather", rows, { x: getAddress(e, 0), out: e.out, rows, width, index });
  },

  scatterAdd(e) {
    const width = computeRowWidth(e);
    const rows = e.record.binding.size(e.node.shape[0] as string);
    const { inverseOffsets, inverseElements } = e.record.inverse(getInput<Index>(e, 1));
    const x = getAddress(e, 0);
    const args = { x, out: e.out, rows, width, inverseOffsets, inverseElements };
    e.record.byRows("scatterAdd", rows, args);
  },

  unitRows(e) {
    const args = { ...getRowArguments(e), epsilon: getEpsilon(e), index: getRowIndex(e) };
    e.record.byRows("unitRows", args.rows, args);
  },

  unitRowsGradient(e) {
    const args = { ...getRowArguments(e), epsilon: getEpsilon(e), index: getRowIndex(e) };
    e.record.byRows("unitRowsGradient", args.rows, { ...args, upstream: getAddress(e, 1) });
  },
};
