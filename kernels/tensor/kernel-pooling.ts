/**
 * Gaussian kernels over the cells of a group, forward and backward, four cells
 * at a time. Exponentials are computed in both directions rather than kept.
 * A kernel that is too far from all four cells to give anything but zero is
 * left out; the narrow one for exact matches nearly always is.
 *
 * Arguments: (x, out, groups, kernels, offsets, upstream or 0, means…, slopes…)
 * with slope = -1 / (2 width²). Tasks are ROWS groups.
 */

import { Arg, Mem, ROWS } from "./arguments";
import { Vector } from "./vector-math";

const CONSTANTS: i32 = 6;
/** Below this e^x is zero. */
const LOWEST: f32 = -87.3;
/** A cell that no kernel reaches, in place of the cells past the end of a group. */
const NOWHERE: f32 = 1e6;

abstract class Cells {
  /** Four cells from `i` on; those past `end` lie nowhere. */
  @inline static four(x: usize, i: i32, end: i32): v128 {
    const values = Mem.v(x, i);
    if (i + 4 <= end) return values;
    const numbers = i32x4.add(i32x4.splat(i), i32x4(0, 1, 2, 3));
    return v128.bitselect(values, f32x4.splat(NOWHERE), i32x4.lt_s(numbers, i32x4.splat(end)));
  }
}

export function kernelPool(args: usize, from: i32, to: i32, scratch: usize): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    kernels = Arg.int(args, 3);
  const offsets = Arg.at(args, 4),
    last = min(to * ROWS, Arg.int(args, 2));
  const lowest = f32x4.splat(LOWEST);
  for (let group = from * ROWS; group < last; group++) {
    memory.fill(scratch, 0, (<usize>kernels) << 4);
    const end = Mem.i(offsets, group + 1);
    for (let i = Mem.i(offsets, group); i < end; i += 4) {
      const cells = Cells.four(x, i, end);
      for (let k = 0; k < kernels; k++) {
        const away = f32x4.sub(cells, f32x4.splat(Arg.float(args, CONSTANTS + k)));
        const slope = f32x4.splat(Arg.float(args, CONSTANTS + kernels + k));
        const power = f32x4.mul(f32x4.mul(away, away), slope);
        if (i32x4.all_true(f32x4.lt(power, lowest))) continue;
        const sums = scratch + ((<usize>k) << 4);
        v128.store(sums, f32x4.add(v128.load(sums), Vector.exp(power)));
      }
    }
    const counts = Mem.row(out, group, kernels);
    for (let k = 0; k < kernels; k++) {
      Mem.setF(counts, k, Vector.total(v128.load(scratch + ((<usize>k) << 4))));
    }
  }
}

export function kernelPoolGradient(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    kernels = Arg.int(args, 3);
  const offsets = Arg.at(args, 4),
    last = min(to * ROWS, Arg.int(args, 2));
  const lowest = f32x4.splat(LOWEST);
  for (let group = from * ROWS; group < last; group++) {
    const upstream = Mem.row(Arg.at(args, 5), group, kernels);
    const end = Mem.i(offsets, group + 1);
    for (let i = Mem.i(offsets, group); i < end; i += 4) {
      const cells = Cells.four(x, i, end);
      let sum = f32x4.splat(0);
      for (let k = 0; k < kernels; k++) {
        const away = f32x4.sub(cells, f32x4.splat(Arg.float(args, CONSTANTS + k)));
        const slope = f32x4.splat(Arg.float(args, CONSTANTS + kernels + k));
        const power = f32x4.mul(f32x4.mul(away, away), slope);
        if (i32x4.all_true(f32x4.lt(power, lowest))) continue;
        // d/dx e^(s a²) = 2 s a e^(s a²), a = x - mean.
        const rate = f32x4.mul(f32x4.mul(f32x4.splat(2 * Mem.f(upstream, k)), slope), away);
        sum = f32x4.add(sum, f32x4.mul(rate, Vector.exp(power)));
      }
      if (i + 4 <= end) Mem.setV(out, i, sum);
      else {
        Mem.setF(out, i, f32x4.extract_lane(sum, 0));
        if (i + 1 < end) Mem.setF(out, i + 1, f32x4.extract_lane(sum, 1));
        if (i + 2 < end) Mem.setF(out, i + 2, f32x4.extract_lane(sum, 2));
      }
    }
  }
}
