/** Builds the graph of a segment's vectors, row by row. The same rows and random seed give the same graph everywhere. */

import { badArgument } from "../../common/errors.ts";
import { Random } from "../../common/random.ts";
import type { HnswSettings } from "../vectors/vector-settings.ts";
import type { RowRange } from "../vectors/vectors-file.ts";
import { findEntryPoint, type HnswGraph, MAX_LEVEL } from "./hnsw-graph.ts";
import { HnswMemory } from "./hnsw-memory.ts";

const SEED = 19;
/** Rows between two breaks in which other work of the thread goes on. */
const ROWS_PER_PAUSE = 64;

/** The levels of so many rows: each is above the one before with a chance of 1 / m (the paper's choice). */
export function sampleLevels(count: number, m: number): Uint8Array {
  const random = new Random(SEED).split("levels of rows");
  return Uint8Array.from({ length: count }, () => {
    let level = 0;
    while (level < MAX_LEVEL && random.below(m) === 0) level++;
    return level;
  });
}

/**
 * The graph of all rows of some ranges, in their order. `BAD_ARGUMENT` where WASM is forbidden.
 *
 * Rows are inserted one after the other, so the graph of the first of them, made with the same settings, is how
 * building begins: with it as `begun` only the rest is inserted, and the outcome is the same.
 */
export async function buildHnswGraph(
  dimensions: number,
  ranges: readonly RowRange[],
  { m, efConstruction }: Pick<HnswSettings, "m" | "efConstruction">,
  initialGraph?: HnswGraph,
): Promise<HnswGraph> {
  const count = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  const levels = sampleLevels(count, m);
  const graph = new HnswMemory({ dimensions, m, levels, efConstruction });
  const { memory, scales } = graph;
  if (memory.kernels === undefined) {
    throw badArgument(`a graph of ${count} vectors needs WebAssembly, and memory for them`);
  }
  let at = 0;
  for (const { vectors, start, end } of ranges) {
    scales.set(vectors.scales.subarray(start, end), at);
    memory.rows.set(vectors.sliceCodes(start, end), at * memory.length);
    at += end - start;
  }
  const first =
    initialGraph !== undefined && isPrefixGraph(initialGraph, m, levels) ? initialGraph : undefined;
  if (first !== undefined) graph.load(first);
  const linked = first?.levels.length ?? 1;
  let { entry, top } = findEntryPoint(levels.subarray(0, linked));
  for (let row = linked; row < count; row++) {
    graph.insert(row, { entry, top });
    const level = levels[row] as number;
    if (level > top) [entry, top] = [row, level];
    if (row % ROWS_PER_PAUSE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return graph.toGraph();
}

/** Whether a graph could be that of the first rows: one of another version may have drawn other levels. */
function isPrefixGraph(initialGraph: HnswGraph, m: number, levels: Uint8Array): boolean {
  const { length } = initialGraph.levels;
  const isPart = initialGraph.m === m && length > 0 && length <= levels.length;
  return isPart && initialGraph.levels.every((level, row) => level === levels[row]);
}
