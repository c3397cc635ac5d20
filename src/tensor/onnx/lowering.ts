/** Shared parts of the lowerings: the node to write, and ways to select and add rows in ONNX. */

import type { Node, Tensor } from "../node.ts";
import type { Shape } from "../shape.ts";
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
export function getInputName({ inputs }: Lowering, position: number): string {
  return inputs[position] as string;
}

/** An input that the operation guarantees. */
export function getInput<T extends Node = Node>({ node }: Lowering, position: number): T {
  return node.inputs[position] as T;
}

/** Rows that an index selects: (rows, weight 1 or 0), where the weight is 0 for -1. */
function selectRows({ graph }: Lowering, entries: string): { rows: string; weight: string } {
  const zero = graph.integer(0);
  const isRow = graph.node("GreaterOrEqual", [entries, zero]);
  return {
    rows: graph.node("Max", [entries, zero]),
    weight: graph.node("Cast", [isRow], { to: 1 }),
  };
}

/** A weight for each row, shaped so that it multiplies tensors with `axes` axes. */
export function broadcastWeight({ graph }: Lowering, weight: string, axes: number): string {
  const newAxes = Array.from({ length: axes - 1 }, (_, i) => i + 1);
  return newAxes.length === 0
    ? weight
    : graph.node("Unsqueeze", [weight, graph.integers(...newAxes)]);
}

/** Rows of x by the entries of an index, zeros where it is -1. */
export function writeGather(l: Lowering, x: string, shape: Shape, entries: string): string {
  const [rows, ...rest] = shape;
  if (typeof rows === "string") {
    // -1 is the last row: one of zeros. There may be no other row, so multiplication by
    // 0 would not work.
    const zeros = l.ragged.zeros([1, ...rest]);
    const padded = l.graph.node("Concat", [x, zeros], { axis: 0 });
    return l.graph.node("Gather", [padded, entries], { axis: 0 });
  }
  const { rows: picks, weight } = selectRows(l, entries);
  const rowsAtPicks = l.graph.node("Gather", [x, picks], { axis: 0 });
  return l.graph.node("Mul", [rowsAtPicks, broadcastWeight(l, weight, shape.length)]);
}

/** Adds rows at the entries of an index to zeros of a shape. */
export function writeScatterAdd(l: Lowering, x: string, shape: Shape, entries: string): string {
  const { graph, ragged } = l;
  const add = (zeros: string, rows: string, values: string): string =>
    graph.node(
      "ScatterND",
      [zeros, graph.node("Unsqueeze", [rows, graph.integers(1)]), values],
      ADD,
    );
  if (typeof shape[0] === "string") {
    const padded = graph.node(
      "Concat",
      [ragged.zeros(shape), ragged.zeros([1, ...shape.slice(1)])],
      {
        axis: 0,
      },
    );
    const [start, end] = [graph.integers(0), graph.integers(-1)];
    return graph.node("Slice", [add(padded, entries, x), start, end, graph.integers(0)]);
  }
  const { rows, weight } = selectRows(l, entries);
  const weighted = graph.node("Mul", [x, broadcastWeight(l, weight, shape.length)]);
  return add(ragged.zeros(shape), rows, weighted);
}

/** Adds up values of one shape. */
export function writeSum({ graph }: Lowering, parts: readonly string[]): string {
  return parts.reduce((total, part) => graph.node("Add", [total, part]));
}

/** Sums over the last axis, keeping it with the size 1. */
export function writeSumLast({ graph }: Lowering, x: string): string {
  return graph.node("ReduceSum", [x, graph.integers(-1)], KEEP);
}

/**
 * Sums over an axis that is not the first, dropping it. ONNX Runtime (1.31) keeps
 * the shape of a tensor without rows, so the shape is set explicitly.
 */
export function writeReduceSum(l: Lowering, x: string, axis: number): string {
  const total = l.graph.node("ReduceSum", [x, l.graph.integers(axis)], DROP);
  const isRagged = typeof l.node.shape[0] === "string";
  return isRagged ? l.graph.node("Reshape", [total, l.ragged.shape(l.node.shape)]) : total;
}

/** Columns `from` to `to` - 1. */
export function sliceColumns({ graph }: Lowering, x: string, from: number, to: number): string {
  const [start, end, axis] = [from, to, -1].map((i) => graph.integers(i)) as string[];
  return graph.node("Slice", [x, start as string, end as string, axis as string]);
}
