/**
 * Floats as whole numbers of 16 bits and one scale per row: x ≈ q · scale. The
 * largest value of a row becomes ±`limit`, so an outlier costs only the precision of
 * its own row.
 */

import { PANEL, PANEL_STEP, STRIP, STRIP_STEP } from "./tile";

/** 1.5 · 2²³: added to a small number, it leaves no bits for a fraction. */
const ROUND: f32 = 12582912;
const ROUND_BITS: i32 = 0x4b400000;

/** Four floats below 2²² as the nearest whole numbers, ties to even. */
// @ts-expect-error: AssemblyScript's decorator
@inline
export function roundToInteger(x: v128): v128 {
  return i32x4.sub(f32x4.add(x, f32x4.splat(ROUND)), i32x4.splat(ROUND_BITS));
}

/**
 * The factor of a row of `width` floats; writes its inverse, the scale. A value that
 * is not finite makes the scale NaN, and all results with it.
 */
function computeFactor(row: usize, width: i32, limit: f32, scale: usize): f32 {
  let largest = f32x4.splat(0),
    check = f32x4.splat(0);
  const end = row + ((<usize>width) << 2);
  for (let at = row; at < end; at += 16) {
    const x = v128.load(at);
    largest = f32x4.pmax(largest, f32x4.abs(x));
    check = f32x4.add(check, f32x4.mul(x, f32x4.splat(0)));
  }
  largest = f32x4.pmax(largest, v128.shuffle<f32>(largest, largest, 2, 3, 0, 1));
  largest = f32x4.pmax(largest, v128.shuffle<f32>(largest, largest, 1, 0, 3, 2));
  check = f32x4.add(check, v128.shuffle<f32>(check, check, 2, 3, 0, 1));
  check = f32x4.add(check, v128.shuffle<f32>(check, check, 1, 0, 3, 2));
  const size = f32x4.extract_lane(largest, 0);
  store<f32>(scale, size / limit + f32x4.extract_lane(check, 0));
  return size > 0 ? limit / size : 0;
}

/** Eight floats from `at` on, times `factor`, as 16-bit numbers. */
// @ts-expect-error: AssemblyScript's decorator
@inline
function eight(at: usize, factor: v128): v128 {
  const low = roundToInteger(f32x4.mul(v128.load(at), factor));
  const high = roundToInteger(f32x4.mul(v128.load(at, 16), factor));
  return i16x8.narrow_i32x4_s(low, high);
}

/**
 * Writes the pairs of four rows side by side: the first pair of all rows to `out`,
 * the next one `step` bytes later.
 */
// @ts-expect-error: AssemblyScript's decorator
@inline
export function storePairs(q0: v128, q1: v128, q2: v128, q3: v128, out: usize, step: usize): void {
  const low01 = v128.shuffle<i32>(q0, q1, 0, 4, 1, 5),
    high01 = v128.shuffle<i32>(q0, q1, 2, 6, 3, 7);
  const low23 = v128.shuffle<i32>(q2, q3, 0, 4, 1, 5),
    high23 = v128.shuffle<i32>(q2, q3, 2, 6, 3, 7);
  v128.store(out, v128.shuffle<i32>(low01, low23, 0, 1, 4, 5));
  v128.store(out + step, v128.shuffle<i32>(low01, low23, 2, 3, 6, 7));
  v128.store(out + 2 * step, v128.shuffle<i32>(high01, high23, 0, 1, 4, 5));
  v128.store(out + 3 * step, v128.shuffle<i32>(high01, high23, 2, 3, 6, 7));
}

/**
 * Quantises up to four rows, `stride` bytes apart; missing rows become zeros.
 * `width` is a multiple of 8.
 */
function quantiseFour(
  source: usize,
  stride: usize,
  height: i32,
  width: i32,
  limit: f32,
  out: usize,
  step: usize,
  scales: usize,
): void {
  const r1 = height > 1 ? source + stride : source,
    r2 = height > 2 ? source + 2 * stride : source,
    r3 = height > 3 ? source + 3 * stride : source;
  v128.store(scales, f32x4.splat(0));
  const f0 = f32x4.splat(height > 0 ? computeFactor(source, width, limit, scales) : 0),
    f1 = f32x4.splat(height > 1 ? computeFactor(r1, width, limit, scales + 4) : 0),
    f2 = f32x4.splat(height > 2 ? computeFactor(r2, width, limit, scales + 8) : 0),
    f3 = f32x4.splat(height > 3 ? computeFactor(r3, width, limit, scales + 12) : 0);
  const end = (<usize>width) << 2;
  for (let at: usize = 0; at < end; at += 32) {
    storePairs(
      eight(source + at, f0),
      eight(r1 + at, f1),
      eight(r2 + at, f2),
      eight(r3 + at, f3),
      out,
      step,
    );
    out += step << 2;
  }
}

/**
 * Quantises rows of floats, `stride` bytes apart, into strips, with a scale for
 * every row, including missing ones.
 */
export function quantiseStrips(
  x: usize,
  stride: usize,
  rows: i32,
  width: i32,
  limit: f32,
  strips: usize,
  scales: usize,
): void {
  for (let row = 0; row < rows; row += STRIP) {
    const source = x + <usize>row * stride;
    quantiseFour(source, stride, rows - row, width, limit, strips, STRIP_STEP, scales);
    strips += <usize>(width >> 1) * STRIP_STEP;
    scales += 16;
  }
}

/**
 * Quantises rows of floats into the columns of panels, with a scale for each,
 * including missing ones.
 */
export function quantisePanels(
  x: usize,
  stride: usize,
  rows: i32,
  width: i32,
  limit: f32,
  panels: usize,
  scales: usize,
): void {
  for (let row = 0; row < rows; row += PANEL) {
    for (let half = 0; half < 2; half++) {
      const first = row + half * STRIP,
        height = rows - first,
        source = x + <usize>(height > 0 ? first : row) * stride;
      const out = panels + <usize>half * 16;
      quantiseFour(source, stride, height, width, limit, out, PANEL_STEP, scales);
      scales += 16;
    }
    panels += <usize>(width >> 1) * PANEL_STEP;
  }
}
