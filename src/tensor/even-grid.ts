/**
 * Grids of one size: the result of pooling ragged pairs, as pairs again, so that
 * convolution and pooling can continue from there.
 */

import { createShapeError, type Pairs, type Tensor } from "./node.ts";
import { createEvenSegments, reshapeSegments } from "./pad-segments.ts";
import { cells } from "./pairs.ts";

/** Cells with their pairs. */
export interface Grid {
  /** [cells, channels] */
  readonly x: Tensor;
  readonly pairs: Pairs;
}

/** [groups, height, width, channels] as the cells of pairs that all have `height` rows and `width` columns. */
export function toCells(x: Tensor): Grid {
  const [groups, height, width, channels] = x.shape;
  if (
    x.shape.length !== 4 ||
    groups === undefined ||
    typeof height !== "number" ||
    typeof width !== "number" ||
    channels === undefined
  ) {
    throw createShapeError("asCells", "needs [groups, height, width, channels]", x);
  }
  const pairs = {
    left: createEvenSegments(groups, height),
    right: createEvenSegments(groups, width),
  };
  const shape = [cells(pairs), channels];
  return { x: reshapeSegments(x, [pairs.left, pairs.right], shape), pairs };
}
