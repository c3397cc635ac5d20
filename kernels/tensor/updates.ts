/**
 * Optimiser rules on a variable in place. Tasks are ROWS rows; an index names
 * the rows of the variable that the gradient is about.
 */

import { Arg, Mem, ROWS } from "./arguments";

/** Row i of the gradient is about this row of the variable. */
function target(index: usize, i: i32): i32 {
  return index === 0 ? i : Mem.i(index, i);
}

/** (gradient, variable, rows, width, index or 0, pace) */
export function sgd(args: usize, from: i32, to: i32): void {
  const width = Arg.int(args, 3),
    pace = Arg.at(args, 5);
  const keep = Mem.f(pace, 0),
    length = Mem.f(pace, 1);
  const end = min(to * ROWS, Arg.int(args, 2));
  for (let i = from * ROWS; i < end; i++) {
    const slope = Mem.row(Arg.at(args, 0), i, width);
    const value = Mem.row(Arg.at(args, 1), target(Arg.at(args, 4), i), width);
    for (let j = 0; j < width; j++) {
      Mem.setF(value, j, keep * Mem.f(value, j) - length * Mem.f(slope, j));
    }
  }
}

/** Four values with their slopes and moments, one step on. */
@inline
function adamVector(
  slope: usize,
  value: usize,
  first: usize,
  second: usize,
  keep: v128,
  length: v128,
  scale: v128,
  beta1: v128,
  beta2: v128,
  rest1: v128,
  rest2: v128,
  epsilon: v128,
): void {
  const g = v128.load(slope);
  const m = f32x4.add(f32x4.mul(beta1, v128.load(first)), f32x4.mul(rest1, g));
  const u = f32x4.add(f32x4.mul(beta2, v128.load(second)), f32x4.mul(f32x4.mul(rest2, g), g));
  const root = f32x4.add(f32x4.mul(scale, f32x4.sqrt(u)), epsilon);
  const moved = f32x4.mul(length, f32x4.div(m, root));
  v128.store(value, f32x4.sub(f32x4.mul(keep, v128.load(value)), moved));
  v128.store(first, m);
  v128.store(second, u);
}

/**
 * (gradient, variable, rows, width, index or 0, pace, first moment, second
 * moment, β₁, β₂, 1 - β₁, 1 - β₂, ε)
 */
export function adam(args: usize, from: i32, to: i32, scratch: usize): void {
  const width = Arg.int(args, 3),
    pace = Arg.at(args, 5);
  const keep = f32x4.splat(Mem.f(pace, 0)),
    length = f32x4.splat(Mem.f(pace, 1));
  const scale = f32x4.splat(Mem.f(pace, 2));
  const beta1 = f32x4.splat(Arg.float(args, 8)),
    beta2 = f32x4.splat(Arg.float(args, 9));
  const rest1 = f32x4.splat(Arg.float(args, 10)),
    rest2 = f32x4.splat(Arg.float(args, 11));
  const epsilon = f32x4.splat(Arg.float(args, 12));
  const end = min(to * ROWS, Arg.int(args, 2));
  const whole = (<usize>(width & ~3)) << 2,
    rest = (<usize>(width & 3)) << 2;
  for (let i = from * ROWS; i < end; i++) {
    const row = target(Arg.at(args, 4), i);
    const slope = Mem.row(Arg.at(args, 0), i, width);
    const value = Mem.row(Arg.at(args, 1), row, width);
    const first = Mem.row(Arg.at(args, 6), row, width);
    const second = Mem.row(Arg.at(args, 7), row, width);
    for (let at: usize = 0; at < whole; at += 16) {
      adamVector(slope + at, value + at, first + at, second + at, keep, length, scale, beta1, beta2, rest1, rest2, epsilon);
    }
    if (rest === 0) continue;
    // The last vector of a row is narrow: it goes through scratch.
    memory.copy(scratch, slope + whole, rest);
    memory.copy(scratch + 16, value + whole, rest);
    memory.copy(scratch + 32, first + whole, rest);
    memory.copy(scratch + 48, second + whole, rest);
    adamVector(scratch, scratch + 16, scratch + 32, scratch + 48, keep, length, scale, beta1, beta2, rest1, rest2, epsilon);
    memory.copy(value + whole, scratch + 16, rest);
    memory.copy(first + whole, scratch + 32, rest);
    memory.copy(second + whole, scratch + 48, rest);
  }
}
