/**
 * Dot products of 16-bit numbers, 4 rows by 8 columns at a time: the whole
 * arithmetic of a quantised transformer.
 *
 * Without fused multiply-add, WASM SIMD multiplies and adds 4 floats with two
 * instructions, but 8 numbers of 16 bits (`i32x4.dot_i16x8_s` and an addition).
 * The sums are whole numbers, so they are exact and the same on every machine.
 *
 * The left matrix lies in strips of 4 rows, the right one in panels of 8
 * columns. Both hold, for every two numbers of the inner axis, those two
 * numbers of each of their rows or columns side by side.
 */

/** Bytes of a strip and of a panel for two numbers of the inner axis. */
export const STRIP_STEP: usize = 16;
export const PANEL_STEP: usize = 32;
/** Rows of a strip and columns of a panel. */
export const STRIP: i32 = 4;
export const PANEL: i32 = 8;

/** Writes the 4 × 8 sums over `pairs` pairs to `tile`, row by row. */
export function multiplyTile(strip: usize, panel: usize, pairs: i32, tile: usize): void {
  let s00 = i32x4.splat(0),
    s01 = i32x4.splat(0),
    s10 = i32x4.splat(0),
    s11 = i32x4.splat(0);
  let s20 = i32x4.splat(0),
    s21 = i32x4.splat(0),
    s30 = i32x4.splat(0),
    s31 = i32x4.splat(0);
  const end = strip + <usize>pairs * STRIP_STEP;
  while (strip < end) {
    const b0 = v128.load(panel),
      b1 = v128.load(panel, 16);
    const a0 = v128.load32_splat(strip);
    s00 = i32x4.add(s00, i32x4.dot_i16x8_s(a0, b0));
    s01 = i32x4.add(s01, i32x4.dot_i16x8_s(a0, b1));
    const a1 = v128.load32_splat(strip, 4);
    s10 = i32x4.add(s10, i32x4.dot_i16x8_s(a1, b0));
    s11 = i32x4.add(s11, i32x4.dot_i16x8_s(a1, b1));
    const a2 = v128.load32_splat(strip, 8);
    s20 = i32x4.add(s20, i32x4.dot_i16x8_s(a2, b0));
    s21 = i32x4.add(s21, i32x4.dot_i16x8_s(a2, b1));
    const a3 = v128.load32_splat(strip, 12);
    s30 = i32x4.add(s30, i32x4.dot_i16x8_s(a3, b0));
    s31 = i32x4.add(s31, i32x4.dot_i16x8_s(a3, b1));
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
