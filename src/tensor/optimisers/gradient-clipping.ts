/** Gradient clipping by the joint norm of all gradients. */

import { badArgument } from "../../common/errors.ts";
import { add, affine, multiply, reciprocal, relu, scale, sqrt, square } from "../elementwise.ts";
import type { Gradient } from "../gradient.ts";
import { sum } from "../reductions.ts";

/** Scales all gradients down together if their joint norm is above `maxNorm`. */
export function clipGradients(
  gradients: readonly Gradient[],
  maxNorm: number,
): readonly Gradient[] {
  if (!(maxNorm > 0)) throw badArgument(`gradients can be clipped to a length > 0, got ${maxNorm}`);
  const squares = gradients.map(({ values }) => sum(square(values)));
  const length = sqrt(squares.reduce((total, part) => add(total, part)));
  const ratio = scale(reciprocal(affine(length, 1, 1e-6)), maxNorm);
  const factor = affine(relu(affine(ratio, -1, 1)), -1, 1); // min(1, ratio)
  return gradients.map((gradient) => ({
    ...gradient,
    values: multiply(gradient.values, factor),
  }));
}
