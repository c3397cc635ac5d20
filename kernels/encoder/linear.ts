/**
 * x Wᵀ + b on quantised numbers, with a fused operation on each result while it is
 * in a register.
 */

import { Vector } from "../tensor/vector-math";
import { multiplyTile, PANEL, PANEL_STEP, STRIP, STRIP_STEP } from "./tile";

/** The operation after the bias: none, GELU, or the addition of `residual`. */
const GELU: i32 = 1;
const ADD: i32 = 2;

/** x/2 · (1 + erf(x/√2)) */
// @ts-expect-error: AssemblyScript's decorator
@inline
function gelu(x: v128): v128 {
  const erf = Vector.erf(f32x4.mul(x, f32x4.splat(<f32>Math.SQRT1_2)));
  return f32x4.mul(f32x4.mul(x, f32x4.splat(0.5)), f32x4.add(f32x4.splat(1), erf));
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function finishLanes(sums: v128, scale: v128, bias: v128, finish: i32, residual: usize): v128 {
  const x = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sums), scale), bias);
  if (finish === GELU) return gelu(x);
  return finish === ADD ? f32x4.add(x, v128.load(residual)) : x;
}

/**
 * Writes `rows` × `columns` floats to `out`, which may be `residual`. A panel of
 * weights stays in the first-level cache while all strips are multiplied with it, so
 * few rows wait once for each weight.
 */
export function linear(
  strips: usize,
  rowScales: usize,
  rows: i32,
  inner: i32,
  panels: usize,
  columnScales: usize,
  bias: usize,
  columns: i32,
  out: usize,
  finish: i32,
  residual: usize,
  tile: usize,
): void {
  const pairs = inner >> 1,
    rowBytes = (<usize>columns) << 2;
  for (let column = 0; column < columns; column += PANEL) {
    const at = (<usize>column) << 2;
    const c0 = v128.load(columnScales + at),
      c1 = v128.load(columnScales + at, 16),
      b0 = v128.load(bias + at),
      b1 = v128.load(bias + at, 16);
    let strip = strips;
    for (let row = 0; row < rows; row += STRIP) {
      multiplyTile(strip, panels, pairs, tile);
      strip += <usize>pairs * STRIP_STEP;
      const end = min(row + STRIP, rows);
      let sums = tile;
      for (let r = row; r < end; r++) {
        const scale = v128.load32_splat(rowScales + ((<usize>r) << 2)),
          offset = <usize>r * rowBytes + at;
        const s0 = f32x4.mul(c0, scale),
          s1 = f32x4.mul(c1, scale);
        const x0 = finishLanes(v128.load(sums), s0, b0, finish, residual + offset);
        const x1 = finishLanes(v128.load(sums, 16), s1, b1, finish, residual + offset + 16);
        v128.store(out + offset, x0);
        v128.store(out + offset, x1, 16);
        sums += 32;
      }
    }
    panels += <usize>pairs * PANEL_STEP;
  }
}
