/**
 * Lifetimes of values: which values share memory, and when memory is free again.
 *
 * A reshape is its input under another name. A gather of a variable's rows that only
 * `unitRows` reads is never written out: those kernels read the variable through the
 * index.
 */

import { isVariable, type Node } from "../node.ts";
import type { Order, Program } from "../program.ts";

export interface Lifetimes {
  /** The position of the node whose memory holds the value of a node. */
  getHolder(position: number): number;
  /** The level after which a holder's memory is free; Infinity for "never". */
  getLastLevel(holder: number): number;
  /** Whether the node at a position is the last and only reader of a holder. */
  isLastReader(position: number, holder: number): boolean;
  /** Whether the value at a position is read in place and need not be computed. */
  isReadInPlace(position: number): boolean;
}

export function computeLifetimes(program: Program, order: Order): Lifetimes {
  const inPlace = findInPlaceGathers(program, order);
  const holders = order.nodes.map((_, position) => position);
  const last = order.nodes.map((_, position) => order.levels[position] as number);
  const lastReaders = order.nodes.map(() => new Set<number>());
  for (const [position, node] of order.nodes.entries()) {
    const level = order.levels[position] as number;
    for (const source of node.inputs) {
      const holder = holders[order.getPosition(source)] as number;
      if (level > (last[holder] as number)) lastReaders[holder]?.clear();
      last[holder] = level;
      lastReaders[holder]?.add(position);
    }
    const [first] = node.inputs;
    if (node.operation.name === "reshape" && first !== undefined) {
      holders[position] = holders[order.getPosition(first)] as number;
    }
  }
  for (const node of listRetainedNodes(program))
    last[holders[order.getPosition(node)] as number] = Infinity;
  for (const [position, node] of order.nodes.entries()) {
    if (isVariable(node)) last[position] = Infinity;
  }
  return {
    getHolder: (position) => holders[position] as number,
    getLastLevel: (holder) => last[holder] as number,
    isLastReader: (position, holder) =>
      last[holder] === order.levels[position] &&
      lastReaders[holder]?.size === 1 &&
      lastReaders[holder].has(position),
    isReadInPlace: (position) => inPlace.has(position),
  };
}

/** Nodes that are needed after the last computation. */
function listRetainedNodes({ outputs, guards = {}, updates = [] }: Program): readonly Node[] {
  return [
    ...Object.values(outputs),
    ...Object.values(guards),
    ...updates.flatMap(({ gradient, pace }) => [gradient, pace]),
  ];
}

function findInPlaceGathers(program: Program, order: Order): ReadonlySet<number> {
  const candidates = new Set<number>();
  for (const [position, { operation, inputs }] of order.nodes.entries()) {
    const [table] = inputs;
    if (operation.name === "gather" && table !== undefined && isVariable(table))
      candidates.add(position);
  }
  for (const { operation, inputs } of order.nodes) {
    const reads = operation.name === "unitRows" || operation.name === "unitRowsGradient";
    for (const [inputIndex, source] of inputs.entries()) {
      if (!reads || inputIndex !== 0) candidates.delete(order.getPosition(source));
    }
  }
  for (const node of listRetainedNodes(program)) candidates.delete(order.getPosition(node));
  return candidates;
}
