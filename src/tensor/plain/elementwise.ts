/** Value by value, the obvious way. */

import { findBroadcastSpan, type Shape } from "../shape.ts";
import { at, type Evaluate, type Floats, getInput, type OperationCall } from "./floats.ts";

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

const UNARY: Readonly<Record<string, (x: number) => number>> = {
  step: (x) => (x > 0 ? 1 : 0),
  relu: (x) => Math.max(x, 0),
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  reciprocal: (x) => 1 / x,
  square: (x) => x * x,
  tanh: Math.tanh,
  sigmoid,
  softplus: (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))),
  erf,
};

const BINARY: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
};

/** For each position of a large shape, the position of a small one that is broadcast to it. */
function createBroadcastMap(
  { binding }: OperationCall,
  small: Shape,
  large: Shape,
): (position: number) => number {
  const { start, end } = findBroadcastSpan(small, large) as { start: number; end: number };
  const middle = binding.span(large, start, end);
  const inner = binding.span(large, end, large.length);
  return (position) => Math.floor(position / inner) % middle;
}

function mapUnary(apply: (x: number) => number): Evaluate {
  return ({ inputs: [x], out }) => {
    for (let i = 0; i < out.length; i++) out[i] = apply(at(x as Floats, i));
  };
}

function mapBinary(apply: (a: number, b: number) => number): Evaluate {
  return (call) => {
    const [a, b] = call.inputs as readonly [Floats, Floats];
    const toSmall = createBroadcastMap(call, getInput(call.node, 1).shape, call.node.shape);
    for (let i = 0; i < call.out.length; i++) call.out[i] = apply(at(a, i), at(b, toSmall(i)));
  };
}

export const ELEMENTWISE: Readonly<Record<string, Evaluate>> = {
  ...Object.fromEntries(Object.entries(UNARY).map(([name, f]) => [name, mapUnary(f)])),
  ...Object.fromEntries(Object.entries(BINARY).map(([name, f]) => [name, mapBinary(f)])),

  affine({ node: { attributes }, inputs: [x], out }) {
    const { factor, term } = attributes as { factor: number; term: number };
    for (let i = 0; i < out.length; i++) out[i] = factor * at(x as Floats, i) + term;
  },

  clampMin({ node: { attributes }, inputs: [x], out }) {
    const min = attributes.least as number;
    for (let i = 0; i < out.length; i++) out[i] = Math.max(at(x as Floats, i), min);
  },

  reluGradient({ inputs, out }) {
    const [upstream, y] = inputs as readonly [Floats, Floats];
    for (let i = 0; i < out.length; i++) out[i] = at(y, i) > 0 ? at(upstream, i) : 0;
  },

  broadcast(call) {
    const [x] = call.inputs as readonly [Floats];
    const toSmall = createBroadcastMap(call, getInput(call.node, 0).shape, call.node.shape);
    for (let i = 0; i < call.out.length; i++) call.out[i] = at(x, toSmall(i));
  },

  sumTo(call) {
    const [x] = call.inputs as readonly [Floats];
    const sums = new Float64Array(call.out.length);
    const toSmall = createBroadcastMap(call, call.node.shape, getInput(call.node, 0).shape);
    for (let i = 0; i < x.length; i++) sums[toSmall(i)] = at(sums, toSmall(i)) + at(x, i);
    call.out.set(sums);
  },

  mean({ inputs: [x], out }) {
    const values = x as Floats;
    let total = 0;
    for (const value of values) total += value;
    out[0] = total / values.length;
  },

  spreadMean({ inputs: [share], out }) {
    out.fill(at(share as Floats, 0) / out.length);
  },
};

/**
 * The error function to double precision: Taylor's series near 0, the continued
 * fraction of its complement elsewhere.
 */
function erf(x: number): number {
  const size = Math.abs(x);
  const value = size < 2 ? series(size) : 1 - complement(size);
  return x < 0 ? -value : value;
}

/** 2/√π Σ (-1)^n x^(2n+1) / (n! (2n+1)) */
function series(x: number): number {
  let power = x;
  let total = x;
  for (let n = 1; n < 60; n++) {
    power *= -(x * x) / n;
    total += power / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * total;
}

/** e^-x² / √π · 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + …)))), from the inside out. */
function complement(x: number): number {
  let fraction = x;
  for (let n = 60; n >= 1; n--) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
}
