/** Many values into one. Tasks are ROWS rows or columns of the result, or a single task. */

import { Arg, Mem, ROWS } from "./arguments";
import { Row } from "./rows";
import { Vector } from "./vector-math";

/** (x, out, count, divisor): everything into one number; a single task, added up in float64. */
export function total(args: usize): void {
  const x = Arg.at(args, 0),
    count = Arg.int(args, 2);
  let sum: f64 = 0;
  for (let i = 0; i < count; i++) sum += Mem.f(x, i);
  Mem.setF(Arg.at(args, 1), 0, <f32>(sum / Arg.float(args, 3)));
}

/** (x, sums, outer, middle, stretch): the sum of each stretch of outer rows. Tasks are stretches. */
export function sumStretches(args: usize, from: i32, to: i32): void {
  const outer = Arg.int(args, 2),
    middle = Arg.int(args, 3),
    stretch = Arg.int(args, 4);
  for (let part = from; part < to; part++) {
    const sums = Mem.row(Arg.at(args, 1), part, middle);
    Row.clear(sums, middle);
    const end = min((part + 1) * stretch, outer);
    for (let o = part * stretch; o < end; o++) {
      Row.add(Mem.row(Arg.at(args, 0), o, middle), sums, middle);
    }
  }
}

/** (x, out, outer, middle, inner): out[m] is the sum over outer and inner. Tasks are ROWS of m. */
export function sumTo(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1);
  const outer = Arg.int(args, 2),
    middle = Arg.int(args, 3),
    inner = Arg.int(args, 4);
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

/** (x, out, outer, middle, inner): out[o, i] is the sum over middle. Tasks are ROWS of o. */
export function axisSum(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1);
  const outer = Arg.int(args, 2),
    middle = Arg.int(args, 3),
    inner = Arg.int(args, 4);
  const end = min(to * ROWS, outer);
  for (let o = from * ROWS; o < end; o++) {
    for (let i = 0; i < inner; i++) {
      let sum: f64 = 0;
      for (let m = 0; m < middle; m++) sum += Mem.f(x, (o * middle + m) * inner + i);
      Mem.setF(out, o * inner + i, <f32>sum);
    }
  }
}

/** (x, out, outer, middle, inner): out[o, m, i] = x[o, i]. */
export function axisSpread(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1);
  const outer = Arg.int(args, 2),
    middle = Arg.int(args, 3),
    inner = Arg.int(args, 4);
  const end = min(to * ROWS, outer);
  for (let o = from * ROWS; o < end; o++) {
    for (let m = 0; m < middle; m++) {
      memory.copy(Mem.row(out, o * middle + m, inner), Mem.row(x, o, inner), (<usize>inner) << 2);
    }
  }
}

/** The largest of `count` values side by side. */
function largestOf(x: usize, count: i32): f32 {
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

/** The place of the first largest of `count` values that lie `stride` apart. */
function firstLargest(x: usize, start: i32, count: i32, stride: i32): i32 {
  if (stride === 1) {
    const best = largestOf(Mem.row(x, start, 1), count);
    let place = start;
    while (place + 1 < start + count && Mem.f(x, place) !== best) place++;
    return place;
  }
  let place = start;
  let best = Mem.f(x, start);
  for (let i = 1; i < count; i++) {
    const value = Mem.f(x, start + i * stride);
    if (value > best) {
      best = value;
      place = start + i * stride;
    }
  }
  return place;
}

/** (x, out, outer, middle, inner): the largest value over middle. */
export function max(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1);
  const outer = Arg.int(args, 2),
    middle = Arg.int(args, 3),
    inner = Arg.int(args, 4);
  const end = min(to * ROWS, outer);
  for (let o = from * ROWS; o < end; o++) {
    if (inner === 1) Mem.setF(out, o, largestOf(Mem.row(x, o, middle), middle));
    else {
      for (let i = 0; i < inner; i++) {
        const best = firstLargest(x, o * middle * inner + i, middle, inner);
        Mem.setF(out, o * inner + i, Mem.f(x, best));
      }
    }
  }
}

