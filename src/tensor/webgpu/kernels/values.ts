/** Kernels that compute value by value. */

import type { Kernel } from "../kernel.ts";
import {
  computeBroadcast,
  computeVolume,
  type EncodeKernels,
  type Encoders,
  getInput,
  getPlace,
} from "../node-encoding.ts";

/**
 * The operations of one value, in WGSL. A comparison keeps a NaN, where `max` may lose it, and no
 * exponential overflows, because WGSL gives an infinity no fixed meaning.
 */
const UNARY: Readonly<Record<string, string>> = {
  step: "select(0.0, 1.0, v > 0.0)",
  relu: "select(v, 0.0, v < 0.0)",
  exp: "exp(v)",
  log: "log(v)",
  sqrt: "sqrt(v)",
  reciprocal: "1.0 / v",
  square: "v * v",
  tanh: "hyperbolic(v)",
  sigmoid: "logistic(v)",
  softplus: "select(v, 0.0, v < 0.0) + log(1.0 + exp(-abs(v)))",
  erf: "error_function(v)",
};

/** The error function: Abramowitz and Stegun, 7.1.26, to 1.5e-7. */
const FUNCTIONS = `fn hyperbolic(v: f32) -> f32 {
  let e = exp(-2.0 * abs(v));
  return select(1.0, -1.0, v < 0.0) * (1.0 - e) / (1.0 + e);
}
fn logistic(v: f32) -> f32 {
  let e = exp(-abs(v));
  return select(1.0, e, v < 0.0) / (1.0 + e);
}
fn error_function(v: f32) -> f32 {
  let t = 1.0 / (1.0 + 0.3275911 * abs(v));
  let sum = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return select(1.0, -1.0, v < 0.0) * (1.0 - sum * exp(-v * v));
}`;

const BINARY: Readonly<Record<string, string>> = {
  add: "a(id) + b(j)",
  subtract: "a(id) - b(j)",
  multiply: "a(id) * b(j)",
  divide: "a(id) / b(j)",
};

function unary(name: string, expression: string, numbers: readonly string[] = []): Kernel {
  return {
    name,
    reads: ["x"],
    counts: ["count"],
    numbers,
    declarations: FUNCTIONS,
    body: `if (id >= p.count) { return; }
  let v = x(id);
  set_out(id, ${expression});`,
  };
}

function encodeUnary(
  kernel: Kernel,
  getNumbers = (_e: Parameters<EncodeKernels>[0]) => ({}),
): EncodeKernels {
  return (e) => {
    const count = computeVolume(e);
    const places = { x: getPlace(e, 0), out: e.out };
    e.record.byValues(kernel, count, { places, counts: { count }, numbers: getNumbers(e) });
  };
}

function binary(name: string, expression: string): EncodeKernels {
  const shared = { reads: ["a", "b"], body: `if (id >= p.count) { return; }\n  ` };
  const same: Kernel = {
    ...shared,
    name: `${name} of equal shapes`,
    counts: ["count"],
    body: `${shared.body}let j = id;\n  set_out(id, ${expression});`,
  };
  const broadcast: Kernel = {
    ...shared,
    name,
    counts: ["count", "middle", "inner"],
    body: `${shared.body}let j = (id / p.inner) % p.middle;\n  set_out(id, ${expression});`,
  };
  return (e) => {
    const count = computeVolume(e);
    const { outer, middle, inner } = computeBroadcast(e, getInput(e, 1).shape, e.node.shape);
    const isSame = outer * inner === 1;
    const places = { a: getPlace(e, 0), b: getPlace(e, 1), out: e.out };
    e.record.byValues(isSame ? same : broadcast, count, {
      places,
      counts: { count, middle, inner },
    });
  };
}

const RELU_GRADIENT: Kernel = {
  name: "reluGradient",
  reads: ["upstream", "y"],
  counts: ["count"],
  body: `if (id >= p.count) { return; }
  set_out(id, select(0.0, upstream(id), y(id) > 0.0));`,
};

/** Repeats: value i is that of x at (i / inner) % middle, and of whole periods before. */
const REPEAT: Kernel = {
  name: "repeat",
  reads: ["x"],
  counts: ["count", "middle", "inner"],
  body: `if (id >= p.count) { return; }
  set_out(id, x((id / p.inner) % p.middle));`,
};

const SPREAD_MEAN: Kernel = {
  name: "spreadMean",
  reads: ["x"],
  counts: ["count"],
  body: `if (id >= p.count) { return; }
  set_out(id, x(0u) / f32(p.count));`,
};

export const VALUE_ENCODERS: Encoders = {
  ...Object.fromEntries(
    Object.entries(UNARY).map(([name, expression]) => [name, encodeUnary(unary(name, expression))]),
  ),
  ...Object.fromEntries(
    Object.entries(BINARY).map(([name, expression]) => [name, binary(name, expression)]),
  ),
  affine: encodeUnary(
    unary("affine", "p.factor * v + p.term", ["factor", "term"]),
    ({ node }) => node.attributes as Record<string, number>,
  ),
  clampMin: encodeUnary(
    unary("clampMin", "select(v, p.least, v < p.least)", ["least"]),
    ({ node }) => ({
      least: node.attributes.least as number,
    }),
  ),
  spreadMean: encodeUnary(SPREAD_MEAN),

  reluGradient(e) {
    const count = computeVolume(e);
    const places = { upstream: getPlace(e, 0), y: getPlace(e, 1), out: e.out };
    e.record.byValues(RELU_GRADIENT, count, { places, counts: { count } });
  },

  broadcast(e) {
    const count = computeVolume(e);
    const { middle, inner } = computeBroadcast(e, getInput(e, 0).shape, e.node.shape);
    const places = { x: getPlace(e, 0), out: e.out };
    e.record.byValues(REPEAT, count, { places, counts: { count, middle, inner } });
  },
};
