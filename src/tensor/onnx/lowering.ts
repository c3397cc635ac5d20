/** What the lowerings share: the node to write, and the ways to pick and add rows in ONNX. */

import type { Node, Tensor } from "../node.ts";
import type { GraphWriter } from "./graph-writer.ts";
import type { Ragged } from "./ragged.ts";

export interface Lowering {
  readonly node: Tensor;
  /** Names of the values of the inputs, by position. */
  readonly inputs: readonly string[];
  readonly graph: GraphWriter;
  readonly ragged: Ragged;
}

/** Adds the operators of one node and returns the name of its value. */
export type Lower = (lowering: Lowering) => string;

/** Attributes of scattering and of reductions. */
export const ADD = { reduction: "add" };
export const KEEP = { keepdims: 1 };
export const DROP = { keepdims: 0 };

/** The name of the value of an input. */
export function value({ inputs }: Lowering, position: number): string {
  return inputs[position] as string;
}

/** An input that the operation guarantees. */
export function source<T extends Node = Node>({ node }: Lowering, position: number): T {
  return node.inputs[position] as T;
}

/** Rows that an index picks: (rows, weight 1 or 0), where the weight is 0 for -1. */
function picked({ graph }: Lowering, entries: string): { rows: string; weight: string } {
  const zero = graph.integer(0);
  const isRow = graph.node("GreaterOrEqual", [entries, zero]);
  return {
    rows: graph.node("Max", [entries, zero]),
    weight: graph.node("Cast", [isRow], { to: 1 }),
  };
}

/** A weight for each row, shaped so that it multiplies tensors with `axes` axes. */
export function alongRows({ graph }: Lowering, weight: string, axes: number): string {
  const added = Array.from({ length: axes - 1 }, (_, i) => i + 1);
  return added.length === 0 ? weight : graph.node("Unsqueeze", [weight, graph.integers(...added)]);
}

/** Rows of x by the entries of an index, zeros where it is -1. */
export function gathered(l: Lowering, x: string, entries: string, axes: number): string {
  const { rows, weight } = picked(l, entries);
  const taken = l.graph.node("Gather", [x, rows], { axis: 0 });
  return l.graph.node("Mul", [taken, alongRows(l, weight, axes)]);
}

/** Rows added to where the entries of an index say, starting from zeros. */
export function scattered(
  l: Lowering,
  x: string,
  entries: string,
  zeros: string,
  axes: number,
): string {
  const { rows, weight } = picked(l, entries);
  const places = l.graph.node("Unsqueeze", [rows, l.graph.integers(1)]);
  const weighted = l.graph.node("Mul", [x, alongRows(l, weight, axes)]);
  return l.graph.node("ScatterND", [zeros, places, weighted], ADD);
}

/** Sums over the last axis. */
export function sumLast({ graph }: Lowering, x: string, keep: boolean): string {
  return graph.node("ReduceSum", [x, graph.integers(-1)], keep ? KEEP : DROP);
}

/** Columns `from` to `to` - 1. */
export function columns({ graph }: Lowering, x: string, from: number, to: number): string {
  const [start, end, axis] = [from, to, -1].map((i) => graph.integers(i)) as string[];
  return graph.node("Slice", [x, start as string, end as string, axis as string]);
}
