/**
 * Gaussian kernels over the cells of a group, forward and backward, eight cells at a
 * time: two independent chains of operations. Exponentials are recomputed in the
 * backward pass rather than stored.
 *
 * Kernels of one width whose means are equally far apart form a ladder: with a = x -
 * μ and a distance d between means, the next kernel's value is e^(a d / σ²) · e^(-d²
 * / 2σ²) times this one's, and that ratio itself shrinks by e^(-d² / σ²) per rung.
 * So a ladder costs two exponentials, not one per rung. It is computed from the
 * middle outwards, which keeps all factors within range; cells too far out for that
 * are computed kernel by kernel.
 *
 * The arguments are followed by the means of the kernels, then by their slopes, -1 /
 * (2σ²). Tasks are ROWS groups.
 */

import { KernelPoolArguments, ROWS } from "./layout.generated";
import { Mem } from "./memory";
import { Row } from "./rows";
import { Vector } from "./vector-math";

/** Below this e^x is zero. */
const LOWEST: f32 = -87.3;
/** The largest exponent for a ladder; products of four rungs stay finite. */
const FARTHEST: f32 = 60;
/** A cell that no kernel reaches. */
const NOWHERE: f32 = 1e6;

abstract class Cells {
  /** All bits set for the cells before `end` of the four from `i` on. */
  @inline static real(i: i32, end: i32): v128 {
    return i32x4.lt_s(i32x4.add(i32x4.splat(i), i32x4(0, 1, 2, 3)), i32x4.splat(end));
  }

  @inline static mean(args: KernelPoolArguments, k: i32): v128 {
    return f32x4.splat(Mem.f(changetype<usize>(args) + offsetof<KernelPoolArguments>(), k));
  }

  @inline static slope(args: KernelPoolArguments, kernels: i32, k: i32): v128 {
    return Cells.mean(args, kernels + k);
  }

  /** The value of one kernel. */
  @inline static value(args: KernelPoolArguments, kernels: i32, k: i32, cells: v128): v128 {
    const away = f32x4.sub(cells, Cells.mean(args, k));
    const power = f32x4.mul(f32x4.mul(away, away), Cells.slope(args, kernels, k));
    // Nearly always so for the narrow kernel of exact matches.
    if (i32x4.all_true(f32x4.lt(power, f32x4.splat(LOWEST)))) return f32x4.splat(0);
    return Vector.exp(power);
  }
}

/** Writes the value of one kernel for eight cells. */
function evaluateOne(args: KernelPoolArguments, kernels: i32, k: i32, x: v128, y: v128, values: usize): void {
  const at = values + ((<usize>k) << 5);
  v128.store(at, Cells.value(args, kernels, k, x));
  v128.store(at, Cells.value(args, kernels, k, y), 16);
}

/**
 * Writes the values of all kernels for the cells from `i` on, up to eight and zeros
 * after `end`, to `values`, two vectors per kernel.
 */
function evaluate(args: KernelPoolArguments, kernels: i32, cells: usize, i: i32, end: i32, values: usize): void {
  const realX = Cells.real(i, end),
    realY = Cells.real(i + 4, end);
  const x = v128.bitselect(Mem.v(cells, i), f32x4.splat(NOWHERE), realX),
    y = v128.bitselect(Mem.v(cells, i + 4), f32x4.splat(NOWHERE), realY);
  const first = args.firstRung,
    past = first + args.rungs;
  for (let k = 0; k < first; k++) evaluateOne(args, kernels, k, x, y, values);
  for (let k = past; k < kernels; k++) evaluateOne(args, kernels, k, x, y, values);
  if (past === first) return;
  const middle = (first + past) >> 1;
  const mean = Cells.mean(args, middle),
    slope = Cells.slope(args, kernels, middle),
    climb = f32x4.splat(args.climb);
  // Cells past the end are set to the middle, so that they never count as far out;
  // their values become 0.
  const awayX = v128.and(f32x4.sub(x, mean), realX),
    awayY = v128.and(f32x4.sub(y, mean), realY);
  const farthest = f32x4.pmax(f32x4.abs(awayX), f32x4.abs(awayY));
  const lowest = f32x4.mul(f32x4.mul(farthest, farthest), slope);
  const far = v128.or(
    f32x4.lt(lowest, f32x4.splat(-FARTHEST)),
    f32x4.gt(f32x4.abs(f32x4.mul(farthest, climb)), f32x4.splat(FARTHEST)),
  );
  if (v128.any_true(far)) {
    for (let k = first; k < past; k++) evaluateOne(args, kernels, k, x, y, values);
    return;
  }
  const startX = v128.and(Vector.exp(f32x4.mul(f32x4.mul(awayX, awayX), slope)), realX),
    startY = v128.and(Vector.exp(f32x4.mul(f32x4.mul(awayY, awayY), slope)), realY);
  const riseX = Vector.exp(f32x4.mul(awayX, climb)),
    riseY = Vector.exp(f32x4.mul(awayY, climb));
  const step = f32x4.splat(args.step);
  const at = values + ((<usize>middle) << 5);
  v128.store(at, startX);
  v128.store(at, startY, 16);
  climbLadder(at, past - middle, 32, startX, startY, f32x4.mul(riseX, step), f32x4.mul(riseY, step), step);
  climbLadder(at, middle - first + 1, -32, startX, startY, f32x4.div(step, riseX), f32x4.div(step, riseY), step);
}

