/**
 * 2-D convolution over the cells of pairs.
 *
 * A filter covers `height` × `width` cells, from its own cell to the right and down,
 * and zeros past the edge of a pair. One operation, because explicit patches would
 * be `height` · `width` times as large as its input.
 */

import { matrix } from "./layout.ts";
import {
  createShapeError,
  type Operation,
  type Pairs,
  type Segments,
  type Tensor,
  tensor,
} from "./node.ts";
import { checkChannels } from "./pairs.ts";
import { checkCount } from "./segments.ts";

type Inputs = readonly [Tensor, Tensor, Segments, Segments];

const CONVOLVE: Operation = {
  name: "convolve",
  gradient({ inputs, attributes }, upstream) {
    const [x, weights, ...pairs] = inputs as Inputs;
    return [
      tensor(CONVOLVE_INPUT_GRADIENT, [upstream, weights, ...pairs], x.shape, attributes),
      tensor(CONVOLVE_WEIGHTS_GRADIENT, [x, upstream, ...pairs], weights.shape, attributes),
    ];
  },
};

/**
 * The gradient of a cell: the upstream gradients of the filters that cover it,
 * through the weights.
 */
const CONVOLVE_INPUT_GRADIENT: Operation = { name: "convolveInputGradient" };

/** For every weight the sum of its cell's value times its filter's upstream. */
const CONVOLVE_WEIGHTS_GRADIENT: Operation = { name: "convolveWeightsGradient" };

/**
 * [cells, channels] through `weights` of [height · width · channels, filters] to
 * [cells, filters]. Rows of the weights go row by row over the cells of a filter,
 * all channels of one before those of the next.
 */
export function convolve(
  x: Tensor,
  weights: Tensor,
  pairs: Pairs,
  height: number,
  width: number,
): Tensor {
  const channels = checkChannels("convolve", x, pairs);
  checkCount("convolve", "height", height);
  checkCount("convolve", "width", width);
  const [depth, filters] = matrix("convolve", weights);
  if (depth !== height * width * channels || typeof filters !== "number") {
    const rule = `the weights must be [${height * width * channels}, filters]`;
    throw createShapeError("convolve", rule, weights);
  }
  const inputs: Inputs = [x, weights, pairs.left, pairs.right];
  return tensor(CONVOLVE, inputs, [x.shape[0] as string, filters], { height, width });
}
