/**
 * Interaction of two ragged axes: every query token with every document token of the
 * same pair, and of no other.
 *
 * The cells of all pairs lie one after the other on one axis, called `left×right`;
 * within a pair they are ordered row by row, a row for each left token. So a batch
 * needs no padding, and every operation on segments also works on the rows of the
 * interaction matrix (`cellRows`).
 *
 * `pairDot` and `pairMix` are each other's gradients: the dot product of rows gives
 * cells; cells times rows give rows again. Both read rows through an index, so that
 * a token that occurs at many positions is stored once.
 */

import { matrix } from "./layout.ts";
import {
  createDerivedSegments,
  createShapeError,
  type Index,
  type Operation,
  type Pairs,
  type Segments,
  type Tensor,
  tensor,
} from "./node.ts";
import { checkCount } from "./segments.ts";
import type { Size } from "./shape.ts";

/** Rows of the tokens of one side: token t is row `index[t]` of `rows`. */
export interface Side {
  readonly rows: Tensor;
  readonly index: Index;
}

const CELL_ROWS: Operation = { name: "cellRows" };

/** Divides the cells into the rows of the interaction matrices: one group for each left token. */
export function cellRows(pairs: Pairs): Segments {
  return createDerivedSegments(CELL_ROWS, [pairs.left, pairs.right], pairs.left.over, cells(pairs));
}

/** The axis of all cells of all pairs. */
export function cells({ left, right }: Pairs): Size {
  if (left.shape[0] !== right.shape[0]) {
    throw createShapeError("pairs", "both sides must be cut into the same groups", left, right);
  }
  return `${left.over}×${right.over}`;
}

const PAIR_DOT: Operation = {
  name: "pairDot",
  gradient({ inputs }, upstream) {
    const [a, leftIndex, b, rightIndex, left, right] = inputs as PairInputs;
    const pairs = { left, right };
    return [
      pairMix(upstream, { rows: b, index: rightIndex }, leftIndex, pairs, "left"),
      undefined,
      pairMix(upstream, { rows: a, index: leftIndex }, rightIndex, pairs, "right"),
    ];
  },
};

type PairInputs = readonly [Tensor, Index, Tensor, Index, Segments, Segments];

/** The dot product of every left row with every right row of the same pair. */
export function pairDot(left: Side, right: Side, pairs: Pairs): Tensor {
  const [, widthLeft] = checkSide("pairDot", left, pairs.left);
  const [, widthRight] = checkSide("pairDot", right, pairs.right);
  if (widthLeft !== widthRight) {
    throw createShapeError("pairDot", "rows must be equally wide", left.rows, right.rows);
  }
  const inputs: PairInputs = [
    left.rows,
    left.index,
    right.rows,
    right.index,
    pairs.left,
    pairs.right,
  ];
  return tensor(PAIR_DOT, inputs, [cells(pairs)]);
}

const PAIR_MIX: Operation = {
  name: "pairMix",
  gradient({ inputs, attributes }, upstream) {
    const [weights, rows, rowIndex, outIndex, left, right] = inputs as MixInputs;
    const pairs = { left, right };
    const from: Side = { rows, index: rowIndex };
    const to: Side = { rows: upstream, index: outIndex };
    const toLeft = attributes.onto === "left";
    return [
      toLeft ? pairDot(to, from, pairs) : pairDot(from, to, pairs),
      pairMix(weights, to, rowIndex, pairs, toLeft ? "right" : "left"),
    ];
  },
};

type MixInputs = readonly [Tensor, Tensor, Index, Index, Segments, Segments];

/**
 * Sums the rows of one side into those of the other, each weighted by its cell:
 * onto "left", row outIndex[i] gains Σ_j cell(i, j) · from[j].
 */
export function pairMix(
  weights: Tensor,
  from: Side,
  outIndex: Index,
  pairs: Pairs,
  onto: "left" | "right",
): Tensor {
  const [, width] = checkSide("pairMix", from, onto === "left" ? pairs.right : pairs.left);
  const target = onto === "left" ? pairs.left : pairs.right;
  if (outIndex.shape[0] !== target.over) {
    throw createShapeError("pairMix", `the output index must be over [${target.over}]`, outIndex);
  }
  if (weights.shape.length !== 1 || weights.shape[0] !== cells(pairs)) {
    throw createShapeError("pairMix", `needs one weight for each of [${cells(pairs)}]`, weights);
  }
  const inputs: MixInputs = [weights, from.rows, from.index, outIndex, pairs.left, pairs.right];
  return tensor(PAIR_MIX, inputs, [outIndex.into, width], { onto });
}

const PAIR_EQUAL: Operation = { name: "pairEqual" };

/**
 * 1 where a left and a right token of a pair have the same row, else 0; a token
 * without a row equals nothing. Has no gradient.
 */
export function pairEqual(left: Index, right: Index, pairs: Pairs): Tensor {
  for (const [index, segments] of [
    [left, pairs.left],
    [right, pairs.right],
  ] as const) {
    if (index.shape[0] !== segments.over) {
      throw createShapeError("pairEqual", `the index must be over [${segments.over}]`, index);
    }
  }
  if (left.into !== right.into) {
    throw createShapeError("pairEqual", "both indexes must point into the same axis", left, right);
  }
  return tensor(PAIR_EQUAL, [left, right, pairs.left, pairs.right], [cells(pairs)]);
}

const ADAPTIVE_MAX: Operation = {
  name: "adaptiveMax",
  gradient: ({ inputs: [x, left, right], attributes }, upstream) => [
    tensor(
      ADAPTIVE_MAX_GRADIENT,
      [x as Tensor, left as Segments, right as Segments, upstream],
      (x as Tensor).shape,
      attributes,
    ),
  ],
};

const ADAPTIVE_MAX_GRADIENT: Operation = { name: "adaptiveMaxGradient" };

/**
 * Largest values over a grid of `height` × `width` windows laid over each pair:
 * window i of O over I rows covers ⌊i·I/O⌋ to ⌈(i+1)·I/O⌉ - 1. A pair without
 * cells gives zeros. The gradient goes to the first largest cell.
 */
export function adaptiveMax(x: Tensor, pairs: Pairs, height: number, width: number): Tensor {
  const channels = checkChannels("adaptiveMax", x, pairs);
  checkCount("adaptiveMax", "height", height);
  checkCount("adaptiveMax", "width", width);
  const shape = [...pairs.left.shape, height, width, channels];
  return tensor(ADAPTIVE_MAX, [x, pairs.left, pairs.right], shape, { height, width });
}

/** Checks that `x` holds the cells of the pairs; returns the number of channels. */
export function checkChannels(operation: string, x: Tensor, pairs: Pairs): number {
  const [axis, channels] = x.shape;
  if (x.shape.length !== 2 || axis !== cells(pairs) || typeof channels !== "number") {
    throw createShapeError(operation, `needs [${cells(pairs)}, channels]`, x);
  }
  return channels;
}

function checkSide(
  operation: string,
  { rows, index }: Side,
  segments: Segments,
): readonly [Size, Size] {
  const shape = matrix(operation, rows);
  if (shape[0] !== index.into) {
    throw createShapeError(operation, `the index points into [${index.into}]`, rows);
  }
  if (index.shape[0] !== segments.over) {
    throw createShapeError(operation, `the index must be over [${segments.over}]`, index);
  }
  return shape;
}
