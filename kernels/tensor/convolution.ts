/**
 * 2-D convolution over the cells of pairs, channels side by side.
 *
 * No patches are written out: with channels side by side, what a filter sees
 * in one row of a pair is one run of width · channels values, and the run of
 * the next cell starts `channels` further on. So the rows that are in sight
 * are kept in scratch with zeros past their ends, a strip of COLUMNS cells at
 * a time, and products of runs and weights are taken straight from there, 4
 * cells by 8 filters in registers. Every sum goes over the rows, then along
 * the run, so a pair's result does not depend on what else is in the batch.
 */

import { Arg, Mem } from "./arguments";
import { Vector } from "./vector-math";
import { Row } from "./rows";

/** Cells of a row in scratch at a time. A multiple of 4; as in wasm/grid-encoders.ts. */
const COLUMNS: i32 = 128;
/** Cells and filters computed together. */
const CELLS: i32 = 4;
const FILTERS: i32 = 8;

/** Floats of scratch for one row of a strip, with CELLS more that are read but not used. */
function stripWidth(width: i32, channels: i32): i32 {
  return (COLUMNS + width - 1 + CELLS) * channels;
}

/** Copies the cells from `start` on of a row of a pair to scratch, zeros outside of the row. */
function loadStrip(row: usize, columns: i32, channels: i32, start: i32, out: usize, wide: i32): void {
  const from = max(start, 0),
    end = min(start + wide / channels, columns);
  const count = max(end - from, 0) * channels,
    lead = (from - start) * channels;
  Row.clear(out, lead);
  Row.copy(Mem.row(row, from, channels), Mem.row(out, lead, 1), count);
  Row.clear(Mem.row(out, lead + count, 1), wide - lead - count);
}

/**
 * (x, out, channels, left offsets, right offsets, first, height, width,
 * filters, weights, back): with `back` 0 a filter sees the cells to the right
 * and below, with 1 those to the left and above. Tasks are pairs.
 */
export function convolve(args: usize, from: i32, to: i32, scratch: usize): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    channels = Arg.int(args, 2);
  const left = Arg.at(args, 3),
    right = Arg.at(args, 4),
    first = Arg.at(args, 5);
  const height = Arg.int(args, 6),
    width = Arg.int(args, 7),
    filters = Arg.int(args, 8);
  const weights = Arg.at(args, 9),
    back = Arg.int(args, 10);
  const wide = stripWidth(width, channels);
  const above = back ? height - 1 : 0,
    before = back ? width - 1 : 0;
  for (let pair = from; pair < to; pair++) {
    const rows = Mem.i(left, pair + 1) - Mem.i(left, pair);
    const columns = Mem.i(right, pair + 1) - Mem.i(right, pair);
    const image = Mem.row(x, Mem.i(first, pair), channels);
    const result = Mem.row(out, Mem.i(first, pair), filters);
    for (let column = 0; column < columns; column += COLUMNS) {
      const cells = min(COLUMNS, columns - column);
      let loaded = 0;
      for (let i = 0; i < rows; i++) {
        const top = max(i - above, 0),
          bottom = min(i - above + height, rows);
        for (; loaded < bottom; loaded++) {
          const strip = Mem.row(scratch, loaded % height, wide);
          const row = Mem.row(image, loaded * columns, channels);
          loadStrip(row, columns, channels, column - before, strip, wide);
        }
        const target = Mem.row(result, i * columns + column, filters);
        for (let cell = 0; cell < cells; cell += CELLS) {
          for (let f = 0; f < filters; f += FILTERS) {
            convolveTile(
              scratch,
              wide,
              height,
              top,
              bottom,
              above - i,
              cell * channels,
              channels,
              width * channels,
              Mem.row(weights, f, 1),
              filters,
              Mem.row(target, cell * filters + f, 1),
              cells - cell,
              filters - f,
            );
          }
        }
      }
    }
  }
}

