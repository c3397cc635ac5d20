/**
 * Elementwise operations on one tensor or on two.
 *
 * With two operands the smaller shape is broadcast to the larger one as in NumPy
 * (aligned at the right, 1 means "every"), with one limit: the sizes that are not
 * repeated must be adjacent.
 */

import { createShapeError, type Operation, type Tensor, tensor } from "./node.ts";
import { findBroadcastSpan, isSameShape, type Shape } from "./shape.ts";

type Unary = (x: Tensor) => Tensor;

function unary(name: string, derivative?: (x: Tensor, y: Tensor) => Tensor): Unary {
  const operation: Operation =
    derivative === undefined
      ? { name }
      : {
          name,
          gradient: (node, upstream) => [
            multiply(upstream, derivative(node.inputs[0] as Tensor, node)),
          ],
        };
  return (x) => tensor(operation, [x], x.shape);
}

/** 1 where x > 0, else 0. Has no gradient. */
export const step: Unary = unary("step");

const RELU: Operation = {
  name: "relu",
  gradient: (node, upstream) => [tensor(RELU_GRADIENT, [upstream, node], node.shape)],
};

/** The upstream gradient where the ReLU is positive, else 0. */
const RELU_GRADIENT: Operation = {
  name: "reluGradient",
  gradient: ({ inputs, shape }, upstream) => [
    tensor(RELU_GRADIENT, [upstream, inputs[1] as Tensor], shape),
    undefined,
  ],
};

/** max(x, 0); the slope at 0 is 0. */
export function relu(x: Tensor): Tensor {
  return tensor(RELU, [x], x.shape);
}

/** e to the power of x. */
export const exp: Unary = unary("exp", (_x, y) => y);

/** Natural logarithm. */
export const log: Unary = unary("log", (x) => reciprocal(x));

/** The square root. */
export const sqrt: Unary = unary("sqrt", (_x, y) => scale(reciprocal(y), 0.5));

export const reciprocal: Unary = unary("reciprocal", (_x, y) => scale(square(y), -1));

/** x · x. */
export const square: Unary = unary("square", (x) => scale(x, 2));

/** The hyperbolic tangent. */
export const tanh: Unary = unary("tanh", (_x, y) => affine(square(y), -1, 1));

/** 1 / (1 + e^-x) */
export const sigmoid: Unary = unary("sigmoid", (_x, y) => multiply(y, affine(y, -1, 1)));

/** log(1 + e^x), without overflow. */
export const softplus: Unary = unary("softplus", (x) => sigmoid(x));

/** The error function 2/√π ∫₀ˣ e^-t² dt. */
export const erf: Unary = unary("erf", (x) =>
  scale(exp(scale(square(x), -1)), 2 / Math.sqrt(Math.PI)),
);

/** Gaussian error linear unit, x Φ(x) (Hendrycks and Gimpel 2016), in its exact form. */
export function gelu(x: Tensor): Tensor {
  return multiply(x, affine(erf(scale(x, Math.SQRT1_2)), 0.5, 0.5));
}

const AFFINE: Operation = {
  name: "affine",
  gradient: ({ attributes }, upstream) => [scale(upstream, attributes.factor as number)],
};

/** factor · x + term */
export function affine(x: Tensor, factor: number, term: number): Tensor {
  return tensor(AFFINE, [x], x.shape, { factor, term });
}

/** factor · x. */
export function scale(x: Tensor, factor: number): Tensor {
  return affine(x, factor, 0);
}

const CLAMP_MIN: Operation = {
  name: "clampMin",
  gradient: ({ inputs, attributes }, upstream) => [
    multiply(upstream, step(affine(inputs[0] as Tensor, 1, -(attributes.least as number)))),
  ],
};

/** max(x, min); the slope at `min` is 0. */
export function clampMin(x: Tensor, min: number): Tensor {
  return tensor(CLAMP_MIN, [x], x.shape, { least: min });
}

type Binary = (a: Tensor, b: Tensor) => Tensor;
type Slopes = (upstream: Tensor, a: Tensor, b: Tensor) => readonly [Tensor, Tensor];

function binary(name: string, slopes: Slopes): Binary {
  const operation: Operation = {
    name,
    gradient({ inputs }, upstream) {
      const [a, b] = inputs as readonly [Tensor, Tensor];
      const [left, right] = slopes(upstream, a, b);
      return [left, sumTo(right, b.shape)];
    },
  };
  return (a, b) => {
    if (findBroadcastSpan(b.shape, a.shape)) return tensor(operation, [a, b], a.shape);
    if (findBroadcastSpan(a.shape, b.shape))
      return tensor(operation, [broadcast(a, b.shape), b], b.shape);
    throw createShapeError(name, "one shape must fit into the other", a, b);
  };
}

/** a + b. */
export const add: Binary = binary("add", (upstream) => [upstream, upstream]);

/** a - b. */
export const subtract: Binary = binary("subtract", (upstream) => [upstream, scale(upstream, -1)]);

/** a · b, element by element. */
export const multiply: Binary = binary("multiply", (upstream, a, b) => [
  multiply(upstream, b),
  multiply(upstream, a),
]);

/** a / b. */
export const divide: Binary = binary("divide", (upstream, a, b) => {
  const share = divide(upstream, b);
  return [share, scale(multiply(share, divide(a, b)), -1)];
});

const BROADCAST: Operation = {
  name: "broadcast",
  gradient: ({ inputs: [x] }, upstream) => [sumTo(upstream, (x as Tensor).shape)],
};

/** Repeats `x` until it has `shape`. */
export function broadcast(x: Tensor, shape: Shape): Tensor {
  if (isSameShape(x.shape, shape)) return x;
  if (!findBroadcastSpan(x.shape, shape))
    throw createShapeError("broadcast", `must fit into [${shape}]`, x);
  return tensor(BROADCAST, [x], shape);
}

const SUM_TO: Operation = {
  name: "sumTo",
  gradient: ({ inputs: [x] }, upstream) => [broadcast(upstream, (x as Tensor).shape)],
};

/** Adds up everything that `broadcast` from `shape` would have repeated. */
export function sumTo(x: Tensor, shape: Shape): Tensor {
  if (isSameShape(x.shape, shape)) return x;
  if (!findBroadcastSpan(shape, x.shape))
    throw createShapeError("sumTo", `[${shape}] must fit into it`, x);
  return tensor(SUM_TO, [x], shape);
}
