/**
 * From operations on values, axes, matrices and rows to kernel calls. Argument
 * orders are those that the kernels in kernels/tensor state.
 */

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
import { bits, tasksOf } from "./recorder.ts";

const KINDS = ["add", "subtract", "multiply", "divide"];

/** Sizes in the kernels' blocked matrix product; as in kernels/tensor/matmul.ts. */
const BLOCK_ROWS = 64;
const BLOCK_PANELS = 40;
const PANEL = 8;

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

const byValue =
  (...constants: readonly string[]): Encode =>
  (e) => {
    const values = constants.map((name) => bits(e.node.attributes[name] as number));
    e.record.byValues(e.node.operation.name, volume(e), [
      address(e, 0),
      e.out,
      volume(e),
      ...values,
    ]);
  };

const binary: Encode = (e) => {
  const { name } = e.node.operation;
  const count = volume(e);
  const { outer, middle, inner } = around(e, source(e, 1).shape, e.node.shape);
  const [a, b] = [address(e, 0), address(e, 1)];
  if (outer * inner === 1 || count === 0) {
    e.record.byValues(name, count, [a, e.out, count, b]);
  } else if (middle === 1 || inner > 1) {
    const [rows, width] = middle === 1 ? rowsOf(e, e.node.shape) : [outer * middle, inner];
    e.record.byRows("columnwise", rows, [a, e.out, rows, b, width, KINDS.indexOf(name), middle]);
  } else {
    e.record.byRows("rowwise", outer, [a, e.out, outer, b, middle, KINDS.indexOf(name)]);
  }
};

/** Kernels that see a tensor as outer × middle × inner around one axis. */
const alongAxis =
  (shaped: "input" | "output", rest: (e: NodeEncoding) => readonly number[] = () => []): Encode =>
  (e) => {
    const { binding } = e.record;
    const { shape } = shaped === "input" ? source(e, 0) : e.node;
    const axis = e.node.attributes.axis as number;
    const outer = binding.span(shape, 0, axis);
    const inner = binding.span(shape, axis + 1, shape.length);
    const middle = binding.size(shape[axis] as number);
    const args = [address(e, 0), e.out, outer, middle, inner, ...rest(e)];
    e.record.byRows(e.node.operation.name, outer, args);
  };

/** Kernels of the form (x, out, rows, width, …). */
const byRow =
  (rest: (e: NodeEncoding) => readonly number[]): Encode =>
  (e) => {
    const [rows, width] = rowsOf(e, e.node.shape);
    e.record.byRows(e.node.operation.name, rows, [address(e, 0), e.out, rows, width, ...rest(e)]);
  };

