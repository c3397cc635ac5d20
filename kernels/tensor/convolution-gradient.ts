/**
 * Gradients of the 2-D convolution. That of its input is again a convolution, with
 * the weights reversed; that of its weights sums products of each filter's input
 * with its upstream gradient, first the pairs of a part and then the parts, in
 * order.
 */

import { loadStrip, stripWidth } from "./convolution-strip";
import {
  ConvolveWeightsArguments,
  ConvolveWeightSumsArguments,
  STRIP_COLUMNS,
  TILE_FILTERS,
  TILE_ROWS,
  TurnWeightsArguments,
} from "./layout.generated";
import { Mem } from "./memory";
import { Row } from "./rows";
import { Vector } from "./vector-math";

/**
 * The weights in the order in which the gradient of the input reads them: last cell
 * of the filter first, filters and channels exchanged. A single task.
 */
export function turnWeights(args: TurnWeightsArguments): void {
  const weights = args.weights,
    out = args.out;
  const parts = args.height * args.width,
    channels = args.channels,
    filters = args.filters;
  for (let part = 0; part < parts; part++) {
    for (let c = 0; c < channels; c++) {
      for (let f = 0; f < filters; f++) {
        const at = ((parts - 1 - part) * filters + f) * channels + c;
        Mem.setF(out, at, Mem.f(weights, (part * channels + c) * filters + f));
      }
    }
  }
}

/** Rows and columns of the sums of one part: both rounded up to whole tiles. */
function paddedDepth(width: i32, channels: i32): i32 {
  return (width * channels + TILE_ROWS - 1) & ~(TILE_ROWS - 1);
}

function paddedFilters(filters: i32): i32 {
  return (filters + TILE_FILTERS - 1) & ~(TILE_FILTERS - 1);
}

/**
 * The gradient of the weights, summed over the pairs of each part. Tasks are
 * parts, whose number depends on the pairs.
 */
export function convolveWeightSums(args: ConvolveWeightSumsArguments, from: i32, to: i32, scratch: usize): void {
  const x = args.x,
    channels = args.channels;
  const left = args.left,
    right = args.right,
    first = args.first;
  const height = args.height,
    width = args.width,
    filters = args.filters;
  const upstream = args.upstream,
    parts = args.parts,
    pairs = args.pairs;
  const wide = stripWidth(width, channels);
  const depth = paddedDepth(width, channels),
    across = paddedFilters(filters);
  for (let part = from; part < to; part++) {
    const sums = Mem.row(args.sums, part, height * depth * across);
    Row.clear(sums, height * depth * across);
    const last = ((part + 1) * pairs) / parts;
    for (let pair = (part * pairs) / parts; pair < last; pair++) {
      const rows = Mem.i(left, pair + 1) - Mem.i(left, pair);
      const columns = Mem.i(right, pair + 1) - Mem.i(right, pair);
      const image = Mem.row(x, Mem.i(first, pair), channels);
      const slopes = Mem.row(upstream, Mem.i(first, pair), filters);
      for (let column = 0; column < columns; column += STRIP_COLUMNS) {
        const cells = min(STRIP_COLUMNS, columns - column);
        // A row of the input is multiplied with the upstream of the rows whose filters
        // covered it.
        for (let row = 0; row < rows; row++) {
          const strip = Mem.row(image, row * columns, channels);
          loadStrip(strip, columns, channels, column, scratch, wide);
          for (let y = 0; y < height && y <= row; y++) {
            const slope = Mem.row(slopes, (row - y) * columns + column, filters);
            for (let k = 0; k < depth; k += 4) {
              for (let f = 0; f < filters; f += TILE_FILTERS) {
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

/** Adds up the parts, in order, without their padding. Tasks are rows of filter cells. */
export function convolveWeights(args: ConvolveWeightsArguments, from: i32, to: i32): void {
  const height = args.height,
    width = args.width;
  const channels = args.channels,
    filters = args.filters,
    parts = args.parts;
  const depth = paddedDepth(width, channels),
    across = paddedFilters(filters);
  for (let y = from; y < to; y++) {
    for (let k = 0; k < width * channels; k++) {
      const target = Mem.row(args.out, y * width * channels + k, filters);
      Row.clear(target, filters);
      for (let part = 0; part < parts; part++) {
        const row = (part * height + y) * depth + k;
        Row.add(Mem.row(args.sums, row, across), target, filters);
      }
    }
  }
}
