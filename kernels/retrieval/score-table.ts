/**
 * Makes the score table of a clause out of a table for weight 1, which many
 * clauses share.
 */

import { LENGTH_CLASSES, ROW_SHIFT } from "./layout.generated";

/**
 * Writes one row: each score times `factor`, rounded up, beside `mark`. Scores
 * are at most SCORE_LIMIT after that, so float32 is off by less than the unit added.
 */
export function scaleRow(unitScores: usize, factor: f32, mark: i32, table: usize, row: u32): void {
  const scale = f32x4.splat(factor);
  const one = i32x4.splat(1);
  const marks = i32x4.splat(mark);
  let cell = table + ((<usize>row) << ROW_SHIFT);
  let unitScore = unitScores + ((<usize>(row * LENGTH_CLASSES)) << 2);
  for (const end = cell + (1 << ROW_SHIFT); cell < end; cell += 32, unitScore += 16) {
    const scaled = f32x4.ceil(f32x4.mul(v128.load(unitScore), scale));
    const units = i32x4.add(i32x4.trunc_sat_f32x4_s(scaled), one);
    v128.store(cell, v128.shuffle<i32>(marks, units, 0, 4, 1, 5));
    v128.store(cell, v128.shuffle<i32>(marks, units, 2, 6, 3, 7), 16);
  }
}
