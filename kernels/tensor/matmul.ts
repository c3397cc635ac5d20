/**
 * The matrix product, blocked after Goto and van de Geijn, "Anatomy of
 * High-Performance Matrix Multiplication" (2008).
 *
 * The second matrix is first packed into panels of 8 columns, cut into blocks
 * of DEPTH rows. A task computes a block of BLOCK_ROWS × BLOCK_COLUMNS of the
 * result: it packs the first matrix block by block into strips of 4 rows, and
 * a kernel that holds 4 × 8 sums in registers runs over strips and panels. A
 * strip and a panel block stay in the first-level cache.
 */

import { Arg, Mem } from "./arguments";

const STRIP: i32 = 4;
const PANEL: i32 = 8;
const DEPTH: i32 = 256;
const BLOCK_ROWS: i32 = 64;
const BLOCK_COLUMNS: i32 = 256;

/**
 * (b, packed, inner, columns, transposed): packs the second matrix. Tasks are
 * panels. Block d of panel p is at (d · DEPTH · panels + p · depth of d) · 8.
 */
export function packPanels(args: usize, from: i32, to: i32): void {
  const b = Arg.at(args, 0),
    packed = Arg.at(args, 1);
  const inner = Arg.int(args, 2),
    columns = Arg.int(args, 3),
    transposed = Arg.int(args, 4);
  const panels = (columns + PANEL - 1) / PANEL;
  for (let panel = from; panel < to; panel++) {
    const first = panel * PANEL,
      count = min(PANEL, columns - first);
    for (let start = 0; start < inner; start += DEPTH) {
      const depth = min(DEPTH, inner - start);
      const out = packed + ((<usize>(start * panels + panel * depth) * PANEL) << 2);
      if (!transposed && count === PANEL) {
        for (let k = 0; k < depth; k++) {
          const row = Mem.row(b, start + k, columns) + ((<usize>first) << 2);
          v128.store(out + ((<usize>k) << 5), v128.load(row));
          v128.store(out + ((<usize>k) << 5), v128.load(row, 16), 16);
        }
        continue;
      }
      for (let j = 0; j < PANEL; j++) {
        for (let k = 0; k < depth; k++) {
          const place = transposed
            ? (first + j) * inner + start + k
            : (start + k) * columns + first + j;
          Mem.setF(out, k * PANEL + j, j < count ? Mem.f(b, place) : 0);
        }
      }
    }
  }
}

/** Packs up to 4 rows × depth of the first matrix, zeros below the last row. */
function packStrip(
  a: usize,
  out: usize,
  row: i32,
  rows: i32,
  inner: i32,
  start: i32,
  depth: i32,
  transposed: i32,
): void {
  const count = min(STRIP, rows - row);
  if (transposed && count === STRIP) {
    for (let k = 0; k < depth; k++) {
      Mem.setV(out, k * STRIP, Mem.v(a, (start + k) * rows + row));
    }
    return;
  }
  for (let i = 0; i < STRIP; i++) {
    for (let k = 0; k < depth; k++) {
      const place = transposed ? (start + k) * rows + row + i : (row + i) * inner + start + k;
      Mem.setF(out, k * STRIP + i, i < count ? Mem.f(a, place) : 0);
    }
  }
}

