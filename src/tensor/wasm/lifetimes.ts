/**
 * Which values share memory, and when memory is free again.
 *
 * A reshape is its input under another name. A gather of a variable's rows
 * that only `unitRows` reads is never written out: those kernels read the
 * variable through the index.
 */

import { isVariable, type Node } from "../node.ts";
import type { Order, Program } from "../program.ts";

export interface Lifetimes {
  /** The place whose memory the value at a place lies in. */
  holder(place: number): number;
  /** The level after which a holder's memory is free; Infinity for "never". */
  lastLevel(holder: number): number;
  /** Whether the node at a place is the last to read a holder, and alone in that. */
  isLastReader(place: number, holder: number): boolean;
  /** Whether the value at a place is read in place and need not be computed. */
  isReadInPlace(place: number): boolean;
}

export function lifetimesOf(program: Program, order: Order): Lifetimes {
  const inPlace = gathersReadInPlace(program, order);
  const holders = order.nodes.map((_, place) => place);
  const last = order.nodes.map((_, place) => order.levels[place] as number);
  const lastReaders = order.nodes.map(() => new Set<number>());
  for (const [place, node] of order.nodes.entries()) {
    const level = order.levels[place] as number;
    for (const source of node.inputs) {
      const holder = holders[order.place(source)] as number;
      if (level > (last[holder] as number)) lastReaders[holder]?.clear();
      last[holder] = level;
      lastReaders[holder]?.add(place);
    }
    const [first] = node.inputs;
    if (node.operation.name === "reshape" && first !== undefined) {
      holders[place] = holders[order.place(first)] as number;
    }
  }
  for (const node of keptNodes(program)) last[holders[order.place(node)] as number] = Infinity;
  for (const [place, node] of order.nodes.entries()) {
    if (isVariable(node)) last[place] = Infinity;
  }
  return {
    holder: (place) => holders[place] as number,
    lastLevel: (holder) => last[holder] as number,
    isLastReader: (place, holder) =>
      last[holder] === order.levels[place] &&
      lastReaders[holder]?.size === 1 &&
      lastReaders[holder].has(place),
    isReadInPlace: (place) => inPlace.has(place),
  };
}

/** Nodes that are needed after the last computation. */
function keptNodes({ outputs, guards = {}, updates = [] }: Program): readonly Node[] {
  return [
    ...Object.values(outputs),
    ...Object.values(guards),
    ...updates.flatMap(({ gradient, pace }) => [gradient, pace]),
  ];
}

function gathersReadInPlace(program: Program, order: Order): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [place, { operation, inputs }] of order.nodes.entries()) {
    const [table] = inputs;
    if (operation.name === "gather" && table !== undefined && isVariable(table)) found.add(place);
  }
  for (const { operation, inputs } of order.nodes) {
    const reads = operation.name === "unitRows" || operation.name === "unitRowsGradient";
    for (const [position, source] of inputs.entries()) {
      if (!reads || position !== 0) found.delete(order.place(source));
    }
  }
  for (const node of keptNodes(program)) found.delete(order.place(node));
  return found;
}
