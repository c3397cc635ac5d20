/**
 * Grids of one size: what pooling makes of ragged pairs, as pairs again, so
 * that convolution and pooling can go on from there.
 */

import { evenSegments, underEvenSegments } from "./laid-out.ts";
import { type Pairs, shapeError, type Tensor } from "./node.ts";
import { cells } from "./pairs.ts";

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
  const pairs = { left: evenSegments(groups, height), right: evenSegments(groups, width) };
  const shape = [cells(pairs), channels];
  return { x: underEvenSegments(x, [pairs.left, pairs.right], shape), pairs };
}
