/** Kernels on the cells of pairs: dot products and equality. */

import type { Segments } from "../../node.ts";
import type { Kernel } from "../kernel.ts";
import { computeVolume, type Encoders, getInput, getPlace } from "../node-encoding.ts";
import { CELL_COUNTS, FIND_CELL, getCellCounts } from "./cells.ts";

const TILE_ROWS = 8;
const TILE_COLUMNS = 32;
const DEPTH = 32;

/** Reads rows of one side into shared memory; a row that no index names is zeros. */
function readRows(tile: string, matrix: string, rows: number): string {
  return `for (var e = lane; e < ${rows * DEPTH}u; e += 256u) {
      let row = ${tile}_rows[e / ${DEPTH}u];
      let k = depth + e % ${DEPTH}u;
      var value = 0.0;
      if (row != NONE && k < p.width) { value = ${matrix}(row * p.width + k); }
      ${tile}[e / ${DEPTH}u][e % ${DEPTH}u] = value;
    }`;
}

/** The row that each place of a tile names. */
function readIndex(tile: string, index: string, rows: number, start: string, end: string): string {
  return `if (lane < ${rows}u) {
    ${tile}_rows[lane] = NONE;
    if (${start} + lane < ${end}) { ${tile}_rows[lane] = entry(p.${index} + ${start} + lane); }
  }`;
}

/** A workgroup for each tile of 8 × 32 cells of a pair, a thread for each cell. */
const PAIR_DOT: Kernel = {
  name: "pairDot",
  reads: ["a", "b"],
  counts: ["groups", "tiles", "width", "aIndex", "bIndex", "left", "right", "first"],
  declarations: `var<workgroup> rows: array<array<f32, ${DEPTH + 1}>, ${TILE_ROWS}>;
var<workgroup> columns: array<array<f32, ${DEPTH + 1}>, ${TILE_COLUMNS}>;
var<workgroup> rows_rows: array<u32, ${TILE_ROWS}>;
var<workgroup> columns_rows: array<u32, ${TILE_COLUMNS}>;`,
  body: `if (group >= p.groups) { return; }
  let pair = entry(p.tiles + 3u * group);
  let row_start = entry(p.left + pair) + entry(p.tiles + 3u * group + 1u);
  let row_end = entry(p.left + pair + 1u);
  let column_start = entry(p.right + pair) + entry(p.tiles + 3u * group + 2u);
  let column_end = entry(p.right + pair + 1u);
  ${readIndex("rows", "aIndex", TILE_ROWS, "row_start", "row_end")}
  ${readIndex("columns", "bIndex", TILE_COLUMNS, "column_start", "column_end")}
  workgroupBarrier();
  let i = lane / ${TILE_COLUMNS}u;
  let j = lane % ${TILE_COLUMNS}u;
  var sum = 0.0;
  for (var depth = 0u; depth < p.width; depth += ${DEPTH}u) {
    ${readRows("rows", "a", TILE_ROWS)}
    ${readRows("columns", "b", TILE_COLUMNS)}
    workgroupBarrier();
    for (var k = 0u; k < ${DEPTH}u; k++) { sum = fma(rows[i][k], columns[j][k], sum); }
    workgroupBarrier();
  }
  if (row_start + i < row_end && column_start + j < column_end) {
    let row = row_start + i - entry(p.left + pair);
    let across = column_end - entry(p.right + pair);
    set_out(entry(p.first + pair) + row * across + column_start + j - entry(p.right + pair), sum);
  }`,
};

const PAIR_EQUAL: Kernel = {
  name: "pairEqual",
  counts: [...CELL_COUNTS, "aIndex", "bIndex"],
  declarations: FIND_CELL,
  body: `if (id >= p.count) { return; }
  let cell = find_cell(id);
  let left = entry(p.aIndex + entry(p.left + cell.pair) + cell.row);
  let right = entry(p.bIndex + entry(p.right + cell.pair) + cell.column);
  set_out(id, select(0.0, 1.0, left != NONE && left == right));`,
};

export const PAIR_ENCODERS: Encoders = {
  pairDot(e) {
    const [left, right] = [getInput<Segments>(e, 4), getInput<Segments>(e, 5)];
    const [tiles, groups] = e.record.tiles(left, right, TILE_ROWS, TILE_COLUMNS);
    const counts = {
      ...getCellCounts(e),
      groups,
      tiles,
      width: e.record.binding.size(getInput(e, 0).shape[1] as number),
      aIndex: e.record.index(getInput(e, 1)),
      bIndex: e.record.index(getInput(e, 3)),
    };
    const places = { a: getPlace(e, 0), b: getPlace(e, 2), out: e.out };
    e.record.byGroups(PAIR_DOT, groups, { places, counts });
  },

  pairEqual(e) {
    const count = computeVolume(e);
    const aIndex = e.record.index(getInput(e, 0));
    const bIndex = e.record.index(getInput(e, 1));
    const counts = { ...getCellCounts(e), count, aIndex, bIndex };
    e.record.byValues(PAIR_EQUAL, count, { places: { out: e.out }, counts });
  },
};
