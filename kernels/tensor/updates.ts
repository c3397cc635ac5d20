/**
 * Optimiser rules on a variable in place. Tasks are ROWS rows; an index names the
 * rows of the variable that the gradient covers.
 */

import { AdamArguments, ROWS, SgdArguments } from "./layout.generated";
import { Mem } from "./memory";

/** The row of the variable for row i of the gradient. */
function target(index: usize, i: i32): i32 {
  return index === 0 ? i : Mem.i(index, i);
}

export function sgd(args: SgdArguments, from: i32, to: i32): void {
  const width = args.width,
    pace = args.pace;
  const keep = Mem.f(pace, 0),
    length = Mem.f(pace, 1);
  const end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    const slope = Mem.row(args.gradient, i, width);
    const value = Mem.row(args.variable, target(args.index, i), width);
    for (let j = 0; j < width; j++) {
      Mem.setF(value, j, keep * Mem.f(value, j) - length * Mem.f(slope, j));
    }
  }
}

/** One step of four values with their slopes and moments. */
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

export function adam(args: AdamArguments, from: i32, to: i32, scratch: usize): void {
  const width = args.width,
    pace = args.pace;
  const keep = f32x4.splat(Mem.f(pace, 0)),
    length = f32x4.splat(Mem.f(pace, 1));
  const scale = f32x4.splat(Mem.f(pace, 2));
  const beta1 = f32x4.splat(args.beta1),
    beta2 = f32x4.splat(args.beta2);
  const rest1 = f32x4.splat(args.rest1),
    rest2 = f32x4.splat(args.rest2);
  const epsilon = f32x4.splat(args.epsilon);
  const end = min(to * ROWS, args.rows);
  const whole = (<usize>(width & ~3)) << 2,
    rest = (<usize>(width & 3)) << 2;
  for (let i = from * ROWS; i < end; i++) {
    const row = target(args.index, i);
    const slope = Mem.row(args.gradient, i, width);
    const value = Mem.row(args.variable, row, width);
    const first = Mem.row(args.firstMoment, row, width);
    const second = Mem.row(args.secondMoment, row, width);
    for (let at: usize = 0; at < whole; at += 16) {
      adamVector(slope + at, value + at, first + at, second + at, keep, length, scale, beta1, beta2, rest1, rest2, epsilon);
    }
    if (rest === 0) continue;
    // The last vector of a row is narrow: it is processed in scratch.
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
