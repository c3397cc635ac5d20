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

/** The place of the first largest of `count` values that lie `stride` apart. */
function firstLargest(x: usize, start: i32, count: i32, stride: i32): i32 {
  let best = start;
  for (let i = 1; i < count; i++) {
    if (Mem.f(x, start + i * stride) > Mem.f(x, best)) best = start + i * stride;
  }
  return best;
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
    for (let i = 0; i < inner; i++) {
      const best = firstLargest(x, o * middle * inner + i, middle, inner);
      Mem.setF(out, o * inner + i, Mem.f(x, best));
    }
  }
}

/** (x, out, outer, middle, inner): 1 at the first largest value over middle, else 0. */
export function firstMax(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1);
  const outer = Arg.int(args, 2),
    middle = Arg.int(args, 3),
    inner = Arg.int(args, 4);
  const end = min(to * ROWS, outer);
  for (let o = from * ROWS; o < end; o++) {
    memory.fill(Mem.row(out, o, middle * inner), 0, (<usize>(middle * inner)) << 2);
    for (let i = 0; i < inner; i++) {
      Mem.setF(out, firstLargest(x, o * middle * inner + i, middle, inner), 1);
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
