/** Reductions: sums, means, largest values, softmax. */

import { badArgument } from "../common/errors.ts";
import { add, multiply, subtract, sumTo } from "./elementwise.ts";
import { createShapeError, type Operation, type Tensor, tensor } from "./node.ts";
import { isSameShape, SCALAR, type Shape } from "./shape.ts";

const AXIS_SUM: Operation = {
  name: "axisSum",
  gradient: ({ inputs: [x], attributes }, upstream) => [
    axisSpread(upstream, (x as Tensor).shape, attributes.axis as number),
  ],
};

/** The sum over one axis (counted from the end when negative), or over everything. */
export function sum(x: Tensor, axis?: number): Tensor {
  if (axis === undefined) return sumTo(x, SCALAR);
  return tensor(AXIS_SUM, [x], removeAxis(x, axis), { axis: resolveAxis(x, axis) });
}

const AXIS_SPREAD: Operation = {
  name: "axisSpread",
  gradient: ({ attributes }, upstream) => [sum(upstream, attributes.axis as number)],
};

/** Repeats `x` along an axis that it lacks. */
function axisSpread(x: Tensor, shape: Shape, axis: number): Tensor {
  return tensor(AXIS_SPREAD, [x], shape, { axis });
}

const MEAN: Operation = {
  name: "mean",
  gradient: ({ inputs: [x] }, upstream) => [spreadMean(upstream, x as Tensor)],
};

const SPREAD_MEAN: Operation = { name: "spreadMean" };

/** The mean of all values. Its divisor depends on the batch. */
export function mean(x: Tensor): Tensor {
  return tensor(MEAN, [x], SCALAR);
}

/** Gives every value of `like` an equal share of one number. */
function spreadMean(share: Tensor, like: Tensor): Tensor {
  return tensor(SPREAD_MEAN, [share, like], like.shape);
}

const MAX: Operation = {
  name: "max",
  gradient: ({ inputs: [x], attributes }, upstream) => [
    tensor(MAX_GRADIENT, [x as Tensor, upstream], (x as Tensor).shape, attributes),
  ],
};

/** The upstream gradient at the first largest value along the axis, else 0. */
const MAX_GRADIENT: Operation = { name: "maxGradient" };

/** The largest value along an axis. The gradient goes to the first of equals. */
export function max(x: Tensor, axis: number): Tensor {
  return tensor(MAX, [x], removeAxis(x, axis), { axis: resolveAxis(x, axis) });
}

const SOFTMAX: Operation = {
  name: "softmax",
  gradient(node, upstream) {
    const weighted = multiply(upstream, node);
    const total = axisSpread(sum(weighted, -1), node.shape, node.shape.length - 1);
    return [subtract(weighted, multiply(node, total))];
  },
};

/**
 * e^x / Σ e^x along the last axis. With a mask (1 keep, 0 drop, same shape), dropped
 * positions are 0; a row in which all are dropped is all 0.
 */
export function softmax(x: Tensor, mask?: Tensor): Tensor {
  if (x.shape.length === 0) throw createShapeError("softmax", "needs at least one axis", x);
  if (mask === undefined) return tensor(SOFTMAX, [x], x.shape);
  if (!isSameShape(x.shape, mask.shape)) {
    throw createShapeError("softmax", "the mask must have the shape of the values", x, mask);
  }
  return tensor(SOFTMAX, [x, mask], x.shape);
}

/**
 * Layer normalisation over the last axis (Ba, Kiros and Hinton 2016) with a
 * learned gain and shift.
 */
export function layerNorm(x: Tensor, gain: Tensor, shift: Tensor, epsilon = 1e-12): Tensor {
  if (!isSameShape(gain.shape, x.shape.slice(-1)) || !isSameShape(shift.shape, gain.shape)) {
    throw createShapeError("layerNorm", "gain and shift must be as long as a row", x, gain, shift);
  }
  return add(multiply(tensor(STANDARDISE, [x], x.shape, { epsilon }), gain), shift);
}

/** (x - mean) / √(variance + ε), row by row. */
const STANDARDISE: Operation = {
  name: "standardise",
  gradient: (node, upstream) => [
    tensor(STANDARDISE_GRADIENT, [node.inputs[0] as Tensor, upstream], node.shape, node.attributes),
  ],
};

const STANDARDISE_GRADIENT: Operation = { name: "standardiseGradient" };

function resolveAxis(x: Tensor, axis: number): number {
  const at = axis < 0 ? axis + x.shape.length : axis;
  if (!Number.isInteger(at) || at < 0 || at >= x.shape.length) {
    throw badArgument(`there is no axis ${axis} in a tensor of ${x.shape.length} axes (${x.line})`);
  }
  return at;
}

function removeAxis(x: Tensor, axis: number): Shape {
  return x.shape.toSpliced(resolveAxis(x, axis), 1);
}
