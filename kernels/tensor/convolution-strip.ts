/**
 * Part of a row of a pair's cells in scratch, with zeros past its end: the input of
 * a convolution, in place of patches.
 */

import { STRIP_COLUMNS, TILE_ROWS } from "./layout.generated";
import { Mem } from "./memory";
import { Row } from "./rows";

/** Floats of scratch for one row of a strip, with TILE_ROWS more that are read but not used. */
export function stripWidth(width: i32, channels: i32): i32 {
  return (STRIP_COLUMNS + width - 1 + TILE_ROWS) * channels;
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
