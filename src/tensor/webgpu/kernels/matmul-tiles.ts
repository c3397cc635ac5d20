/**
 * The kernel of a tile of a matrix product. Both blocks in shared memory hold vectors of four:
 * `left` four steps of the sum for each row, `right` four columns for each step, so that a thread
 * reads 16 bytes at a time. A thread's rows and columns are spread over the tile, so that threads
 * side by side read and write side by side.
 */

import type { Kernel } from "../kernel.ts";

/** A square of results that one workgroup computes. */
export interface Tile {
  readonly size: number;
  /** Rows, and columns, of one thread. */
  readonly side: number;
}

/** For products with many results. Its blocks fit the 16 KiB that every GPU has. */
export const WIDE_TILE: Tile = { size: 128, side: 8 };
/** For others: more workgroups. */
export const NARROW_TILE: Tile = { size: 64, side: 4 };

/** Steps of the sum in a block. */
export const DEPTH = 16;
const THREADS = 256;
/** Threads across a tile, and down. */
const ACROSS = 16;
const DEEP = DEPTH / 4;

export function createTileKernel(
  { size, side }: Tile,
  transposeA: boolean,
  transposeB: boolean,
): Kernel {
  const wide = size / 4;
  const loads = (size * DEEP) / THREADS;
  const parts = side / 4;
  // Threads side by side read values side by side, whichever way a matrix lies.
  const [leftRow, leftStep] = transposeA
    ? [`% ${size}u`, `/ ${size}u`]
    : [`/ ${DEEP}u`, `% ${DEEP}u`];
  const [rightStep, rightColumn] = transposeB
    ? [`% ${DEPTH}u`, `/ ${DEPTH}u`]
    : [`/ ${wide}u`, `% ${wide}u`];
  // Steps side by side would write to one bank; this spreads them.
  const rightAt = (step: string, column: string): string =>
    transposeB ? `${step} * ${wide}u + (${column} ^ ${step})` : `${step} * ${wide}u + ${column}`;
  const load = repeat(
    loads,
    (i) => `{ let e = lane + ${i * THREADS}u;
      let row = min(left_start + e ${leftRow}, p.rows - 1u);
      let first = depth + 4u * (e ${leftStep});
      next_left${i} = vec4f(${list(4, (j) => `read_left(row, first + ${j}u, end)`)});
      let step = depth + e ${rightStep};
      let column = right_start + 4u * (e ${rightColumn});
      next_right${i} = vec4f(${list(4, (j) => `read_right(step, column + ${j}u, end)`)}); }`,
  );
  const store = repeat(
    loads,
    (i) => `{ let e = lane + ${i * THREADS}u;
      left[(e ${leftRow}) * ${DEEP}u + e ${leftStep}] = next_left${i};
      right[${rightAt(`(e ${rightStep})`, `(e ${rightColumn})`)}] = next_right${i}; }`,
  );
  const multiply = repeat(
    4,
    (k) => `{ let step = 4u * d + ${k}u;
      ${repeat(parts, (j) => `let b${j} = right[${rightAt("step", `(x + ${j * ACROSS}u)`)}];`)}
      ${repeat(side, (i) => repeat(parts, (j) => `sum${i}_${j} = fma(vec4f(a${i}[${k}]), b${j}, sum${i}_${j});`))} }`,
  );
  const write = repeat(
    side,
    (i) => `{ let row = left_start + y + ${i * ACROSS}u;
    if (row < p.rows) {
      let at = start + row * p.columns;
      ${repeat(parts, (j) =>
        repeat(
          4,
          (k) => `{ let column = right_start + 4u * (x + ${j * ACROSS}u) + ${k}u;
        if (column < p.columns) { set_out(at + column, sum${i}_${j}[${k}]); } }`,
        ),
      )}
    } }`,
  );
  return {
    name: `matmul ${transposeA ? "of Aᵀ" : "of A"} and ${transposeB ? "Bᵀ" : "B"}, ${size} × ${size}`,
    reads: ["a", "b"],
    counts: ["rows", "columns", "inner", "part", "tilesAcross", "tiles", "groups"],
    declarations: `var<workgroup> left: array<vec4f, ${size * DEEP}>;
var<workgroup> right: array<vec4f, ${DEPTH * wide}>;
fn read_left(row: u32, k: u32, end: u32) -> f32 {
  if (k >= end) { return 0.0; }
  return a(${transposeA ? "k * p.rows + row" : "row * p.inner + k"});
}
fn read_right(k: u32, column: u32, end: u32) -> f32 {
  if (k >= end || column >= p.columns) { return 0.0; }
  return b(${transposeB ? "column * p.inner + k" : "k * p.columns + column"});
}`,
    body: `if (group >= p.groups) { return; }
  let tile = group % p.tiles;
  let share = group / p.tiles;
  let left_start = tile / p.tilesAcross * ${size}u;
  let right_start = tile % p.tilesAcross * ${size}u;
  let end = min((share + 1u) * p.part, p.inner);
  let x = lane % ${ACROSS}u;
  let y = lane / ${ACROSS}u;
  ${repeat(side, (i) => repeat(parts, (j) => `var sum${i}_${j} = vec4f();`))}
  ${repeat(loads, (i) => `var next_left${i}: vec4f; var next_right${i}: vec4f;`)}
  var depth = share * p.part;
  ${load}
  while (depth < end) {
    ${store}
    workgroupBarrier();
    depth += ${DEPTH}u;
    if (depth < end) { ${load} }
    for (var d = 0u; d < ${DEEP}u; d++) {
      ${repeat(side, (i) => `let a${i} = left[(y + ${i * ACROSS}u) * ${DEEP}u + d];`)}
      ${multiply}
    }
    workgroupBarrier();
  }
  let start = share * p.rows * p.columns;
  ${write}`,
  };
}

function repeat(count: number, create: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => create(index)).join("\n");
}

function list(count: number, create: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => create(index)).join(", ");
}
