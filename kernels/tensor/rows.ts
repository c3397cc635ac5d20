/** Rows of matrices. Tasks are ROWS rows of the result. */

import {
  ClearArguments,
  CopyColumnsArguments,
  GatherArguments,
  ROWS,
  ScatterArguments,
  TransposeArguments,
  UnitRowsArguments,
  UnitRowsGradientArguments,
} from "./layout.generated";
import { Mem } from "./memory";
import { Vector } from "./vector-math";

/**
 * Adds and scales whole rows of any width. Plain loops: for fills and copies,
 * platforms call out of compiled code, which is too slow for short rows.
 */
export abstract class Row {
  @inline static clear(out: usize, width: i32): void {
    let j = 0;
    for (; j + 4 <= width; j += 4) Mem.setV(out, j, f32x4.splat(0));
    for (; j < width; j++) Mem.setF(out, j, 0);
  }

  @inline static copy(x: usize, out: usize, width: i32): void {
    let j = 0;
    for (; j + 4 <= width; j += 4) Mem.setV(out, j, Mem.v(x, j));
    for (; j < width; j++) Mem.setF(out, j, Mem.f(x, j));
  }

  /** out += x */
  @inline static add(x: usize, out: usize, width: i32): void {
    let j = 0;
    for (; j + 4 <= width; j += 4) Mem.setV(out, j, f32x4.add(Mem.v(out, j), Mem.v(x, j)));
    for (; j < width; j++) Mem.setF(out, j, Mem.f(out, j) + Mem.f(x, j));
  }

  /** out += weight · x */
  @inline static addScaled(x: usize, weight: f32, out: usize, width: i32): void {
    const wide = f32x4.splat(weight);
    let j = 0;
    for (; j + 4 <= width; j += 4) {
      Mem.setV(out, j, f32x4.add(Mem.v(out, j), f32x4.mul(Mem.v(x, j), wide)));
    }
    for (; j < width; j++) Mem.setF(out, j, Mem.f(out, j) + Mem.f(x, j) * weight);
  }

  /** out += Σ weight · x over a list of (address of x, weight). */
  static addListed(list: usize, count: i32, out: usize, width: i32): void {
    const end = list + ((<usize>count) << 3),
      whole = <usize>(width & ~3) << 2;
    for (let at = whole; at < (<usize>width) << 2; at += 4) {
      let sum = load<f32>(out + at);
      for (let entry = list; entry < end; entry += 8) {
        sum += load<f32>(<usize>load<u32>(entry) + at) * load<f32>(entry, 4);
      }
      store<f32>(out + at, sum);
    }
    for (; list + 32 <= end; list += 32) {
      const x0 = <usize>load<u32>(list),
        w0 = v128.load32_splat(list, 4);
      const x1 = <usize>load<u32>(list, 8),
        w1 = v128.load32_splat(list, 12);
      const x2 = <usize>load<u32>(list, 16),
        w2 = v128.load32_splat(list, 20);
      const x3 = <usize>load<u32>(list, 24),
        w3 = v128.load32_splat(list, 28);
      for (let at: usize = 0; at < whole; at += 16) {
        const low = Vector.multiplyAdd(v128.load(x1 + at), w1, f32x4.mul(v128.load(x0 + at), w0));
        const high = Vector.multiplyAdd(v128.load(x3 + at), w3, f32x4.mul(v128.load(x2 + at), w2));
        v128.store(out + at, f32x4.add(v128.load(out + at), f32x4.add(low, high)));
      }
    }
    for (; list < end; list += 8) {
      const x0 = <usize>load<u32>(list, 0),
        w0 = v128.load32_splat(list, 4);
      for (let at: usize = 0; at < whole; at += 16) {
        let sum = v128.load(out + at);
        sum = Vector.multiplyAdd(v128.load(x0 + at), w0, sum);
        v128.store(out + at, sum);
      }
    }
  }

  @inline static dot(a: usize, b: usize, width: i32): f32 {
    let even = f32x4.splat(0),
      odd = f32x4.splat(0);
    let j = 0;
    for (; j + 8 <= width; j += 8) {
      even = f32x4.add(even, f32x4.mul(Mem.v(a, j), Mem.v(b, j)));
      odd = f32x4.add(odd, f32x4.mul(Mem.v(a, j + 4), Mem.v(b, j + 4)));
    }
    if (j + 4 <= width) {
      even = f32x4.add(even, f32x4.mul(Mem.v(a, j), Mem.v(b, j)));
      j += 4;
    }
    let sum = Vector.total(f32x4.add(even, odd));
    for (; j < width; j++) sum += Mem.f(a, j) * Mem.f(b, j);
    return sum;
  }
}