/** (x, out, outer, middle, inner, upstream): upstream at the first largest value over middle, else 0. */
export function maxGradient(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1);
  const outer = Arg.int(args, 2),
    middle = Arg.int(args, 3),
    inner = Arg.int(args, 4);
  const upstream = Arg.at(args, 5),
    end = min(to * ROWS, outer);
  for (let o = from * ROWS; o < end; o++) {
    Row.clear(Mem.row(out, o, middle * inner), middle * inner);
    for (let i = 0; i < inner; i++) {
      const place = firstLargest(x, o * middle * inner + i, middle, inner);
      Mem.setF(out, place, Mem.f(upstream, o * inner + i));
    }
  }
}

/** Softmax of one row in place of `out`; where a mask is given its zeros are left out. */
export function softmaxRow(x: usize, out: usize, mask: usize, width: i32): void {
  let top: f32 = -Infinity;
  for (let j = 0; j < width; j++) {
    if (mask === 0 || Mem.f(mask, j) !== 0) top = top > Mem.f(x, j) ? top : Mem.f(x, j);
  }
  let sum: f32 = 0;
  for (let j = 0; j < width; j++) {
    const kept = mask === 0 || Mem.f(mask, j) !== 0;
    const value = kept ? f32x4.extract_lane(Vector.exp(f32x4.splat(Mem.f(x, j) - top)), 0) : 0;
    sum += value;
    Mem.setF(out, j, value);
  }
  if (sum === 0) return;
  for (let j = 0; j < width; j++) Mem.setF(out, j, Mem.f(out, j) / sum);
}

/** (x, out, rows, width, mask or 0) */
export function softmax(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    width = Arg.int(args, 3);
  const mask = Arg.at(args, 4),
    end = min(to * ROWS, Arg.int(args, 2));
  for (let i = from * ROWS; i < end; i++) {
    const kept = mask === 0 ? 0 : Mem.row(mask, i, width);
    softmaxRow(Mem.row(x, i, width), Mem.row(out, i, width), kept, width);
  }
}

/** Mean and 1 / √(variance + ε) of a row, written to `result` as two floats. */
function moments(x: usize, width: i32, epsilon: f32, result: usize): void {
  let sum: f64 = 0;
  for (let j = 0; j < width; j++) sum += Mem.f(x, j);
  const mean = sum / width;
  let squares: f64 = 0;
  for (let j = 0; j < width; j++) squares += (Mem.f(x, j) - mean) * (Mem.f(x, j) - mean);
  Mem.setF(result, 0, <f32>mean);
  Mem.setF(result, 1, <f32>(1 / Math.sqrt(squares / width + epsilon)));
}

/** (x, out, rows, width, epsilon) */
export function standardise(args: usize, from: i32, to: i32, scratch: usize): void {
  const width = Arg.int(args, 3),
    end = min(to * ROWS, Arg.int(args, 2));
  for (let i = from * ROWS; i < end; i++) {
    const x = Mem.row(Arg.at(args, 0), i, width),
      out = Mem.row(Arg.at(args, 1), i, width);
    moments(x, width, Arg.float(args, 4), scratch);
    const mean = Mem.f(scratch, 0),
      scale = Mem.f(scratch, 1);
    for (let j = 0; j < width; j++) Mem.setF(out, j, (Mem.f(x, j) - mean) * scale);
  }
}

/** (x, out, rows, width, epsilon, upstream) */
export function standardiseGradient(args: usize, from: i32, to: i32, scratch: usize): void {
  const width = Arg.int(args, 3),
    end = min(to * ROWS, Arg.int(args, 2));
  for (let i = from * ROWS; i < end; i++) {
    const x = Mem.row(Arg.at(args, 0), i, width),
      out = Mem.row(Arg.at(args, 1), i, width);
    const slope = Mem.row(Arg.at(args, 5), i, width);
    moments(x, width, Arg.float(args, 4), scratch);
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
