/**
 * Operations within the groups of a ragged axis: the tokens of each document,
 * the similarities of each query word.
 */

import { badArgument } from "../common/errors.ts";
import { multiply, subtract } from "./elementwise.ts";
import {
  createDerivedIndex,
  createShapeError,
  type Index,
  type Node,
  type Operation,
  type Segments,
  type Tensor,
  tensor,
} from "./node.ts";
import type { Size } from "./shape.ts";

const SEGMENT_ELEMENT: Operation = { name: "segmentElement" };

/** The index of the element at `position` (from 0) of every group; -1 if a group is shorter. */
export function segmentElement(segments: Segments, position: number): Index {
  const groups = segments.shape[0] as Size;
  return createDerivedIndex(SEGMENT_ELEMENT, groups, segments.over, [segments], {
    place: position,
  });
}

const SEGMENT_SUM: Operation = {
  name: "segmentSum",
  gradient: ({ inputs: [, segments] }, upstream) => [
    segmentSpread(upstream, segments as Segments),
    undefined,
  ],
};

/** Adds up the rows of each group; an empty group gives zeros. */
export function segmentSum(x: Tensor, segments: Segments): Tensor {
  checkElements("segmentSum", x, segments);
  return tensor(SEGMENT_SUM, [x, segments], [...segments.shape, ...x.shape.slice(1)]);
}

const SEGMENT_SPREAD: Operation = {
  name: "segmentSpread",
  gradient: ({ inputs: [, segments] }, upstream) => [
    segmentSum(upstream, segments as Segments),
    undefined,
  ],
};

/** Gives every element the row of its group. */
export function segmentSpread(x: Tensor, segments: Segments): Tensor {
  if (x.shape.length === 0 || x.shape[0] !== segments.shape[0]) {
    throw createShapeError("segmentSpread", "needs a row for every group", x, segments);
  }
  return tensor(SEGMENT_SPREAD, [x, segments], [segments.over, ...x.shape.slice(1)]);
}

const SEGMENT_SOFTMAX: Operation = {
  name: "segmentSoftmax",
  gradient(node, upstream) {
    const segments = node.inputs[1] as Segments;
    const weighted = multiply(upstream, node);
    const total = segmentSpread(segmentSum(weighted, segments), segments);
    return [subtract(weighted, multiply(node, total)), undefined];
  },
};

/** e^x / Σ e^x over the elements of each group. */
export function segmentSoftmax(x: Tensor, segments: Segments): Tensor {
  checkValues("segmentSoftmax", x, segments);
  return tensor(SEGMENT_SOFTMAX, [x, segments], x.shape);
}

const SEGMENT_TOP: Operation = {
  name: "segmentTop",
  gradient: (node, upstream) => [
    tensor(SEGMENT_TOP_GRADIENT, [...node.inputs, upstream], (node.inputs[0] as Node).shape),
    undefined,
  ],
};

/** Routes the gradient of the r-th largest value back to its element. */
const SEGMENT_TOP_GRADIENT: Operation = { name: "segmentTopGradient" };

/**
 * The `count` largest values of each group, largest first; 0 where a group has
 * fewer. Of equal values the earlier one counts as larger.
 */
export function segmentTop(x: Tensor, segments: Segments, count: number): Tensor {
  checkValues("segmentTop", x, segments);
  checkCount("segmentTop", "count", count);
  return tensor(SEGMENT_TOP, [x, segments], [...segments.shape, count]);
}

const SEGMENT_HISTOGRAM: Operation = { name: "segmentHistogram" };

/**
 * The number of values of each group in each of `bins` bins over [-1, 1]: bin ⌊(x +
 * 1) / 2 · (bins - 1)⌋, so that only 1 itself reaches the last (Guo et al., "A Deep
 * Relevance Matching Model", CIKM 2016). No gradient.
 */
export function segmentHistogram(x: Tensor, segments: Segments, bins: number): Tensor {
  checkValues("segmentHistogram", x, segments);
  checkCount("segmentHistogram", "bins", bins);
  return tensor(SEGMENT_HISTOGRAM, [x, segments], [...segments.shape, bins]);
}

const WINDOWS: Operation = {
  name: "windows",
  gradient: ({ inputs: [, segments], attributes }, upstream) => [
    foldWindows(upstream, segments as Segments, attributes.width as number),
    undefined,
  ],
};

/**
 * Each row followed by the `width` - 1 rows after it in its group, zeros past
 * the end. A 1-D convolution padded at the right is `matmul` of this.
 */
export function windows(x: Tensor, segments: Segments, width: number): Tensor {
  const columns = checkRowWidth("windows", x, segments);
  checkCount("windows", "width", width);
  return tensor(WINDOWS, [x, segments], [segments.over, width * columns], { width });
}

const FOLD_WINDOWS: Operation = {
  name: "foldWindows",
  gradient: ({ inputs: [, segments], attributes }, upstream) => [
    windows(upstream, segments as Segments, attributes.width as number),
    undefined,
  ],
};

/** Adds every window's parts back to the rows they are copies of. */
function foldWindows(x: Tensor, segments: Segments, width: number): Tensor {
  const columns = checkRowWidth("foldWindows", x, segments);
  return tensor(FOLD_WINDOWS, [x, segments], [segments.over, columns / width], { width });
}

function checkRowWidth(operation: string, x: Tensor, segments: Segments): number {
  checkElements(operation, x, segments);
  const [, columns] = x.shape;
  if (x.shape.length !== 2 || typeof columns !== "number") {
    throw createShapeError(operation, "needs a matrix of fixed width", x);
  }
  return columns;
}

/** Checks that `x` has a row for every element of the segmented axis. */
function checkElements(operation: string, x: Tensor, segments: Segments): void {
  if (x.shape.length === 0 || x.shape[0] !== segments.over) {
    throw createShapeError(operation, `the segments cut [${segments.over}]`, x);
  }
}

/** Checks that `x` has one value for every element of the segmented axis. */
function checkValues(operation: string, x: Tensor, segments: Segments): void {
  checkElements(operation, x, segments);
  if (x.shape.length !== 1) throw createShapeError(operation, "needs one value per element", x);
}

/** Validates a count. */
export function checkCount(operation: string, name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1) {
    throw badArgument(`${operation}: ${name} must be a whole number ≥ 1, got ${value}`);
  }
}
