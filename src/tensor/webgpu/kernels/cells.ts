/** What kernels on the cells of pairs share. */

import type { Segments } from "../../node.ts";
import type { KernelEncoding } from "../node-encoding.ts";

/** The pair of a cell, its place in the pair, and the sizes of the pair. */
export const FIND_CELL = `struct Cell { pair: u32, first: u32, row: u32, column: u32, rows: u32, columns: u32 }
fn find_cell(cell: u32) -> Cell {
  var low = 0u;
  var high = p.pairs;
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (entry(p.first + middle) <= cell) { low = middle; } else { high = middle; }
  }
  let columns = entry(p.right + low + 1u) - entry(p.right + low);
  let rows = entry(p.left + low + 1u) - entry(p.left + low);
  let first = entry(p.first + low);
  return Cell(low, first, (cell - first) / columns, (cell - first) % columns, rows, columns);
}`;

export const CELL_COUNTS: readonly string[] = ["count", "pairs", "left", "right", "first"];

export interface CellCounts {
  readonly pairs: number;
  readonly left: number;
  readonly right: number;
  readonly first: number;
  readonly down: number;
  readonly across: number;
}

/** The counts of kernels that work on cells. */
export function getCellCounts({ node, record }: KernelEncoding): CellCounts {
  const [left, right] = node.inputs.filter(({ kind }) => kind === "segments") as [
    Segments,
    Segments,
  ];
  const { height = 0, width = 0 } = node.attributes as Record<string, number>;
  return {
    pairs: record.binding.size(left.shape[0] as string),
    left: record.offsets(left),
    right: record.offsets(right),
    first: record.firstCells(left, right),
    down: height,
    across: width,
  };
}
