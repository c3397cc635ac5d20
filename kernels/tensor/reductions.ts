/** Reductions. Tasks are ROWS rows or columns of the result, or a single task. */

import {
  AxisArguments,
  MaxGradientArguments,
  ROWS,
  SoftmaxArguments,
  StandardiseArguments,
  StandardiseGradientArguments,
  StretchArguments,
  TotalArguments,
} from "./layout.generated";
import { Mem } from "./memory";
import { Row } from "./rows";
import { Vector } from "./vector-math";

/** Everything into one number; a single task, added up in float64. */
export function total(args: TotalArguments): void {
  const x = args.x,
    count = args.count;
  let sum: f64 = 0;
  for (let i = 0; i < count; i++) sum += Mem.f(x, i);
  Mem.setF(args.out, 0, <f32>(sum / args.divisor));
}

/** The sum of each range of outer rows. Tasks are ranges. */
export function sumStretches(args: StretchArguments, from: i32, to: i32): void {
  const outer = args.outer,
    middle = args.middle,
    stretch = args.stretch;
  for (let part = from; part < to; part++) {
    const sums = Mem.row(args.sums, part, middle);
    Row.clear(sums, middle);
    const end = min((part + 1) * stretch, outer);
    for (let o = part * stretch; o < end; o++) {
      Row.add(Mem.row(args.x, o, middle), sums, middle);
    }
  }
}

/** out[m] is the sum over outer and inner. Tasks are ROWS of m. */
export function sumTo(args: AxisArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out;
  const outer = args.outer,
    middle = args.middle,
    inner = args.inner;
  const end = min(to * ROWS, middle);
  for (let m = from * ROWS; m < end; m++) Mem.setF(out, m, 0);
  if (inner === 1) {
    for (let o = 0; o < outer; o++) {
      const start = from * ROWS;
      Row.add(Mem.row(x, o * middle + start, 1), Mem.row(out, start, 1), end - start);
    }
    return;
  }
  for (let o = 0; o < outer; o++) {
    for (let m = from * ROWS; m < end; m++) {
      const row = Mem.row(x, o * middle + m, inner);
      let sum: f32 = 0;
      for (let i = 0; i < inner; i++) sum += Mem.f(row, i);
      Mem.setF(out, m, Mem.f(out, m) + sum);
    }
  }
}

/** out[o, i] is the sum over middle. Tasks are ROWS of o. */
export function axisSum(args: AxisArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out;
  const outer = args.outer,
    middle = args.middle,
    inner = args.inner;
  const end = min(to * ROWS, outer);
  for (let o = from * ROWS; o < end; o++) {
    for (let i = 0; i < inner; i++) {
      let sum: f64 = 0;
      for (let m = 0; m < middle; m++) sum += Mem.f(x, (o * middle + m) * inner + i);
      Mem.setF(out, o * inner + i, <f32>sum);
    }
  }
}

/** out[o, m, i] = x[o, i]. */
export function axisSpread(args: AxisArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out;
  const outer = args.outer,
    middle = args.middle,
    inner = args.inner;
  const end = min(to * ROWS, outer);
  for (let o = from * ROWS; o < end; o++) {
    for (let m = 0; m < middle; m++) {
      memory.copy(Mem.row(out, o * middle + m, inner), Mem.row(x, o, inner), (<usize>inner) << 2);
    }
  }
}

/** The largest of `count` values side by side. */
function findLargest(x: usize, count: i32): f32 {
  let i = 1;
  let best = Mem.f(x, 0);
  if (count >= 4) {
    let wide = Mem.v(x, 0);
    for (i = 4; i + 4 <= count; i += 4) wide = f32x4.max(wide, Mem.v(x, i));
    const half = f32x4.max(wide, v128.shuffle<i32>(wide, wide, 2, 3, 0, 1));
    best = f32.max(f32x4.extract_lane(half, 0), f32x4.extract_lane(half, 1));
  }
  for (; i < count; i++) best = f32.max(best, Mem.f(x, i));
  return best;
}

/** The index of the first largest of `count` values that lie `stride` apart. */
function firstLargest(x: usize, start: i32, count: i32, stride: i32): i32 {
  if (stride === 1) {
    const best = findLargest(Mem.row(x, start, 1), count);
    let position = start;
    while (position + 1 < start + count && Mem.f(x, position) !== best) position++;
    return position;
  }
  let position = start;
  let best = Mem.f(x, start);
  for (let i = 1; i < count; i++) {
    const value = Mem.f(x, start + i * stride);
    if (value > best) {
      best = value;
      position = start + i * stride;
    }
  }
  return position;
}

/** The largest value over middle. */
export function max(args: AxisArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out;
  const outer = args.outer,
    middle = args.middle,
    inner = args.inner;
  const end = min(to * ROWS, outer);
  for (let o = from * ROWS; o < end; o++) {
    if (inner === 1) Mem.setF(out, o, findLargest(Mem.row(x, o, middle), middle));
    else {
      for (let i = 0; i < inner; i++) {
        const best = firstLargest(x, o * middle * inner + i, middle, inner);
        Mem.setF(out, o * inner + i, Mem.f(x, best));
      }
    }
  }
}

/** `upstream` at the first largest value over middle, else 0. */
export function maxGradient(args: MaxGradientArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out;
  const outer = args.outer,
    middle = args.middle,
    inner = args.inner;
  const upstream = args.upstream,
    end = min(to * ROWS, outer);
  for (let o = from * ROWS; o < end; o++) {
    Row.clear(Mem.row(out, o, middle * inner), middle * inner);
    for (let i = 0; i < inner; i++) {
      const position = firstLargest(x, o * middle * inner + i, middle, inner);
      Mem.setF(out, position, Mem.f(upstream, o * inner + i));
    }
  }
}

