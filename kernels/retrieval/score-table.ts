/**
 * Computes the score table of a clause from a table for weight 1, which many clauses
 * share.
 */

import { LENGTH_CLASSES, ROW_SHIFT, ROWS } from "./layout.generated";

/**
 * Writes one row: each score times `factor`, rounded up, next to `tag`. Scores are
 * then at most SCORE_LIMIT, so the error of float32 is less than the unit added.
 */
export function scaleRow(unitScores: usize, factor: f32, tag: i32, table: usize, row: u32): void {
  const scale = f32x4.splat(factor);
  const one = i32x4.splat(1);
  const tags = i32x4.splat(tag);
  let cell = table + ((<usize>row) << ROW_SHIFT);
  let unitScore = unitScores + ((<usize>(row * LENGTH_CLASSES)) << 2);
  for (const end = cell + (1 << ROW_SHIFT); cell < end; cell += 32, unitScore += 16) {
    const scaled = f32x4.ceil(f32x4.mul(v128.load(unitScore), scale));
    const units = i32x4.add(i32x4.trunc_sat_f32x4_s(scaled), one);
    v128.store(cell, v128.shuffle<i32>(tags, units, 0, 4, 1, 5));
    v128.store(cell, v128.shuffle<i32>(tags, units, 2, 6, 3, 7), 16);
  }
}

/**
 * Replaces the float64 values of a table by scores in whole steps: value · `factor`, rounded to the
 * nearest, at least 1, times `units`, next to `tag`, or to `lastTag` in the last row of a full
 * table. The operations and their order are those of src/ranking/scorers/rounded-scores.ts.
 */
export function roundScores(
  table: usize,
  rows: u32,
  classes: u32,
  factor: f64,
  units: i32,
  tag: i32,
  lastTag: i32,
): void {
  const factors = f64x2.splat(factor);
  const half = f64x2.splat(0.5);
  const one = f64x2.splat(1);
  const scale = i32x4.splat(units);
  for (let row: u32 = 0; row < rows; row++) {
    const tags = i32x4.splat(row === ROWS - 1 ? lastTag : tag);
    let cell = table + ((<usize>row) << ROW_SHIFT);
    for (const end = cell + ((<usize>classes) << 3); cell < end; cell += 16) {
      const product = f64x2.mul(v128.load(cell), factors);
      const steps = f64x2.max(one, f64x2.floor(f64x2.add(product, half)));
      const scores = i32x4.mul(i32x4.trunc_sat_f64x2_s_zero(steps), scale);
      v128.store(cell, v128.shuffle<i32>(tags, scores, 0, 4, 1, 5));
    }
  }
}