/** 4 cells by 8 filters, or fewer of either at the edges. Row `row` meets weights of row + `down`. */
function convolveTile(
  strips: usize,
  wide: i32,
  height: i32,
  top: i32,
  bottom: i32,
  down: i32,
  place: i32,
  channels: i32,
  depth: i32,
  weights: usize,
  filters: i32,
  out: usize,
  cells: i32,
  across: i32,
): void {
  let s00 = f32x4.splat(0),
    s01 = f32x4.splat(0),
    s10 = f32x4.splat(0),
    s11 = f32x4.splat(0);
  let s20 = f32x4.splat(0),
    s21 = f32x4.splat(0),
    s30 = f32x4.splat(0),
    s31 = f32x4.splat(0);
  const next = (<usize>channels) << 2,
    step = (<usize>filters) << 2;
  for (let row = top; row < bottom; row++) {
    let p0 = Mem.row(strips, row % height, wide) + ((<usize>place) << 2);
    let p1 = p0 + next,
      p2 = p1 + next,
      p3 = p2 + next;
    let w = Mem.row(weights, (row + down) * depth, filters);
    const end = p0 + ((<usize>depth) << 2);
    while (p0 < end) {
      const b0 = v128.load(w),
        b1 = v128.load(w, 16);
      const a0 = v128.load32_splat(p0);
      s00 = Vector.multiplyAdd(a0, b0, s00);
      s01 = Vector.multiplyAdd(a0, b1, s01);
      const a1 = v128.load32_splat(p1);
      s10 = Vector.multiplyAdd(a1, b0, s10);
      s11 = Vector.multiplyAdd(a1, b1, s11);
      const a2 = v128.load32_splat(p2);
      s20 = Vector.multiplyAdd(a2, b0, s20);
      s21 = Vector.multiplyAdd(a2, b1, s21);
      const a3 = v128.load32_splat(p3);
      s30 = Vector.multiplyAdd(a3, b0, s30);
      s31 = Vector.multiplyAdd(a3, b1, s31);
      p0 += 4;
      p1 += 4;
      p2 += 4;
      p3 += 4;
      w += step;
    }
  }
  storeFilters(out, s00, s01, across);
  if (cells > 1) storeFilters(out + step, s10, s11, across);
  if (cells > 2) storeFilters(out + 2 * step, s20, s21, across);
  if (cells > 3) storeFilters(out + 3 * step, s30, s31, across);
}

/** Writes up to 8 values of one cell. */
function storeFilters(out: usize, low: v128, high: v128, across: i32): void {
  if (across >= FILTERS) {
    v128.store(out, low);
    v128.store(out, high, 16);
    return;
  }
  if (across >= 4) {
    v128.store(out, low);
    out += 16;
    across -= 4;
    low = high;
  }
  if (across > 0) store<f32>(out, f32x4.extract_lane(low, 0));
  if (across > 1) store<f32>(out, f32x4.extract_lane(low, 1), 4);
  if (across > 2) store<f32>(out, f32x4.extract_lane(low, 2), 8);
}

/**
 * (weights, out, height, width, channels, filters): the weights as the gradient
 * of the input reads them, last cell in sight first, filters and channels
 * exchanged. A single task.
 */
export function turnWeights(args: usize): void {
  const weights = Arg.at(args, 0),
    out = Arg.at(args, 1);
  const parts = Arg.int(args, 2) * Arg.int(args, 3),
    channels = Arg.int(args, 4),
    filters = Arg.int(args, 5);
  for (let part = 0; part < parts; part++) {
    for (let c = 0; c < channels; c++) {
      for (let f = 0; f < filters; f++) {
        const place = ((parts - 1 - part) * filters + f) * channels + c;
        Mem.setF(out, place, Mem.f(weights, (part * channels + c) * filters + f));
      }
    }
  }
}

/** Rows and columns of the sums of one part: both rounded up to whole tiles. */
function paddedDepth(width: i32, channels: i32): i32 {
  return (width * channels + 3) & ~3;
}

function paddedFilters(filters: i32): i32 {
  return (filters + FILTERS - 1) & ~(FILTERS - 1);
}

/**
 * (x, sums, channels, left offsets, right offsets, first, height, width,
 * filters, upstream, parts, pairs): the gradient of the weights, summed over
 * the pairs of each part. Tasks are parts, whose number depends on the pairs.
 */
