/** Rows of a matrix: gathered by an index, scattered by one, normalised to unit length. */

import { matrix } from "./layout.ts";
import {
  createDerivedIndex,
  createShapeError,
  type Index,
  type Operation,
  type Tensor,
  tensor,
} from "./node.ts";

export const GATHER: Operation = {
  name: "gather",
  gradient: ({ inputs: [, index] }, upstream) => [scatterAdd(upstream, index as Index), undefined],
};

const EVERY_ROW: Operation = { name: "everyRow" };

/** The index that names every row of an axis once, in order. */
export function everyRow(axis: string): Index {
  return createDerivedIndex(EVERY_ROW, axis, axis);
}

/** One row of `x` for every element of the index; zeros where the index is -1. */
export function gather(x: Tensor, index: Index): Tensor {
  if (x.shape.length === 0 || x.shape[0] !== index.into) {
    throw createShapeError("gather", `the index points into [${index.into}]`, x);
  }
  return tensor(GATHER, [x, index], [...index.shape, ...x.shape.slice(1)]);
}

const SCATTER_ADD: Operation = {
  name: "scatterAdd",
  gradient: ({ inputs: [, index] }, upstream) => [gather(upstream, index as Index), undefined],
};

/** Adds row i of `x` to row index[i] of zeros: the inverse of `gather`. */
export function scatterAdd(x: Tensor, index: Index): Tensor {
  if (x.shape.length === 0 || x.shape[0] !== index.shape[0]) {
    throw createShapeError("scatterAdd", "needs a row for every element of the index", x, index);
  }
  return tensor(SCATTER_ADD, [x, index], [index.into, ...x.shape.slice(1)]);
}

/** Added to a norm before dividing, so that a row of zeros stays zeros (spec 3.0). */
const MIN_NORM = 1e-13;

const UNIT_ROWS: Operation = {
  name: "unitRows",
  gradient: (node, upstream) => [
    tensor(UNIT_ROWS_GRADIENT, [node.inputs[0] as Tensor, upstream], node.shape, node.attributes),
  ],
};

/** g / n - x (x·g) / (|x| n²) with n = |x| + ε. */
const UNIT_ROWS_GRADIENT: Operation = { name: "unitRowsGradient" };

/** Every row divided by its Euclidean length, so that a dot product of two is their cosine. */
export function unitRows(x: Tensor): Tensor {
  matrix("unitRows", x);
  return tensor(UNIT_ROWS, [x], x.shape, { epsilon: MIN_NORM });
}
