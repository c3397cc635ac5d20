/**
 * The matrix product, blocked after Goto and van de Geijn, "Anatomy of
 * High-Performance Matrix Multiplication" (2008).
 *
 * The second matrix is first packed into panels of 8 columns, divided into blocks of
 * rows of nearly equal depth. A task computes a block of the result: it packs the
 * first matrix into strips of 4 rows, and a kernel that holds 4 × 8 sums in
 * registers runs a strip along the panels. A strip and a panel stay in the
 * first-level cache. The number of instructions limits the kernel, so a strip holds
 * each value four times side by side, ready to be multiplied.
 */

import {
  BLOCK_PANELS,
  BLOCK_ROWS,
  MatmulArguments,
  PackPanelsArguments,
  PANEL,
} from "./layout.generated";
import { Mem } from "./memory";
import { Vector } from "./vector-math";

const STRIP: i32 = 4;
/** Bytes of a strip and of a panel for each value of the inner axis. */
const STRIP_STEP: usize = 64;
const PANEL_STEP: usize = 32;
const DEEPEST: i32 = 256;

/** The depth of the blocks of the inner axis. */
function computeDepth(inner: i32): i32 {
  const blocks = (inner + DEEPEST - 1) / DEEPEST;
  return (inner + blocks - 1) / blocks;
}

/**
 * Packs the second matrix. Tasks are panels. The block from `start` on of a panel is at start · panels + panel · depth
 * times PANEL_STEP.
 */
export function packPanels(args: PackPanelsArguments, from: i32, to: i32): void {
  const b = args.b,
    packed = args.packed;
  const inner = args.inner,
    columns = args.columns,
    transposed = args.transposed;
  const panels = (columns + PANEL - 1) / PANEL,
    deepest = computeDepth(inner);
  for (let panel = from; panel < to; panel++) {
    const first = panel * PANEL,
      count = min(PANEL, columns - first);
    for (let start = 0; start < inner; start += deepest) {
      const depth = min(deepest, inner - start);
      const out = packed + <usize>(start * panels + panel * depth) * PANEL_STEP;
      if (!transposed && count === PANEL) {
        for (let k = 0; k < depth; k++) {
          const row = Mem.row(b, start + k, columns) + ((<usize>first) << 2);
          const target = out + <usize>k * PANEL_STEP;
          v128.store(target, v128.load(row));
          v128.store(target, v128.load(row, 16), 16);
        }
        continue;
      }
      // Weights are mostly stored by output, so this packing dominates the latency of a
      // short text.
      const whole = transposed && count === PANEL ? depth & ~3 : 0;
      for (let k = 0; k < whole; k += 4) {
        const source = Mem.row(b, first, inner) + ((<usize>(start + k)) << 2);
        const target = out + <usize>k * PANEL_STEP;
        transposeFour(source, (<usize>inner) << 2, target);
        transposeFour(source + ((<usize>(4 * inner)) << 2), (<usize>inner) << 2, target + 16);
      }
      for (let j = 0; j < PANEL; j++) {
        for (let k = whole; k < depth; k++) {
          const source = transposed
            ? (first + j) * inner + start + k
            : (start + k) * columns + first + j;
          Mem.setF(out, k * PANEL + j, j < count ? Mem.f(b, source) : 0);
        }
      }
    }
  }
}

/**
 * Transposes four values of each of four rows, `stride` bytes from one another, into
 * four rows of a panel.
 */
function transposeFour(source: usize, stride: usize, target: usize): void {
  const r0 = v128.load(source),
    r1 = v128.load(source + stride),
    r2 = v128.load(source + 2 * stride),
    r3 = v128.load(source + 3 * stride);
  const low01 = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5),
    high01 = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7);
  const low23 = v128.shuffle<f32>(r2, r3, 0, 4, 1, 5),
    high23 = v128.shuffle<f32>(r2, r3, 2, 6, 3, 7);
  v128.store(target, v128.shuffle<f32>(low01, low23, 0, 1, 4, 5));
  v128.store(target + PANEL_STEP, v128.shuffle<f32>(low01, low23, 2, 3, 6, 7));
  v128.store(target + 2 * PANEL_STEP, v128.shuffle<f32>(high01, high23, 0, 1, 4, 5));
  v128.store(target + 3 * PANEL_STEP, v128.shuffle<f32>(high01, high23, 2, 3, 6, 7));
}