/** All bits set where a mask keeps a value; everywhere without a mask. */
@inline
function readMask(mask: usize, j: i32): v128 {
  return mask === 0 ? i32x4.splat(-1) : f32x4.ne(Mem.v(mask, j), f32x4.splat(0));
}

/** All bits set for the first `count` of four values. */
@inline
function maskFirst(count: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count));
}

/** Softmax of one row into `out`; zeros of a mask are left out. */
export function softmaxRow(x: usize, out: usize, mask: usize, width: i32): void {
  const lowest = f32x4.splat(-Infinity);
  const whole = width & ~3;
  const rest = v128.and(maskFirst(width - whole), readMask(mask, whole));
  let wide = v128.bitselect(Mem.v(x, whole), lowest, rest);
  for (let j = 0; j < whole; j += 4) {
    wide = f32x4.max(wide, v128.bitselect(Mem.v(x, j), lowest, readMask(mask, j)));
  }
  const half = f32x4.max(wide, v128.shuffle<i32>(wide, wide, 2, 3, 0, 1));
  const top = f32x4.splat(f32.max(f32x4.extract_lane(half, 0), f32x4.extract_lane(half, 1)));
  let sums = v128.and(Vector.exp(f32x4.sub(Mem.v(x, whole), top)), rest);
  const last = sums;
  for (let j = 0; j < whole; j += 4) {
    const power = v128.and(Vector.exp(f32x4.sub(Mem.v(x, j), top)), readMask(mask, j));
    sums = f32x4.add(sums, power);
    Mem.setV(out, j, power);
  }
  const sum = Vector.total(sums);
  const share = f32x4.splat(sum === 0 ? 0 : <f32>1 / sum);
  for (let j = 0; j < whole; j += 4) Mem.setV(out, j, f32x4.mul(Mem.v(out, j), share));
  const end = f32x4.mul(last, share);
  if (whole < width) Mem.setF(out, whole, f32x4.extract_lane(end, 0));
  if (whole + 1 < width) Mem.setF(out, whole + 1, f32x4.extract_lane(end, 1));
  if (whole + 2 < width) Mem.setF(out, whole + 2, f32x4.extract_lane(end, 2));
}

export function softmax(args: SoftmaxArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    width = args.width;
  const mask = args.mask,
    end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    const own: usize = mask === 0 ? 0 : Mem.row(mask, i, width);
    softmaxRow(Mem.row(x, i, width), Mem.row(out, i, width), own, width);
  }
}

/** Mean and 1 / √(variance + ε) of a row, written to `result` as two floats. */
function moments(x: usize, width: i32, epsilon: f32, result: usize): void {
  const whole = width & ~3;
  const rest = maskFirst(width - whole);
  let sums = v128.and(Mem.v(x, whole), rest);
  for (let j = 0; j < whole; j += 4) sums = f32x4.add(sums, Mem.v(x, j));
  const mean = Vector.total(sums) / <f32>width;
  const centre = f32x4.splat(mean);
  const last = v128.and(f32x4.sub(Mem.v(x, whole), centre), rest);
  let squares = f32x4.mul(last, last);
  for (let j = 0; j < whole; j += 4) {
    const away = f32x4.sub(Mem.v(x, j), centre);
    squares = f32x4.add(squares, f32x4.mul(away, away));
  }
  const variance = Vector.total(squares) / <f32>width;
  Mem.setF(result, 0, mean);
  Mem.setF(result, 1, <f32>(1 / Math.sqrt(<f64>variance + <f64>epsilon)));
}

export function standardise(args: StandardiseArguments, from: i32, to: i32, scratch: usize): void {
  const width = args.width,
    end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    const x = Mem.row(args.x, i, width),
      out = Mem.row(args.out, i, width);
    moments(x, width, args.epsilon, scratch);
    const mean = Mem.f(scratch, 0),
      scale = Mem.f(scratch, 1);
    const centre = f32x4.splat(mean),
      factor = f32x4.splat(scale);
    let j = 0;
    for (; j + 4 <= width; j += 4) {
      Mem.setV(out, j, f32x4.mul(f32x4.sub(Mem.v(x, j), centre), factor));
    }
    for (; j < width; j++) Mem.setF(out, j, (Mem.f(x, j) - mean) * scale);
  }
}

export function standardiseGradient(args: StandardiseGradientArguments, from: i32, to: i32, scratch: usize): void {
  const width = args.width,
    end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    const x = Mem.row(args.x, i, width),
      out = Mem.row(args.out, i, width);
    const slope = Mem.row(args.upstream, i, width);
    moments(x, width, args.epsilon, scratch);
    const mean = Mem.f(scratch, 0),
      scale = Mem.f(scratch, 1);
    let sum: f64 = 0;
    let along: f64 = 0;
    for (let j = 0; j < width; j++) {
      sum += Mem.f(slope, j);
      along += Mem.f(slope, j) * ((Mem.f(x, j) - mean) * scale);
    }
    const shift = <f32>(sum / width),
      tilt = <f32>(along / width);
    for (let j = 0; j < width; j++) {
      const y = (Mem.f(x, j) - mean) * scale;
      Mem.setF(out, j, (Mem.f(slope, j) - shift - y * tilt) * scale);
    }
  }
}