export const DENSE_ENCODERS: Readonly<Record<string, Encode>> = {
  ...Object.fromEntries(
    ["step", "relu", "exp", "log", "sqrt", "reciprocal", "square", "tanh", "sigmoid", "softplus"]
      .concat("erf", "spreadMean")
      .map((name) => [name, byValue()]),
  ),
  affine: byValue("factor", "term"),
  atLeast: byValue("least"),
  ...Object.fromEntries(KINDS.map((name) => [name, binary])),

  reluGradient(e) {
    const args = [address(e, 0), e.out, volume(e), address(e, 1)];
    e.record.byValues("reluGradient", volume(e), args);
  },

  broadcast(e) {
    const { outer, middle, inner } = around(e, source(e, 0).shape, e.node.shape);
    const rows = outer * middle;
    e.record.byRows("broadcast", rows, [address(e, 0), e.out, rows, inner, middle]);
  },

  sumTo(e) {
    const { outer, middle, inner } = around(e, e.node.shape, source(e, 0).shape);
    if (middle === 1) {
      e.record.call("total", 1, [address(e, 0), e.out, outer * inner, bits(1)]);
    } else if (inner === 1 && outer > STRETCH) {
      const stretches = Math.ceil(outer / STRETCH);
      const sums = e.record.floats(stretches * middle);
      const adding = [address(e, 0), sums, outer, middle, STRETCH];
      e.record.callFirst("sumStretches", stretches, adding);
      e.record.byRows("sumTo", middle, [sums, e.out, stretches, middle, 1]);
      e.record.release(sums);
    } else e.record.byRows("sumTo", middle, [address(e, 0), e.out, outer, middle, inner]);
  },

  mean(e) {
    const count = e.record.binding.volume(source(e, 0).shape);
    e.record.call("total", 1, [address(e, 0), e.out, count, bits(count)]);
  },

  axisSum: alongAxis("input"),
  max: alongAxis("input"),
  maxGradient: alongAxis("input", (e) => [address(e, 1)]),
  axisSpread: alongAxis("output"),
  softmax: byRow((e) => [e.inputs[1] ?? 0]),
  standardise: byRow(({ node }) => [bits(node.attributes.epsilon as number)]),
  standardiseGradient: byRow((e) => [bits(e.node.attributes.epsilon as number), address(e, 1)]),
  transpose: byRow(() => []),

  concat(e) {
    const [rows, width] = rowsOf(e, e.node.shape);
    let from = 0;
    for (const [i, part] of e.node.inputs.entries()) {
      const columns = part.shape.at(-1) as number;
      const args = [address(e, i), e.out, rows, columns, columns, 0, width, from];
      e.record.byRows("copyColumns", rows, args);
      from += columns;
    }
  },

  slice(e) {
    const [rows, width] = rowsOf(e, e.node.shape);
    const from = e.node.attributes.from as number;
    const args = [address(e, 0), e.out, rows, width, inputLastSize(e), from, width, 0];
    e.record.byRows("copyColumns", rows, args);
  },

  pad(e) {
    const [rows, width] = rowsOf(e, e.node.shape);
    const columns = inputLastSize(e);
    const from = e.node.attributes.from as number;
    e.record.callFirst("clear", tasksOf(rows), [0, e.out, rows, width]);
    const args = [address(e, 0), e.out, rows, columns, columns, 0, width, from];
    e.record.byRows("copyColumns", rows, args);
  },

  matmul(e) {
    const { transposeA, transposeB } = e.node.attributes;
    const [rows, columns] = rowsOf(e, e.node.shape);
    const inner = e.record.binding.size(source(e, 0).shape[transposeA ? 0 : 1] as string);
    if (inner === 0) {
      e.record.byRows("clear", rows, [0, e.out, rows, columns]);
      return;
    }
    const panels = Math.ceil(columns / PANEL);
    const packed = e.record.floats(panels * PANEL * inner);
    const packing = [address(e, 1), packed, inner, columns, Number(transposeB)];
    e.record.callFirst("packPanels", panels, packing);
    const tasks = Math.ceil(rows / BLOCK_ROWS) * Math.ceil(panels / BLOCK_PANELS);
    const args = [address(e, 0), e.out, rows, inner, columns, packed, Number(transposeA)];
    e.record.call("matmul", tasks, args);
    e.record.release(packed);
  },

  gather(e) {
    const width = rowWidth(e);
    const rows = e.record.binding.size(e.node.shape[0] as string);
    const index = e.record.index(source(e, 1));
    e.record.byRows("gather", rows, [address(e, 0), e.out, rows, width, index]);
  },

  scatterAdd(e) {
    const width = rowWidth(e);
    const rows = e.record.binding.size(e.node.shape[0] as string);
    const inverse = e.record.inverse(source<Index>(e, 1));
    e.record.byRows("scatterAdd", rows, [address(e, 0), e.out, rows, width, ...inverse]);
  },

  unitRows: byRow(({ node, record, rows }) => [
    bits(node.attributes.epsilon as number),
    rows === undefined ? 0 : record.index(rows),
  ]),

  unitRowsGradient: byRow((e) => [
    bits(e.node.attributes.epsilon as number),
    e.rows === undefined ? 0 : e.record.index(e.rows),
    address(e, 1),
  ]),
};
