/**
 * Computes the score table of a clause from a table for weight 1, which many clauses
 * share.
 */

import { LENGTH_CLASSES, ROW_SHIFT } from "./layout.generated";

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