/** Zeros where the index is -1. */
export function gather(args: GatherArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    width = args.width;
  const index = args.index,
    end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    const row = Mem.i(index, i),
      target = Mem.row(out, i, width);
    if (row < 0) Row.clear(target, width);
    else Row.copy(Mem.row(x, row, width), target, width);
  }
}

/** The inverse index lists the rows that add to each row. */
export function scatterAdd(args: ScatterArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    width = args.width;
  const offsets = args.inverseOffsets,
    elements = args.inverseElements;
  const end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    const target = Mem.row(out, i, width);
    Row.clear(target, width);
    for (let e = Mem.i(offsets, i); e < Mem.i(offsets, i + 1); e++) {
      Row.add(Mem.row(x, Mem.i(elements, e), width), target, width);
    }
  }
}

/** Row i of a matrix, or of the rows that an index selects from it. */
function getRow(x: usize, i: i32, width: i32, index: usize): usize {
  return Mem.row(x, index === 0 ? i : Mem.i(index, i), width);
}

/** Gathers and normalises in one pass. */
export function unitRows(args: UnitRowsArguments, from: i32, to: i32): void {
  const out = args.out,
    width = args.width,
    index = args.index;
  const end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    const target = Mem.row(out, i, width);
    if (index !== 0 && Mem.i(index, i) < 0) {
      Row.clear(target, width);
      continue;
    }
    const row = getRow(args.x, i, width, index);
    const length = <f32>Math.sqrt(Row.dot(row, row, width)) + args.epsilon;
    const scale = <f32>1 / length;
    const wide = f32x4.splat(scale);
    let j = 0;
    for (; j + 4 <= width; j += 4) Mem.setV(target, j, f32x4.mul(Mem.v(row, j), wide));
    for (; j < width; j++) Mem.setF(target, j, Mem.f(row, j) * scale);
  }
}

export function unitRowsGradient(args: UnitRowsGradientArguments, from: i32, to: i32): void {
  const out = args.out,
    width = args.width,
    index = args.index;
  const end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    const target = Mem.row(out, i, width),
      slope = Mem.row(args.upstream, i, width);
    if (index !== 0 && Mem.i(index, i) < 0) {
      Row.clear(target, width);
      continue;
    }
    const row = getRow(args.x, i, width, index);
    const norm = <f32>Math.sqrt(Row.dot(row, row, width));
    const scale = <f32>1 / (norm + args.epsilon);
    const along: f32 = norm === 0 ? 0 : (Row.dot(row, slope, width) / norm) * scale * scale;
    const wide = f32x4.splat(scale),
      tilt = f32x4.splat(along);
    let j = 0;
    for (; j + 4 <= width; j += 4) {
      const straight = f32x4.mul(Mem.v(slope, j), wide);
      Mem.setV(target, j, f32x4.sub(straight, f32x4.mul(Mem.v(row, j), tilt)));
    }
    for (; j < width; j++) Mem.setF(target, j, Mem.f(slope, j) * scale - Mem.f(row, j) * along);
  }
}

/** `out` has `rows` rows; `x` is `out` transposed. */
export function transpose(args: TransposeArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    rows = args.rows;
  const columns = args.columns,
    end = min(to * ROWS, rows);
  for (let j = 0; j < columns; j++) {
    for (let i = from * ROWS; i < end; i++) {
      Mem.setF(out, i * columns + j, Mem.f(x, j * rows + i));
    }
  }
}

/** A block of columns. */
export function copyColumns(args: CopyColumnsArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    width = args.width;
  const end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) {
    const source = Mem.row(x, i, args.xStride) + ((<usize>args.xStart) << 2);
    const target = Mem.row(out, i, args.outStride) + ((<usize>args.outStart) << 2);
    Row.copy(source, target, width);
  }
}

/** Zeros. */
export function clear(args: ClearArguments, from: i32, to: i32): void {
  const out = args.out,
    width = args.width;
  const end = min(to * ROWS, args.rows);
  for (let i = from * ROWS; i < end; i++) Row.clear(Mem.row(out, i, width), width);
}
