/**
 * The matrix product in tiles: a workgroup of 256 threads reads blocks of both matrices into
 * shared memory, the next ones while it computes, and each thread adds up 8 × 8 or 4 × 4 results
 * in registers. A product with few tiles and a long sum is divided along the sum, and the parts
 * are added in order.
 */

import type { Kernel } from "../kernel.ts";
import { computeRows, type EncodeKernels, getInput, getPlace } from "../node-encoding.ts";
import { createTileKernel, DEPTH, NARROW_TILE, type Tile, WIDE_TILE } from "./matmul-tiles.ts";
import { recordSum } from "./sums.ts";

/** Workgroups that keep a large GPU busy, and those from which wide tiles do. */
const ENOUGH_TILES = 256;
const MIN_WIDE_TILES = 192;
/** The shortest part of a divided sum, in tiles and for a thread alone. */
const MIN_PART = 128;
const MIN_SMALL_PART = 64;

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

const SMALL_KERNELS = createAll(createSmallKernel);
const NARROW_KERNELS = createAll((a, b) => createTileKernel(NARROW_TILE, a, b));
const WIDE_KERNELS = createAll((a, b) => createTileKernel(WIDE_TILE, a, b));

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
  const countTiles = ({ size }: Tile): number => Math.ceil(columns / size) * Math.ceil(rows / size);
  const isWide = !isSmall && countTiles(WIDE_TILE) >= MIN_WIDE_TILES;
  const tile = isWide ? WIDE_TILE : NARROW_TILE;
  const tiles = countTiles(tile);
  const maxParts = Math.ceil(inner / (isSmall ? MIN_SMALL_PART : MIN_PART));
  const busy = isSmall ? Math.ceil((rows * columns) / SMALL_RESULTS) : tiles;
  const parts = Math.max(1, Math.min(Math.floor(ENOUGH_TILES / busy), maxParts));
  const part = Math.max(DEPTH, Math.ceil(inner / parts / DEPTH) * DEPTH);
  const out = parts === 1 ? e.out : e.record.floats(parts * rows * columns);
  const kernels = isSmall ? SMALL_KERNELS : isWide ? WIDE_KERNELS : NARROW_KERNELS;
  const kernel = kernels[transposeA ? 1 : 0]?.[transposeB ? 1 : 0] as Kernel;
  const groups = tiles * parts;
  const tilesAcross = Math.ceil(columns / tile.size);
  const count = rows * columns * parts;
  e.record.byGroups(kernel, isSmall ? Math.ceil(count / (kernel.threads as number)) : groups, {
    places: { a: getPlace(e, 0), b: getPlace(e, 1), out },
    counts: { rows, columns, inner, part, tilesAcross, tiles, groups, count },
  });
  if (parts === 1) return;
  recordSum(e.record, out, e.out, { outer: 1, middle: parts, inner: rows * columns });
  e.record.release(out);
};
