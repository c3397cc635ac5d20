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
  for (let i = from * ROWS; i < end; i++) {
    const row = target(Arg.at(args, 4), i);
    const slope = Mem.row(Arg.at(args, 0), i, width);
    const value = Mem.row(Arg.at(args, 1), row, width);
    const first = Mem.row(Arg.at(args, 6), row, width);
    const second = Mem.row(Arg.at(args, 7), row, width);
    for (let j = 0; j < width; j += 4) {
      // The last vector of a row is narrow: it goes through scratch.
      const narrow = width - j < 4;
      const bytes = (<usize>(width - j)) << 2;
      const at = (<usize>j) << 2;
      if (narrow) {
        memory.copy(scratch, slope + at, bytes);
        memory.copy(scratch + 16, value + at, bytes);
        memory.copy(scratch + 32, first + at, bytes);
        memory.copy(scratch + 48, second + at, bytes);
      }
      const g = v128.load(narrow ? scratch : slope + at);
      const v = v128.load(narrow ? scratch + 16 : value + at);
      let m = v128.load(narrow ? scratch + 32 : first + at);
      let u = v128.load(narrow ? scratch + 48 : second + at);
      m = f32x4.add(f32x4.mul(beta1, m), f32x4.mul(rest1, g));
      u = f32x4.add(f32x4.mul(beta2, u), f32x4.mul(f32x4.mul(rest2, g), g));
      const root = f32x4.add(f32x4.mul(scale, f32x4.sqrt(u)), epsilon);
      const moved = f32x4.sub(f32x4.mul(keep, v), f32x4.mul(length, f32x4.div(m, root)));
      v128.store(narrow ? scratch + 16 : value + at, moved);
      v128.store(narrow ? scratch + 32 : first + at, m);
      v128.store(narrow ? scratch + 48 : second + at, u);
      if (narrow) {
        memory.copy(value + at, scratch + 16, bytes);
        memory.copy(first + at, scratch + 32, bytes);
        memory.copy(second + at, scratch + 48, bytes);
      }
    }
  }
}
