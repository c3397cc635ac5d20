/**
 * Chains of row-wise operations. If an operation reads only the row of its input
 * that it writes, its task can run directly after the input's task on the same rows:
 * the rows are still in the cache, and the threads need no barrier in between.
 */

import type { Node } from "../node.ts";
import type { Order } from "../program.ts";

/**
 * Operations with one kernel call whose tasks are rows of the first axis, and their
 * inputs of which each task reads only its own rows.
 */
const READ_BY_ROWS: Readonly<Record<string, readonly number[]>> = {
  scatterAdd: [],
  ngrams: [],
  pairMix: [],
  pairMixes: [],
  unitRows: [0],
  unitRowsGradient: [0, 1],
};

export interface ChainedOrder extends Order {
  /** Whether the tasks of the node at a position follow those of the node before it. */
  follows(position: number): boolean;
}

/** Moves nodes that can follow an input behind it, into its level; levels above move down. */
export function chainNodes({ nodes, getPosition }: Order): ChainedOrder {
  const levels: number[] = [];
  /** The node that each node follows, if any, and the last node of its chain. */
  const heads = nodes.map((_, index) => index);
  const last = new Map<number, number>();
  for (const [index, node] of nodes.entries()) {
    const sources = node.inputs.map(getPosition);
    const above = (omitted = -1): number =>
      Math.max(-1, ...sources.map((source) => (source === omitted ? -1 : (levels[source] ?? -1))));
    const chainedSource = (READ_BY_ROWS[node.operation.name] ?? [])
      .map((position) => sources[position] as number)
      .find(
        (source) =>
          isSameAxis(nodes[source] as Node, node) &&
          last.get(heads[source] as number) === source &&
          above(source) < (levels[source] as number),
      );
    levels.push(chainedSource === undefined ? above() + 1 : (levels[chainedSource] as number));
    if (chainedSource !== undefined) heads[index] = heads[chainedSource] as number;
    if (node.operation.name in READ_BY_ROWS) last.set(heads[index] as number, index);
  }
  const sorted = nodes.map((_, index) => index);
  const getHead = (index: number): number => heads[index] as number;
  sorted.sort((a, b) => (levels[a] ?? 0) - (levels[b] ?? 0) || getHead(a) - getHead(b) || a - b);
  const positions = new Map(sorted.map((index, at) => [index, at]));
  return {
    nodes: sorted.map((index) => nodes[index] as Node),
    levels: sorted.map((index) => levels[index] as number),
    getPosition: (node) => positions.get(getPosition(node)) as number,
    follows: (at) => getHead(sorted[at] as number) !== sorted[at],
  };
}

function isSameAxis(source: Node, node: Node): boolean {
  return source.operation.name in READ_BY_ROWS && source.shape[0] === node.shape[0];
}
