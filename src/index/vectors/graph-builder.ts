/** Builds the graph of a segment's vectors, row by row. The same rows and random seed give the same graph everywhere. */

import { badArgument } from "../../common/errors.ts";
import { Random } from "../../common/random.ts";
import { GraphMemory } from "./graph-memory.ts";
import { entryOf, type GraphSettings, HIGHEST_LEVEL, type VectorGraph } from "./vector-graph.ts";
import type { RowRange } from "./vectors-file.ts";

const SEED = 19;
/** Rows between two breaks in which other work of the thread goes on. */
const ROWS_AT_ONCE = 64;

/** The levels of so many rows: each is above the one before with a chance of 1 / m (the paper's choice). */
export function drawLevels(count: number, m: number): Uint8Array {
  const random = new Random(SEED).split("levels of rows");
  return Uint8Array.from({ length: count }, () => {
    let level = 0;
    while (level < HIGHEST_LEVEL && random.below(m) === 0) level++;
    return level;
  });
}

/**
 * The graph of all rows of some ranges, in their order. `BAD_ARGUMENT` where WASM is forbidden.
 *
 * Rows are inserted one after the other, so the graph of the first of them, made with the same settings, is how
 * building begins: with it as `begun` only the rest is inserted, and the outcome is the same.
 */
export async function buildGraph(
  dimensions: number,
  ranges: readonly RowRange[],
  { m, efConstruction }: Pick<GraphSettings, "m" | "efConstruction">,
  begun?: VectorGraph,
): Promise<VectorGraph> {
  const count = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  const levels = drawLevels(count, m);
  const graph = new GraphMemory({ dimensions, m, levels, efConstruction });
  const { memory, scales } = graph;
  if (memory.kernels === undefined) {
    throw badArgument(`a graph of ${count} vectors needs WebAssembly, and memory for them`);
  }
  let at = 0;
  for (const { vectors, start, end } of ranges) {
    scales.set(vectors.scales.subarray(start, end), at);
    memory.rows.set(vectors.codesOf(start, end), at * memory.length);
    at += end - start;
  }
  const first = begun !== undefined && isBeginning(begun, m, levels) ? begun : undefined;
  if (first !== undefined) graph.load(first);
  const linked = first?.levels.length ?? 1;
  let { entry, top } = entryOf(levels.subarray(0, linked));
  for (let row = linked; row < count; row++) {
    graph.insert(row, { entry, top });
    const level = levels[row] as number;
    if (level > top) [entry, top] = [row, level];
    if (row % ROWS_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return graph.graph();
}

/** Whether a graph could be that of the first rows: one of another version may have drawn other levels. */
function isBeginning(begun: VectorGraph, m: number, levels: Uint8Array): boolean {
  const { length } = begun.levels;
  const isPart = begun.m === m && length > 0 && length <= levels.length;
  return isPart && begun.levels.every((level, row) => level === levels[row]);
}
