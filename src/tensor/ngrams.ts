/**
 * N-gram composition: a convolution over tokens as a sum of shifted projections.
 *
 * A window of h tokens times a weight matrix is the sum of h products, one for each
 * position in the window, and each of these depends on one token only. So each
 * distinct token is projected once (a plain matrix product), and this operation adds
 * up the contributions of the tokens of each window.
 */

import {
  createShapeError,
  type Index,
  type Operation,
  type Segments,
  type Tensor,
  tensor,
} from "./node.ts";
import { checkCount } from "./segments.ts";

const NGRAMS: Operation = {
  name: "ngrams",
  gradient: ({ inputs: [projected, tokens, segments], attributes }, upstream) => [
    tensor(
      NGRAMS_GRADIENT,
      [upstream, tokens as Index, segments as Segments],
      (projected as Tensor).shape,
      attributes,
    ),
    undefined,
    undefined,
  ],
};

const NGRAMS_GRADIENT: Operation = {
  name: "ngramsGradient",
  gradient: ({ inputs: [, tokens, segments], attributes, shape }, upstream) => {
    const length = attributes.length as number;
    const columns = (shape[1] as number) / length;
    const inputs = [upstream, tokens as Index, segments as Segments];
    return [tensor(NGRAMS, inputs, [...(tokens as Index).shape, columns], attributes)];
  },
};

/**
 * For token i, Σ_o projected[token i + o][part o] over the offsets o < `length` that
 * are still inside i's group. `projected` has `length` parts side by side.
 */
export function ngrams(
  projected: Tensor,
  tokens: Index,
  segments: Segments,
  length: number,
): Tensor {
  checkCount("ngrams", "length", length);
  const [rows, width] = projected.shape;
  if (projected.shape.length !== 2 || rows !== tokens.into) {
    throw createShapeError("ngrams", `the tokens point into [${tokens.into}]`, projected);
  }
  if (typeof width !== "number" || width % length !== 0) {
    throw createShapeError("ngrams", `the width must be a multiple of ${length}`, projected);
  }
  if (tokens.shape[0] !== segments.over) {
    throw createShapeError("ngrams", `the segments cut [${segments.over}]`, tokens);
  }
  const shape = [...tokens.shape, width / length];
  return tensor(NGRAMS, [projected, tokens, segments], shape, { length });
}
