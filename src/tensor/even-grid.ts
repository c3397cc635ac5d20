/**
 * Grids of one size: what pooling makes of ragged pairs, as pairs again, so
 * that convolution and pooling can go on from there.
 */

import {
  derivedSegments,
  type Operation,
  type Pairs,
  shapeError,
  type Tensor,
  tensor,
} from "./node.ts";
import { cells } from "./pairs.ts";
import type { Size } from "./shape.ts";

/** Known to backends as the reshape that it is; only its axes cannot be checked by name. */
const AS_CELLS: Operation = {
  name: "reshape",
  gradient: ({ inputs: [x, ...segments] }, upstream) => [
    tensor(AS_CELLS, [upstream, ...segments], (x as Tensor).shape),
  ],
};

const EVEN_SEGMENTS: Operation = { name: "evenSegments" };

/** Cells with the pairs that they are the cells of. */
export interface Grid {
  /** [cells, channels] */
  readonly x: Tensor;
  readonly pairs: Pairs;
}

/** [groups, height, width, channels] as the cells of pairs that all have `height` rows and `width` columns. */
export function asCells(x: Tensor): Grid {
  const [groups, height, width, channels] = x.shape;
  if (
    x.shape.length !== 4 ||
    groups === undefined ||
    typeof height !== "number" ||
    typeof width !== "number" ||
    channels === undefined
  ) {
    throw shapeError("asCells", "needs [groups, height, width, channels]", x);
  }
  const even = (size: number) =>
    derivedSegments(EVEN_SEGMENTS, [], groups, `${groups}·${size}` as Size, { size });
  const pairs = { left: even(height), right: even(width) };
  const shape = [cells(pairs), channels];
  return { x: tensor(AS_CELLS, [x, pairs.left, pairs.right], shape), pairs };
}
