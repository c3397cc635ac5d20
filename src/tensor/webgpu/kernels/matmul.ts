/**
 * The matrix product in tiles of 64 × 64: a workgroup of 256 threads reads tiles of both
 * matrices into shared memory, and each thread adds up 4 × 4 results in registers. A product
 * with few tiles and a long sum is divided along the sum, and the parts are added in order.
 */

import type { Kernel } from "../kernel.ts";
import { computeRows, type EncodeKernels, getInput, getPlace } from "../node-encoding.ts";
import { recordSum } from "./sums.ts";

const TILE = 64;
const DEPTH = 16;
/** Tiles that keep a large GPU busy. */
const ENOUGH_TILES = 256;
/** The shortest part of a divided sum, in tiles and for a thread alone. */
const MIN_PART = 128;
const MIN_SMALL_PART = 64;

/** Reads a tile so that neighbouring threads read neighbouring values. */
function readTile(shared: string, matrix: string, isDepthInner: boolean, size: string): string {
  const [row, k] = isDepthInner
    ? [`e / ${DEPTH}u`, `e % ${DEPTH}u`]
    : [`e % ${TILE}u`, `e / ${TILE}u`];
  const address = isDepthInner ? `row * p.inner + k` : `k * p.${size} + row`;
  return `for (var e = lane; e < ${TILE * DEPTH}u; e += 256u) {
      let row = ${shared}_start + ${row};
      let k = depth + ${k};
      var value = 0.0;
      if (row < p.${size} && k < end) { value = ${matrix}(${address}); }
      ${shared}[${k}][${row}] = value;
    }`;
}

function createKernel(transposeA: boolean, transposeB: boolean): Kernel {
  const sums = [0, 1, 2, 3];
  return {
    name: `matmul ${transposeA ? "of Aᵀ" : "of A"} and ${transposeB ? "Bᵀ" : "B"}`,
    reads: ["a", "b"],
    counts: ["rows", "columns", "inner", "part", "tilesAcross", "tiles", "groups"],
    declarations: `var<workgroup> left: array<array<f32, ${TILE + 4}>, ${DEPTH}>;
var<workgroup> right: array<array<f32, ${TILE + 4}>, ${DEPTH}>;`,
    body: `if (group >= p.groups) { return; }
  let tile = group % p.tiles;
  let share = group / p.tiles;
  let left_start = tile / p.tilesAcross * ${TILE}u;
  let right_start = tile % p.tilesAcross * ${TILE}u;
  let end = min((share + 1u) * p.part, p.inner);
  let y = lane / 16u * 4u;
  let x = lane % 16u * 4u;
  ${sums.map((i) => `var sum${i} = vec4f();`).join(" ")}
  for (var depth = share * p.part; depth < end; depth += ${DEPTH}u) {
    ${readTile("left", "a", !transposeA, "rows")}
    ${readTile("right", "b", transposeB, "columns")}
    workgroupBarrier();
    for (var k = 0u; k < ${DEPTH}u; k++) {
      let r = vec4f(right[k][x], right[k][x + 1u], right[k][x + 2u], right[k][x + 3u]);
      ${sums.map((i) => `sum${i} = fma(vec4f(left[k][y + ${i}u]), r, sum${i});`).join("\n      ")}
    }
    workgroupBarrier();
  }
  let start = share * p.rows * p.columns;
  ${sums
    .map(
      (i) => `if (left_start + y + ${i}u < p.rows) {
    let at = start + (left_start + y + ${i}u) * p.columns;
    for (var j = 0u; j < 4u; j++) {
      let column = right_start + x + j;
      if (column < p.columns) { set_out(at + column, sum${i}[j]); }
    }
  }`,
    )
    .join("\n  ")}`,
  };
}

/** A thread for each result, or each part of its sum: for products with few rows or columns. */
function createSmallKernel(transposeA: boolean, transposeB: boolean): Kernel {
  const left = transposeA ? "k * p.rows + row" : "row * p.inner + k";
  const right = transposeB ? "column * p.inner + k" : "k * p.columns + column";
  return {
    name: `small matmul ${transposeA ? "of Aᵀ" : "of A"} and ${transposeB ? "Bᵀ" : "B"}`,
    reads: ["a", "b"],
    counts: ["rows", "columns", "inner", "part", "count"],
    threads: 64,
    body: `if (id >= p.count) { return; }
  let column = id % p.columns;
  let row = id / p.columns % p.rows;
  let start = id / p.columns / p.rows * p.part;
  let end = min(start + p.part, p.inner);
  var sum = 0.0;
  for (var k = start; k < end; k++) { sum = fma(a(${left}), b(${right}), sum); }
  set_out(id, sum);`,
  };
}

type ByTransposes = readonly (readonly Kernel[])[];

function createAll(create: typeof createSmallKernel): ByTransposes {
  return [false, true].map((first) => [false, true].map((second) => create(first, second)));
}

const KERNELS = createAll(createKernel);
const SMALL_KERNELS = createAll(createSmallKernel);

/** Products with fewer rows or columns, or fewer results, than these leave tiles empty. */
const MIN_SIDE = 16;
const MIN_RESULTS = 4096;
/** Small results that are as much work as a tile. */
const SMALL_RESULTS = 256;

export const encodeMatmul: EncodeKernels = (e) => {
  const { transposeA, transposeB } = e.node.attributes;
  const [rows, columns] = computeRows(e, e.node.shape);
  if (rows * columns === 0) return;
  const inner = e.record.binding.size(getInput(e, 0).shape[transposeA ? 0 : 1] as string);
  const isSmall = Math.min(rows, columns) < MIN_SIDE || rows * columns < MIN_RESULTS;
  const tilesAcross = Math.ceil(columns / TILE);
  const tiles = tilesAcross * Math.ceil(rows / TILE);
  const maxParts = Math.ceil(inner / (isSmall ? MIN_SMALL_PART : MIN_PART));
  const busy = isSmall ? Math.ceil((rows * columns) / SMALL_RESULTS) : tiles;
  const parts = Math.max(1, Math.min(Math.floor(ENOUGH_TILES / busy), maxParts));
  const part = Math.max(DEPTH, Math.ceil(inner / parts / DEPTH) * DEPTH);
  const out = parts === 1 ? e.out : e.record.floats(parts * rows * columns);
  const kernels = isSmall ? SMALL_KERNELS : KERNELS;
  const kernel = kernels[transposeA ? 1 : 0]?.[transposeB ? 1 : 0] as Kernel;
  const groups = tiles * parts;
  const count = rows * columns * parts;
  e.record.byGroups(kernel, isSmall ? Math.ceil(count / (kernel.threads as number)) : groups, {
    places: { a: getPlace(e, 0), b: getPlace(e, 1), out },
    counts: { rows, columns, inner, part, tilesAcross, tiles, groups, count },
  });
  if (parts === 1) return;
  recordSum(e.record, out, e.out, { outer: 1, middle: parts, inner: rows * columns });
  e.record.release(out);
};
