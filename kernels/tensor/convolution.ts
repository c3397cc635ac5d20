/**
 * 2-D convolution over the cells of pairs, channels side by side.
 *
 * No patches are written out: with channels side by side, a filter covers in one row
 * of a pair one run of width · channels values, and the run of the next cell starts
 * `channels` later. So the rows under the filter are kept in scratch with zeros past
 * their ends, a strip of STRIP_COLUMNS cells at a time, and products of runs and
 * weights are computed directly from there, 4 cells by 8 filters in registers. Every
 * sum goes over the rows, then along the run, so a pair's result does not depend on
 * what else is in the batch.
 */

import { loadStrip, stripWidth } from "./convolution-strip";
import { ConvolveArguments, STRIP_COLUMNS, TILE_FILTERS, TILE_ROWS } from "./layout.generated";
import { Mem } from "./memory";
import { Vector } from "./vector-math";

/** Tasks are pairs. */
export function convolve(args: ConvolveArguments, from: i32, to: i32, scratch: usize): void {
  const x = args.x,
    out = args.out,
    channels = args.channels;
  const left = args.left,
    right = args.right,
    first = args.first;
  const height = args.height,
    width = args.width,
    filters = args.filters;
  const weights = args.weights,
    back = args.back;
  const wide = stripWidth(width, channels);
  const above = back ? height - 1 : 0,
    before = back ? width - 1 : 0;
  for (let pair = from; pair < to; pair++) {
    const rows = Mem.i(left, pair + 1) - Mem.i(left, pair);
    const columns = Mem.i(right, pair + 1) - Mem.i(right, pair);
    const image = Mem.row(x, Mem.i(first, pair), channels);
    const result = Mem.row(out, Mem.i(first, pair), filters);
    for (let column = 0; column < columns; column += STRIP_COLUMNS) {
      const cells = min(STRIP_COLUMNS, columns - column);
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
        for (let cell = 0; cell < cells; cell += TILE_ROWS) {
          for (let f = 0; f < filters; f += TILE_FILTERS) {
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

/**
 * 4 cells by 8 filters, or fewer of either at the edges. Row `row` is multiplied
 * with the weights of row + `down`.
 */
function convolveTile(
  strips: usize,
  wide: i32,
  height: i32,
  top: i32,
  bottom: i32,
  down: i32,
  column: i32,
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
    let p0 = Mem.row(strips, row % height, wide) + ((<usize>column) << 2);
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
  Vector.store(out, 0, low, across);
  if (across > 4) Vector.store(out, 4, high, across - 4);
}
