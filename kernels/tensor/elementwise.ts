/**
 * Elementwise operations. Tasks are chunks of CHUNK values, or of ROWS rows where
 * shapes differ.
 */

import {
  ADD,
  AffineArguments,
  ClampMinArguments,
  BinaryArguments,
  BroadcastArguments,
  CHUNK,
  ColumnwiseArguments,
  GuardArguments,
  MULTIPLY,
  ReluGradientArguments,
  ROWS,
  RowwiseArguments,
  SUBTRACT,
  ValueArguments,
} from "./layout.generated";
import { Mem } from "./memory";
import { Vector } from "./vector-math";

abstract class Chunk {
  @inline static end(count: i32, to: i32): i32 {
    return min(to * CHUNK, count);
  }
}

export function step(args: ValueArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  const one = f32x4.splat(1);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, v128.and(f32x4.gt(Mem.v(x, i), f32x4.splat(0)), one));
  }
}

export function relu(args: ValueArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  const zero = f32x4.splat(0);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, f32x4.max(Mem.v(x, i), zero));
}

export function exp(args: ValueArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.exp(Mem.v(x, i)));
}

export function log(args: ValueArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.log(Mem.v(x, i)));
}

export function sqrt(args: ValueArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, f32x4.sqrt(Mem.v(x, i)));
}

export function reciprocal(args: ValueArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  const one = f32x4.splat(1);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, f32x4.div(one, Mem.v(x, i)));
}

export function square(args: ValueArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.mul(Mem.v(x, i), Mem.v(x, i)));
  }
}

export function tanh(args: ValueArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.tanh(Mem.v(x, i)));
}

export function sigmoid(args: ValueArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.sigmoid(Mem.v(x, i)));
}

export function softplus(args: ValueArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.softplus(Mem.v(x, i)));
}

export function erf(args: ValueArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.erf(Mem.v(x, i)));
}

export function affine(args: AffineArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  const factor = f32x4.splat(args.factor),
    term = f32x4.splat(args.term);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.add(f32x4.mul(Mem.v(x, i), factor), term));
  }
}

export function clampMin(args: ClampMinArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    end = Chunk.end(args.count, to);
  const min = f32x4.splat(args.min);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, f32x4.max(Mem.v(x, i), min));
}

/** out = x[0] / count */
export function spreadMean(args: ValueArguments, from: i32, to: i32): void {
  const share = Mem.f(args.x, 0) / <f32>args.count;
  const out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, f32x4.splat(share));
}

export function add(args: BinaryArguments, from: i32, to: i32): void {
  const a = args.a,
    b = args.b,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.add(Mem.v(a, i), Mem.v(b, i)));
  }
}

export function subtract(args: BinaryArguments, from: i32, to: i32): void {
  const a = args.a,
    b = args.b,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.sub(Mem.v(a, i), Mem.v(b, i)));
  }
}

export function multiply(args: BinaryArguments, from: i32, to: i32): void {
  const a = args.a,
    b = args.b,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.mul(Mem.v(a, i), Mem.v(b, i)));
  }
}

export function divide(args: BinaryArguments, from: i32, to: i32): void {
  const a = args.a,
    b = args.b,
    out = args.out,
    end = Chunk.end(args.count, to);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.div(Mem.v(a, i), Mem.v(b, i)));
  }
}

/** `upstream` where `y` is above 0, else 0. */
export function reluGradient(args: ReluGradientArguments, from: i32, to: i32): void {
  const upstream = args.upstream,
    y = args.y,
    out = args.out,
    end = Chunk.end(args.count, to);
  const zero = f32x4.splat(0);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, v128.and(Mem.v(upstream, i), f32x4.gt(Mem.v(y, i), zero)));
  }
}

abstract class Pick {
  @inline static vector(kind: i32, a: v128, b: v128): v128 {
    if (kind === ADD) return f32x4.add(a, b);
    if (kind === SUBTRACT) return f32x4.sub(a, b);
    if (kind === MULTIPLY) return f32x4.mul(a, b);
    return f32x4.div(a, b);
  }
  @inline static single(kind: i32, a: f32, b: f32): f32 {
    if (kind === ADD) return a + b;
    if (kind === SUBTRACT) return a - b;
    if (kind === MULTIPLY) return a * b;
    return a / b;
  }
}

/** One row of a with one row of b. */
function applyRow(kind: i32, a: usize, b: usize, out: usize, width: i32): void {
  let j = 0;
  for (; j + 4 <= width; j += 4) Mem.setV(out, j, Pick.vector(kind, Mem.v(a, j), Mem.v(b, j)));
  for (; j < width; j++) Mem.setF(out, j, Pick.single(kind, Mem.f(a, j), Mem.f(b, j)));
}

/** One row of a with one number. */
function applyNumber(kind: i32, a: usize, b: f32, out: usize, width: i32): void {
  const wide = f32x4.splat(b);
  let j = 0;
  for (; j + 4 <= width; j += 4) Mem.setV(out, j, Pick.vector(kind, Mem.v(a, j), wide));
  for (; j < width; j++) Mem.setF(out, j, Pick.single(kind, Mem.f(a, j), b));
}

/** The same row `b` for every row of `a`. */
export function rowwise(args: RowwiseArguments, from: i32, to: i32): void {
  const a = args.a,
    out = args.out,
    b = args.b;
  const width = args.width,
    kind = args.kind;
  const end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    applyRow(kind, Mem.row(a, i, width), b, Mem.row(out, i, width), width);
  }
}

/** Row i of `a` with the number b[i mod period]. */
export function columnwise(args: ColumnwiseArguments, from: i32, to: i32): void {
  const a = args.a,
    out = args.out,
    b = args.b;
  const width = args.width,
    kind = args.kind,
    period = args.period;
  const end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    const row = Mem.row(a, i, width);
    applyNumber(kind, row, Mem.f(b, i % period), Mem.row(out, i, width), width);
  }
}

/** Row i of `out` is the number x[i mod period], repeated. */
export function broadcast(args: BroadcastArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out;
  const width = args.width,
    period = args.period;
  const end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    const value = Mem.f(x, i % period);
    const row = Mem.row(out, i, width);
    for (let j = 0; j < width; j++) Mem.setF(row, j, value);
  }
}

/** Sets the flag if a value is NaN or infinite. */
export function guard(args: GuardArguments, from: i32, to: i32): void {
  const x = args.x,
    flag = args.flag,
    count = args.count;
  const end = min(to * CHUNK, count);
  // x - x is 0 for a finite x and NaN otherwise.
  let bad = i32x4.splat(0);
  let i = from * CHUNK;
  for (; i + 4 <= end; i += 4) {
    const zero = f32x4.sub(Mem.v(x, i), Mem.v(x, i));
    bad = v128.or(bad, f32x4.ne(zero, zero));
  }
  let any = v128.any_true(bad);
  for (; i < end; i++) any = any || Mem.f(x, i) - Mem.f(x, i) !== 0;
  if (any) store<i32>(flag, 1);
}