export function convolveWeightSums(args: usize, from: i32, to: i32, scratch: usize): void {
  const x = Arg.at(args, 0),
    channels = Arg.int(args, 2);
  const left = Arg.at(args, 3),
    right = Arg.at(args, 4),
    first = Arg.at(args, 5);
  const height = Arg.int(args, 6),
    width = Arg.int(args, 7),
    filters = Arg.int(args, 8);
  const upstream = Arg.at(args, 9),
    parts = Arg.int(args, 10),
    pairs = Arg.int(args, 11);
  const wide = stripWidth(width, channels);
  const depth = paddedDepth(width, channels),
    across = paddedFilters(filters);
  for (let part = from; part < to; part++) {
    const sums = Mem.row(Arg.at(args, 1), part, height * depth * across);
    Row.clear(sums, height * depth * across);
    const last = ((part + 1) * pairs) / parts;
    for (let pair = (part * pairs) / parts; pair < last; pair++) {
      const rows = Mem.i(left, pair + 1) - Mem.i(left, pair);
      const columns = Mem.i(right, pair + 1) - Mem.i(right, pair);
      const image = Mem.row(x, Mem.i(first, pair), channels);
      const slopes = Mem.row(upstream, Mem.i(first, pair), filters);
      for (let column = 0; column < columns; column += COLUMNS) {
        const cells = min(COLUMNS, columns - column);
        // A row of the input meets the upstream of the rows that saw it.
        for (let row = 0; row < rows; row++) {
          const strip = Mem.row(image, row * columns, channels);
          loadStrip(strip, columns, channels, column, scratch, wide);
          for (let y = 0; y < height && y <= row; y++) {
            const slope = Mem.row(slopes, (row - y) * columns + column, filters);
            for (let k = 0; k < depth; k += 4) {
              for (let f = 0; f < filters; f += FILTERS) {
                const tile = Mem.row(sums, (y * depth + k) * across + f, 1);
                const seen = Mem.row(scratch, k, 1);
                addOuterProducts(seen, channels, Mem.row(slope, f, 1), filters, cells, tile, across);
              }
            }
          }
        }
      }
    }
  }
}

/** Adds to 4 × 8 sums the products of 4 values and 8 slopes of every cell. */
function addOuterProducts(
  seen: usize,
  channels: i32,
  slope: usize,
  filters: i32,
  cells: i32,
  sums: usize,
  across: i32,
): void {
  const line = (<usize>across) << 2;
  let s00 = v128.load(sums),
    s01 = v128.load(sums, 16),
    s10 = v128.load(sums + line),
    s11 = v128.load(sums + line, 16);
  let s20 = v128.load(sums + 2 * line),
    s21 = v128.load(sums + 2 * line, 16),
    s30 = v128.load(sums + 3 * line),
    s31 = v128.load(sums + 3 * line, 16);
  const next = (<usize>channels) << 2,
    step = (<usize>filters) << 2;
  const end = seen + (<usize>cells) * next;
  while (seen < end) {
    const b0 = v128.load(slope),
      b1 = v128.load(slope, 16);
    const a0 = v128.load32_splat(seen);
    s00 = Vector.multiplyAdd(a0, b0, s00);
    s01 = Vector.multiplyAdd(a0, b1, s01);
    const a1 = v128.load32_splat(seen, 4);
    s10 = Vector.multiplyAdd(a1, b0, s10);
    s11 = Vector.multiplyAdd(a1, b1, s11);
    const a2 = v128.load32_splat(seen, 8);
    s20 = Vector.multiplyAdd(a2, b0, s20);
    s21 = Vector.multiplyAdd(a2, b1, s21);
    const a3 = v128.load32_splat(seen, 12);
    s30 = Vector.multiplyAdd(a3, b0, s30);
    s31 = Vector.multiplyAdd(a3, b1, s31);
    seen += next;
    slope += step;
  }
  v128.store(sums, s00);
  v128.store(sums, s01, 16);
  v128.store(sums + line, s10);
  v128.store(sums + line, s11, 16);
  v128.store(sums + 2 * line, s20);
  v128.store(sums + 2 * line, s21, 16);
  v128.store(sums + 3 * line, s30);
  v128.store(sums + 3 * line, s31, 16);
}

/**
 * (sums, out, height, width, channels, filters, parts): adds up the parts, in
 * order, without their padding. Tasks are rows of cells in sight.
 */
export function convolveWeights(args: usize, from: i32, to: i32): void {
  const height = Arg.int(args, 2),
    width = Arg.int(args, 3);
  const channels = Arg.int(args, 4),
    filters = Arg.int(args, 5),
    parts = Arg.int(args, 6);
  const depth = paddedDepth(width, channels),
    across = paddedFilters(filters);
  for (let y = from; y < to; y++) {
    for (let k = 0; k < width * channels; k++) {
      const target = Mem.row(Arg.at(args, 1), y * width * channels + k, filters);
      Row.clear(target, filters);
      for (let part = 0; part < parts; part++) {
        const row = (part * height + y) * depth + k;
        Row.add(Mem.row(Arg.at(args, 0), row, across), target, filters);
      }
    }
  }
}
