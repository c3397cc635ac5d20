/** Value by value. Tasks are chunks of CHUNK values, or of ROWS rows where shapes differ. */

import { Arg, CHUNK, Mem, ROWS } from "./arguments";
import { Vector } from "./vector-math";

abstract class Chunk {
  @inline static end(args: usize, to: i32): i32 {
    return min(to * CHUNK, Arg.int(args, 2));
  }
}

// (x, out, count)

export function step(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  const one = f32x4.splat(1);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, v128.and(f32x4.gt(Mem.v(x, i), f32x4.splat(0)), one));
  }
}

export function relu(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  const zero = f32x4.splat(0);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, f32x4.max(Mem.v(x, i), zero));
}

export function exp(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.exp(Mem.v(x, i)));
}

export function log(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.log(Mem.v(x, i)));
}

export function sqrt(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, f32x4.sqrt(Mem.v(x, i)));
}

export function reciprocal(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  const one = f32x4.splat(1);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, f32x4.div(one, Mem.v(x, i)));
}

export function square(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.mul(Mem.v(x, i), Mem.v(x, i)));
  }
}

export function tanh(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.tanh(Mem.v(x, i)));
}

export function sigmoid(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.sigmoid(Mem.v(x, i)));
}

export function softplus(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.softplus(Mem.v(x, i)));
}

export function erf(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, Vector.erf(Mem.v(x, i)));
}

/** (x, out, count, factor, term) */
export function affine(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  const factor = f32x4.splat(Arg.float(args, 3)),
    term = f32x4.splat(Arg.float(args, 4));
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.add(f32x4.mul(Mem.v(x, i), factor), term));
  }
}

/** (x, out, count, least) */
export function atLeast(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  const least = f32x4.splat(Arg.float(args, 3));
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, f32x4.max(Mem.v(x, i), least));
}

/** (x, out, count): out = x[0] / count */
export function spreadMean(args: usize, from: i32, to: i32): void {
  const share = Mem.f(Arg.at(args, 0), 0) / <f32>Arg.int(args, 2);
  const out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) Mem.setV(out, i, f32x4.splat(share));
}

// (a, out, count, b): b has the shape of a

export function add(args: usize, from: i32, to: i32): void {
  const a = Arg.at(args, 0),
    b = Arg.at(args, 3),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.add(Mem.v(a, i), Mem.v(b, i)));
  }
}

export function subtract(args: usize, from: i32, to: i32): void {
  const a = Arg.at(args, 0),
    b = Arg.at(args, 3),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.sub(Mem.v(a, i), Mem.v(b, i)));
  }
}

export function multiply(args: usize, from: i32, to: i32): void {
  const a = Arg.at(args, 0),
    b = Arg.at(args, 3),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.mul(Mem.v(a, i), Mem.v(b, i)));
  }
}

export function divide(args: usize, from: i32, to: i32): void {
  const a = Arg.at(args, 0),
    b = Arg.at(args, 3),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, f32x4.div(Mem.v(a, i), Mem.v(b, i)));
  }
}

/** (upstream, out, count, y): upstream where y is above 0, else 0. */
export function reluGradient(args: usize, from: i32, to: i32): void {
  const upstream = Arg.at(args, 0),
    y = Arg.at(args, 3),
    out = Arg.at(args, 1),
    end = Chunk.end(args, to);
  const zero = f32x4.splat(0);
  for (let i = from * CHUNK; i < end; i += 4) {
    Mem.setV(out, i, v128.and(Mem.v(upstream, i), f32x4.gt(Mem.v(y, i), zero)));
  }
}

abstract class Pick {
  @inline static vector(kind: i32, a: v128, b: v128): v128 {
    if (kind === 0) return f32x4.add(a, b);
    if (kind === 1) return f32x4.sub(a, b);
    if (kind === 2) return f32x4.mul(a, b);
    return f32x4.div(a, b);
  }
  @inline static single(kind: i32, a: f32, b: f32): f32 {
    if (kind === 0) return a + b;
    if (kind === 1) return a - b;
    if (kind === 2) return a * b;
    return a / b;
  }
}

/** One row of a with one row of b. */
function withRow(kind: i32, a: usize, b: usize, out: usize, width: i32): void {
  let j = 0;
  for (; j + 4 <= width; j += 4) Mem.setV(out, j, Pick.vector(kind, Mem.v(a, j), Mem.v(b, j)));
  for (; j < width; j++) Mem.setF(out, j, Pick.single(kind, Mem.f(a, j), Mem.f(b, j)));
}

/** One row of a with one number. */
function withNumber(kind: i32, a: usize, b: f32, out: usize, width: i32): void {
  const wide = f32x4.splat(b);
  let j = 0;
  for (; j + 4 <= width; j += 4) Mem.setV(out, j, Pick.vector(kind, Mem.v(a, j), wide));
  for (; j < width; j++) Mem.setF(out, j, Pick.single(kind, Mem.f(a, j), b));
}

/** (a, out, rows, b, width, kind): the same row b for every row of a. */
export function rowwise(args: usize, from: i32, to: i32): void {
  const a = Arg.at(args, 0),
    out = Arg.at(args, 1),
    b = Arg.at(args, 3);
  const width = Arg.int(args, 4),
    kind = Arg.int(args, 5);
  const end = min(to * ROWS, Arg.int(args, 2));
  for (let i = from * ROWS; i < end; i++) {
    withRow(kind, Mem.row(a, i, width), b, Mem.row(out, i, width), width);
  }
}

/** (a, out, rows, b, width, kind, period): row i of a with the number b[i mod period]. */
export function columnwise(args: usize, from: i32, to: i32): void {
  const a = Arg.at(args, 0),
    out = Arg.at(args, 1),
    b = Arg.at(args, 3);
  const width = Arg.int(args, 4),
    kind = Arg.int(args, 5),
    period = Arg.int(args, 6);
  const end = min(to * ROWS, Arg.int(args, 2));
  for (let i = from * ROWS; i < end; i++) {
    const row = Mem.row(a, i, width);
    withNumber(kind, row, Mem.f(b, i % period), Mem.row(out, i, width), width);
  }
}

/** (x, out, rows, width, period): row i of out is the number x[i mod period], repeated. */
export function broadcast(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1);
  const width = Arg.int(args, 3),
    period = Arg.int(args, 4);
  const end = min(to * ROWS, Arg.int(args, 2));
  for (let i = from * ROWS; i < end; i++) {
    const value = Mem.f(x, i % period);
    const row = Mem.row(out, i, width);
    for (let j = 0; j < width; j++) Mem.setF(row, j, value);
  }
}

/** (x, out, count, flag): raises the flag when a value is NaN or infinite. */
export function guard(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    flag = Arg.at(args, 3),
    count = Arg.int(args, 2);
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