/** Packs 4 rows × depth of the first matrix; repeats the last row if there are fewer. */
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
  const step: usize = transposed ? (<usize>rows) << 2 : 4,
    stride: usize = transposed ? 4 : (<usize>inner) << 2;
  let r0 = Mem.row(a, transposed ? start * rows + row : row * inner + start, 1);
  let r1 = row + 1 < rows ? r0 + stride : r0;
  let r2 = row + 2 < rows ? r1 + stride : r1;
  let r3 = row + 3 < rows ? r2 + stride : r2;
  const end = out + <usize>depth * STRIP_STEP;
  for (; out < end; out += STRIP_STEP) {
    v128.store(out, v128.load32_splat(r0));
    v128.store(out, v128.load32_splat(r1), 16);
    v128.store(out, v128.load32_splat(r2), 32);
    v128.store(out, v128.load32_splat(r3), 48);
    r0 += step;
    r1 += step;
    r2 += step;
    r3 += step;
  }
}

/** Tasks are blocks of BLOCK_ROWS rows by some panels of the result. */
export function matmul(args: MatmulArguments, from: i32, to: i32, scratch: usize): void {
  const a = args.a,
    out = args.out;
  const rows = args.rows,
    inner = args.inner,
    columns = args.columns;
  const packed = args.packed,
    transposed = args.transposed;
  const panels = (columns + PANEL - 1) / PANEL,
    deepest = computeDepth(inner);
  const across = (panels + BLOCK_PANELS - 1) / BLOCK_PANELS,
    wide = (panels + across - 1) / across;
  const tile = scratch,
    strip = scratch + 256;
  for (let task = from; task < to; task++) {
    const top = (task / across) * BLOCK_ROWS,
      bottom = min(top + BLOCK_ROWS, rows);
    const left = (task % across) * wide,
      right = min(left + wide, panels);
    for (let start = 0; start < inner; start += deepest) {
      const depth = min(deepest, inner - start);
      for (let row = top; row < bottom; row += STRIP) {
        packStrip(a, strip, row, rows, inner, start, depth, transposed);
        const height = min(STRIP, bottom - row);
        for (let panel = left; panel < right; panel++) {
          const column = panel * PANEL,
            width = min(PANEL, columns - column);
          const block = packed + <usize>(start * panels + panel * depth) * PANEL_STEP;
          multiplyTile(strip, block, depth, tile);
          addTile(tile, Mem.row(out, row * columns + column, 1), height, width, columns, start > 0);
        }
      }
    }
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
  const end = strip + <usize>depth * STRIP_STEP;
  while (strip < end) {
    const b0 = v128.load(panel),
      b1 = v128.load(panel, 16);
    const a0 = v128.load(strip);
    s00 = Vector.multiplyAdd(a0, b0, s00);
    s01 = Vector.multiplyAdd(a0, b1, s01);
    const a1 = v128.load(strip, 16);
    s10 = Vector.multiplyAdd(a1, b0, s10);
    s11 = Vector.multiplyAdd(a1, b1, s11);
    const a2 = v128.load(strip, 32);
    s20 = Vector.multiplyAdd(a2, b0, s20);
    s21 = Vector.multiplyAdd(a2, b1, s21);
    const a3 = v128.load(strip, 48);
    s30 = Vector.multiplyAdd(a3, b0, s30);
    s31 = Vector.multiplyAdd(a3, b1, s31);
    strip += STRIP_STEP;
    panel += PANEL_STEP;
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

/** Writes the part of a tile that is inside the result, or adds it to the existing values. */
function addTile(
  tile: usize,
  out: usize,
  height: i32,
  width: i32,
  columns: i32,
  isSum: bool,
): void {
  for (let i = 0; i < height; i++) {
    const source = tile + <usize>i * PANEL_STEP,
      target = Mem.row(out, i, columns);
    if (width === PANEL) {
      for (let j = 0; j < PANEL; j += 4) {
        const value = Mem.v(source, j);
        Mem.setV(target, j, isSum ? f32x4.add(Mem.v(target, j), value) : value);
      }
    } else {
      for (let j = 0; j < width; j++) {
        const before: f32 = isSum ? Mem.f(target, j) : 0;
        Mem.setF(target, j, before + Mem.f(source, j));
      }
    }
  }
}
