/**
 * Gaussian kernels over the cells of a group, forward and backward, four cells
 * at a time. Exponentials are computed in both directions rather than kept.
 *
 * Kernels of one width whose means are equally far apart form a ladder: with
 * a = x - μ and a distance d between means, the next kernel's value is
 * e^(a d / σ²) · e^(-d² / 2σ²) times this one's, and that ratio itself shrinks
 * by e^(-d² / σ²) a rung. So a ladder costs two exponentials, not one a rung.
 * It is climbed from the middle, which keeps all factors within range; cells
 * too far out for that go kernel by kernel.
 *
 * Arguments: (x, out, groups, kernels, offsets, upstream or 0, first rung,
 * rungs, d / σ², e^(-d² / 2σ²), means…, slopes…), slope = -1 / (2σ²). Tasks
 * are ROWS groups.
 */

import { Arg, Mem, ROWS } from "./arguments";
import { Vector } from "./vector-math";

const CONSTANTS: i32 = 10;
/** Below this e^x is zero. */
const LOWEST: f32 = -87.3;
/** Powers that a ladder is climbed with; products of four rungs stay finite. */
const FARTHEST: f32 = 60;
/** A cell that no kernel reaches. */
const NOWHERE: f32 = 1e6;

abstract class Cells {
  /** All bits set for the cells before `end` of the four from `i` on. */
  @inline static real(i: i32, end: i32): v128 {
    return i32x4.lt_s(i32x4.add(i32x4.splat(i), i32x4(0, 1, 2, 3)), i32x4.splat(end));
  }

  @inline static mean(args: usize, k: i32): v128 {
    return f32x4.splat(Arg.float(args, CONSTANTS + k));
  }

  @inline static slope(args: usize, kernels: i32, k: i32): v128 {
    return f32x4.splat(Arg.float(args, CONSTANTS + kernels + k));
  }

  /** The value of one kernel. */
  @inline static value(args: usize, kernels: i32, k: i32, cells: v128): v128 {
    const away = f32x4.sub(cells, Cells.mean(args, k));
    const power = f32x4.mul(f32x4.mul(away, away), Cells.slope(args, kernels, k));
    // Nearly always so for the narrow kernel of exact matches.
    if (i32x4.all_true(f32x4.lt(power, f32x4.splat(LOWEST)))) return f32x4.splat(0);
    return Vector.exp(power);
  }
}

/** Writes the values of all kernels for four cells to `values`, a vector a kernel. */
function evaluate(args: usize, kernels: i32, x: v128, real: v128, values: usize): void {
  const cells = v128.bitselect(x, f32x4.splat(NOWHERE), real);
  const first = Arg.int(args, 6);
  const end = first + Arg.int(args, 7);
  for (let k = 0; k < first; k++) {
    v128.store(values + ((<usize>k) << 4), Cells.value(args, kernels, k, cells));
  }
  for (let k = end; k < kernels; k++) {
    v128.store(values + ((<usize>k) << 4), Cells.value(args, kernels, k, cells));
  }
  if (end === first) return;
  const middle = (first + end) >> 1;
  const away = f32x4.sub(x, Cells.mean(args, middle));
  const power = f32x4.mul(f32x4.mul(away, away), Cells.slope(args, kernels, middle));
  const climb = f32x4.mul(away, f32x4.splat(Arg.float(args, 8)));
  const far = v128.or(
    f32x4.lt(power, f32x4.splat(-FARTHEST)),
    f32x4.gt(f32x4.abs(climb), f32x4.splat(FARTHEST)),
  );
  if (v128.any_true(v128.and(far, real))) {
    for (let k = first; k < end; k++) {
      v128.store(values + ((<usize>k) << 4), Cells.value(args, kernels, k, cells));
    }
    return;
  }
  const step = f32x4.splat(Arg.float(args, 9));
  const shrink = f32x4.mul(step, step);
  const start = v128.and(Vector.exp(power), real);
  const rise = Vector.exp(v128.and(climb, real));
  v128.store(values + ((<usize>middle) << 4), start);
  let value = start;
  let ratio = f32x4.mul(rise, step);
  for (let k = middle + 1; k < end; k++) {
    value = f32x4.mul(value, ratio);
    ratio = f32x4.mul(ratio, shrink);
    v128.store(values + ((<usize>k) << 4), value);
  }
  value = start;
  ratio = f32x4.div(step, rise);
  for (let k = middle - 1; k >= first; k--) {
    value = f32x4.mul(value, ratio);
    ratio = f32x4.mul(ratio, shrink);
    v128.store(values + ((<usize>k) << 4), value);
  }
}

export function kernelPool(args: usize, from: i32, to: i32, scratch: usize): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    kernels = Arg.int(args, 3);
  const offsets = Arg.at(args, 4),
    last = min(to * ROWS, Arg.int(args, 2));
  const bytes = (<usize>kernels) << 4;
  const values = scratch + bytes;
  for (let group = from * ROWS; group < last; group++) {
    memory.fill(scratch, 0, bytes);
    const end = Mem.i(offsets, group + 1);
    for (let i = Mem.i(offsets, group); i < end; i += 4) {
      evaluate(args, kernels, Mem.v(x, i), Cells.real(i, end), values);
      for (let at: usize = 0; at < bytes; at += 16) {
        v128.store(scratch + at, f32x4.add(v128.load(scratch + at), v128.load(values + at)));
      }
    }
    const counts = Mem.row(out, group, kernels);
    for (let k = 0; k < kernels; k++) {
      Mem.setF(counts, k, Vector.total(v128.load(scratch + ((<usize>k) << 4))));
    }
  }
}

export function kernelPoolGradient(args: usize, from: i32, to: i32, scratch: usize): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    kernels = Arg.int(args, 3);
  const offsets = Arg.at(args, 4),
    last = min(to * ROWS, Arg.int(args, 2));
  for (let group = from * ROWS; group < last; group++) {
    const upstream = Mem.row(Arg.at(args, 5), group, kernels);
    const end = Mem.i(offsets, group + 1);
    for (let i = Mem.i(offsets, group); i < end; i += 4) {
      const cells = Mem.v(x, i);
      evaluate(args, kernels, cells, Cells.real(i, end), scratch);
      let sum = f32x4.splat(0);
      for (let k = 0; k < kernels; k++) {
        // d/dx e^(s a²) = 2 s a e^(s a²), a = x - mean.
        const away = f32x4.sub(cells, Cells.mean(args, k));
        const weight = f32x4.mul(
          f32x4.splat(2 * Mem.f(upstream, k)),
          Cells.slope(args, kernels, k),
        );
        const value = v128.load(scratch + ((<usize>k) << 4));
        sum = f32x4.add(sum, f32x4.mul(f32x4.mul(weight, away), value));
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