/** (a, out, rows, inner, columns, packed second matrix, first transposed) */
export function matmul(args: usize, from: i32, to: i32, scratch: usize): void {
  const a = Arg.at(args, 0),
    out = Arg.at(args, 1);
  const rows = Arg.int(args, 2),
    inner = Arg.int(args, 3),
    columns = Arg.int(args, 4);
  const packed = Arg.at(args, 5),
    transposed = Arg.int(args, 6);
  const panels = (columns + PANEL - 1) / PANEL;
  const across = (columns + BLOCK_COLUMNS - 1) / BLOCK_COLUMNS;
  const tile = scratch;
  const strips = scratch + 256;
  for (let task = from; task < to; task++) {
    const top = (task / across) * BLOCK_ROWS,
      bottom = min(top + BLOCK_ROWS, rows);
    const left = (task % across) * BLOCK_COLUMNS,
      right = min(left + BLOCK_COLUMNS, columns);
    for (let start = 0; start < inner; start += DEPTH) {
      const depth = min(DEPTH, inner - start);
      for (let row = top; row < bottom; row += STRIP) {
        const strip = strips + ((<usize>(row - top) * depth) << 2);
        packStrip(a, strip, row, rows, inner, start, depth, transposed);
      }
      for (let column = left; column < right; column += PANEL) {
        const place = start * panels + (column / PANEL) * depth;
        const panel = packed + ((<usize>place * PANEL) << 2);
        for (let row = top; row < bottom; row += STRIP) {
          const strip = strips + ((<usize>(row - top) * depth) << 2);
          multiplyTile(strip, panel, depth, tile);
          addTile(tile, out, row, bottom - row, column, right - column, columns, start === 0);
        }
      }
    }
  }
}

export abstract class Fused {
  /** a · b + c; in the relaxed build as one operation, rounded once where the machine can. */
  @inline static multiplyAdd(a: v128, b: v128, c: v128): v128 {
    if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
    return f32x4.add(c, f32x4.mul(a, b));
  }
}

/** 4 × 8 sums of products over `depth`, into `tile`. */
function multiplyTile(strip: usize, panel: usize, depth: i32, tile: usize): void {
  let s00 = f32x4.splat(0),
    s01 = f32x4.splat(0),
    s10 = f32x4.splat(0),
    s11 = f32x4.splat(0);
  let s20 = f32x4.splat(0),
    s21 = f32x4.splat(0),
    s30 = f32x4.splat(0),
    s31 = f32x4.splat(0);
  const end = strip + ((<usize>depth) << 4);
  while (strip < end) {
    const b0 = v128.load(panel),
      b1 = v128.load(panel, 16);
    const a0 = v128.load32_splat(strip);
    s00 = Fused.multiplyAdd(a0, b0, s00);
    s01 = Fused.multiplyAdd(a0, b1, s01);
    const a1 = v128.load32_splat(strip, 4);
    s10 = Fused.multiplyAdd(a1, b0, s10);
    s11 = Fused.multiplyAdd(a1, b1, s11);
    const a2 = v128.load32_splat(strip, 8);
    s20 = Fused.multiplyAdd(a2, b0, s20);
    s21 = Fused.multiplyAdd(a2, b1, s21);
    const a3 = v128.load32_splat(strip, 12);
    s30 = Fused.multiplyAdd(a3, b0, s30);
    s31 = Fused.multiplyAdd(a3, b1, s31);
    strip += 16;
    panel += 32;
  }
  v128.store(tile, s00);
  v128.store(tile, s01, 16);
  v128.store(tile, s10, 32);
  v128.store(tile, s11, 48);
  v128.store(tile, s20, 64);
  v128.store(tile, s21, 80);
  v128.store(tile, s30, 96);
  v128.store(tile, s31, 112);
}

/** Writes (first block) or adds a tile to the result, up to its edges. */
function addTile(
  tile: usize,
  out: usize,
  row: i32,
  rows: i32,
  column: i32,
  columns: i32,
  width: i32,
  first: bool,
): void {
  const height = min(STRIP, rows),
    across = min(PANEL, columns);
  for (let i = 0; i < height; i++) {
    const target = Mem.row(out, row + i, width) + ((<usize>column) << 2);
    const source = tile + ((<usize>i) << 5);
    if (across === PANEL) {
      let low = v128.load(source),
        high = v128.load(source, 16);
      if (!first) {
        low = f32x4.add(low, v128.load(target));
        high = f32x4.add(high, v128.load(target, 16));
      }
      v128.store(target, low);
      v128.store(target, high, 16);
    } else {
      for (let j = 0; j < across; j++) {
        const before: f32 = first ? 0 : Mem.f(target, j);
        Mem.setF(target, j, Mem.f(source, j) + before);
      }
    }
  }
}
