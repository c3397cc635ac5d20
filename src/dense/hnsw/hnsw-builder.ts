/** Builds the HNSW graph of a segment, row by row. The same rows give the same graph on every machine. */

import { badArgument } from "../../common/errors.ts";
import { Random } from "../../common/random.ts";
import type { HnswSettings } from "../vectors/vector-settings.ts";
import type { RowRange } from "../vectors/vectors-file.ts";
import { findEntryPoint, type HnswGraph, MAX_LEVEL } from "./hnsw-graph.ts";
import { HnswMemory } from "./hnsw-memory.ts";

const SEED = 19;
/** Rows between two yields to the event loop. */
const ROWS_PER_PAUSE = 64;

/** Samples the levels of rows: each next level with probability 1 / m, as in the paper. */
export function sampleLevels(count: number, m: number): Uint8Array {
  const random = new Random(SEED).split("levels of rows");
  return Uint8Array.from({ length: count }, () => {
    let level = 0;
    while (level < MAX_LEVEL && random.below(m) === 0) level++;
    return level;
  });
}

/**
 * Builds the graph of all rows of the ranges, in their order. `BAD_ARGUMENT` where WASM is not allowed.
 *
 * Rows are inserted one by one, so the graph of a prefix with the same settings is an intermediate state: with it as
 * `initialGraph` only the other rows are inserted, and the result is the same.
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

/** Whether a graph can be that of a prefix. Another version may have sampled other levels. */
function isPrefixGraph(initialGraph: HnswGraph, m: number, levels: Uint8Array): boolean {
  const { length } = initialGraph.levels;
  const isPart = initialGraph.m === m && length > 0 && length <= levels.length;
  return isPart && initialGraph.levels.every((level, row) => level === levels[row]);
}