/** Writes the rungs after the one at `at`, `stride` bytes from one to the next. */
@inline
function climbLadder(
  at: usize,
  rungs: i32,
  stride: i32,
  x: v128,
  y: v128,
  ratioX: v128,
  ratioY: v128,
  step: v128,
): void {
  const shrink = f32x4.mul(step, step);
  for (let rung = 1; rung < rungs; rung++) {
    at += stride;
    x = f32x4.mul(x, ratioX);
    y = f32x4.mul(y, ratioY);
    ratioX = f32x4.mul(ratioX, shrink);
    ratioY = f32x4.mul(ratioY, shrink);
    v128.store(at, x);
    v128.store(at, y, 16);
  }
}

export function kernelPool(args: KernelPoolArguments, from: i32, to: i32, scratch: usize): void {
  const x = args.x,
    out = args.out,
    kernels = args.kernels;
  const offsets = args.offsets,
    last = min(to * ROWS, args.groups);
  const bytes = (<usize>kernels) << 5;
  const values = scratch + bytes;
  for (let group = from * ROWS; group < last; group++) {
    Row.clear(scratch, kernels << 3);
    const end = Mem.i(offsets, group + 1);
    for (let i = Mem.i(offsets, group); i < end; i += 8) {
      evaluate(args, kernels, x, i, end, values);
      for (let at: usize = 0; at < bytes; at += 32) {
        const both = f32x4.add(v128.load(values + at), v128.load(values + at, 16));
        v128.store(scratch + at, f32x4.add(v128.load(scratch + at), both));
      }
    }
    const counts = Mem.row(out, group, kernels);
    for (let k = 0; k < kernels; k++) {
      Mem.setF(counts, k, Vector.total(v128.load(scratch + ((<usize>k) << 5))));
    }
  }
}

export function kernelPoolGradient(args: KernelPoolArguments, from: i32, to: i32, scratch: usize): void {
  const x = args.x,
    out = args.out,
    kernels = args.kernels;
  const offsets = args.offsets,
    last = min(to * ROWS, args.groups);
  const bytes = (<usize>kernels) << 5;
  const values = scratch + bytes;
  for (let group = from * ROWS; group < last; group++) {
    const upstream = Mem.row(args.upstream, group, kernels);
    for (let k = 0; k < kernels; k++) {
      // d/dx e^(s a²) = 2 s a e^(s a²), a = x - mean.
      const weight = f32x4.mul(f32x4.splat(2 * Mem.f(upstream, k)), Cells.slope(args, kernels, k));
      v128.store(scratch + ((<usize>k) << 5), weight);
      v128.store(scratch + ((<usize>k) << 5), Cells.mean(args, k), 16);
    }
    const end = Mem.i(offsets, group + 1);
    for (let i = Mem.i(offsets, group); i < end; i += 8) {
      evaluate(args, kernels, x, i, end, values);
      const low = Mem.v(x, i),
        high = Mem.v(x, i + 4);
      let sumLow = f32x4.splat(0),
        sumHigh = f32x4.splat(0);
      for (let at: usize = 0; at < bytes; at += 32) {
        const weight = v128.load(scratch + at),
          mean = v128.load(scratch + at, 16);
        const slopeLow = f32x4.mul(weight, f32x4.sub(low, mean)),
          slopeHigh = f32x4.mul(weight, f32x4.sub(high, mean));
        sumLow = f32x4.add(sumLow, f32x4.mul(slopeLow, v128.load(values + at)));
        sumHigh = f32x4.add(sumHigh, f32x4.mul(slopeHigh, v128.load(values + at, 16)));
      }
      Vector.store(out, i, sumLow, end - i);
      if (i + 4 < end) Vector.store(out, i + 4, sumHigh, end - i - 4);
    }
  }
}
