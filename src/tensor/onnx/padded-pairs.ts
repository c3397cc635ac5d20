/**
 * Products of the two sides of pairs as batched matrix products, which ONNX
 * has: the rows of each pair are laid out side by side, zeros up to the longest
 * of the batch, and the cells are picked out of the products. A cell by itself
 * would copy two rows for one number.
 */

import type { Index, Segments } from "../node.ts";
import { type Lowering, scattered, source, value } from "./lowering.ts";

/** The dot product of every left row with every right row of the same pair, [cells]. */
export function pairProducts(l: Lowering): string {
  const [left, right] = sidesOf(l);
  const a = paddedRows(l, value(l, 0), source<Index>(l, 1), left);
  const b = paddedRows(l, value(l, 2), source<Index>(l, 3), right);
  const products = l.graph.node("MatMul", [a, turned(l, b)]);
  const flat = l.graph.node("Reshape", [products, l.graph.integers(-1)]);
  return l.graph.node("Gather", [flat, l.ragged.paddedCells(left, right)]);
}

/** Rows of one side summed into those of the other, each weighted by its cell. */
export function pairMixture(l: Lowering): string {
  const { graph, ragged } = l;
  const [left, right] = sidesOf(l);
  const ontoLeft = l.node.attributes.onto === "left";
  const [own, other] = ontoLeft ? [left, right] : [right, left];
  const shape = graph.node(
    "Concat",
    [ragged.size(left.shape[0] as string), ragged.longest(left), ragged.longest(right)],
    { axis: 0 },
  );
  const length = graph.node("ReduceProd", [shape], { keepdims: 1 });
  const zeros = graph.node("Expand", [graph.float(0), length]);
  const places = ragged.paddedCells(left, right);
  const flat = graph.node("ScatterElements", [zeros, places, value(l, 0)], { axis: 0 });
  const weights = graph.node("Reshape", [flat, shape]);
  const rows = paddedRows(l, value(l, 1), source<Index>(l, 2), other);
  const sums = graph.node("MatMul", [ontoLeft ? weights : turned(l, weights), rows]);
  const width = ragged.size(l.node.shape[1] as number);
  const inRows = graph.node("Concat", [graph.integers(-1), width], { axis: 0 });
  const ofTokens = graph.node("Gather", [
    graph.node("Reshape", [sums, inRows]),
    ragged.paddedTokens(own),
  ]);
  const onto = source<Index>(l, 3);
  if (isEveryRow(onto)) return ofTokens;
  return scattered(l, ofTokens, l.node.shape, ragged.index(onto));
}

function sidesOf(l: Lowering): readonly [Segments, Segments] {
  return [source<Segments>(l, 4), source<Segments>(l, 5)];
}

function isEveryRow({ operation }: Index): boolean {
  return operation.name === "everyRow";
}

/** [pairs, longest, width]; -1 reads the last entry or row, which are put there for it. */
function paddedRows({ graph, ragged }: Lowering, x: string, index: Index, side: Segments): string {
  const grid = ragged.paddedGrid(side);
  const last = (list: string, more: string): string =>
    graph.node("Concat", [list, more], { axis: 0 });
  const entries = isEveryRow(index)
    ? grid
    : graph.node("Gather", [last(ragged.index(index), graph.integers(-1)), grid]);
  const width = graph.node("Shape", [x], { start: 1, end: 2 });
  const zeros = graph.node("Expand", [
    graph.float(0),
    graph.node("Concat", [graph.integers(1), width], { axis: 0 }),
  ]);
  return graph.node("Gather", [last(x, zeros), entries], { axis: 0 });
}

function turned({ graph }: Lowering, x: string): string {
  return graph.node("Transpose", [x], { perm: [0, 2, 1] });
}
