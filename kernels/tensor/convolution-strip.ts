/**
 * Part of a row of a pair's cells in scratch, with zeros past its end: what a
 * convolution reads instead of patches.
 */

import { Mem } from "./arguments";
import { Row } from "./rows";

/** Cells of a row in scratch at a time. A multiple of 4; as in wasm/grid-encoders.ts. */
export const COLUMNS: i32 = 128;
/** Cells and filters computed together. */
export const CELLS: i32 = 4;
export const FILTERS: i32 = 8;

/** Floats of scratch for one row of a strip, with CELLS more that are read but not used. */
export function stripWidth(width: i32, channels: i32): i32 {
  return (COLUMNS + width - 1 + CELLS) * channels;
}

/** Copies the cells from `start` on of a row of a pair to scratch, zeros outside of the row. */
export function loadStrip(row: usize, columns: i32, channels: i32, start: i32, out: usize, wide: i32): void {
  const from = max(start, 0),
    end = min(start + wide / channels, columns);
  const count = max(end - from, 0) * channels,
    lead = (from - start) * channels;
  Row.clear(out, lead);
  Row.copy(Mem.row(row, from, channels), Mem.row(out, lead, 1), count);
  Row.clear(Mem.row(out, lead + count, 1), wide - lead - count);
}
