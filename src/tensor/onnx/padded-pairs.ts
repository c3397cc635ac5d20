/**
 * Products of the two sides of pairs as batched matrix products, which ONNX
 * supports: the rows of each pair are padded with zeros to the longest of the batch,
 * and the cells are selected from the products. Computing each cell on its own would
 * copy two rows for one number.
 */

import type { Index, Segments } from "../node.ts";
import { getInput, getInputName, type Lowering, writeScatterAdd } from "./lowering.ts";

/** The dot product of every left row with every right row of the same pair, [cells]. */
export function writePairProducts(l: Lowering): string {
  const [left, right] = getSides(l);
  const a = writePaddedRows(l, getInputName(l, 0), getInput<Index>(l, 1), left);
  const b = writePaddedRows(l, getInputName(l, 2), getInput<Index>(l, 3), right);
  const products = l.graph.node("MatMul", [a, transposeLast(l, b)]);
  const flat = l.graph.node("Reshape", [products, l.graph.integers(-1)]);
  return l.graph.node("Gather", [flat, l.ragged.paddedCells(left, right)]);
}

/** Rows of one side summed into those of the other, each weighted by its cell. */
export function writePairMixture(l: Lowering): string {
  const { graph, ragged } = l;
  const [left, right] = getSides(l);
  const ontoLeft = l.node.attributes.onto === "left";
  const [target, other] = ontoLeft ? [left, right] : [right, left];
  const shape = graph.node(
    "Concat",
    [ragged.size(left.shape[0] as string), ragged.longest(left), ragged.longest(right)],
    { axis: 0 },
  );
  const length = graph.node("ReduceProd", [shape], { keepdims: 1 });
  const zeros = graph.node("Expand", [graph.float(0), length]);
  const cellPositions = ragged.paddedCells(left, right);
  const flat = graph.node("ScatterElements", [zeros, cellPositions, getInputName(l, 0)], {
    axis: 0,
  });
  const weights = graph.node("Reshape", [flat, shape]);
  const rows = writePaddedRows(l, getInputName(l, 1), getInput<Index>(l, 2), other);
  const sums = graph.node("MatMul", [ontoLeft ? weights : transposeLast(l, weights), rows]);
  const width = ragged.size(l.node.shape[1] as number);
  const inRows = graph.node("Concat", [graph.integers(-1), width], { axis: 0 });
  const tokenSums = graph.node("Gather", [
    graph.node("Reshape", [sums, inRows]),
    ragged.paddedTokens(target),
  ]);
  const onto = getInput<Index>(l, 3);
  if (isEveryRow(onto)) return tokenSums;
  return writeScatterAdd(l, tokenSums, l.node.shape, ragged.index(onto));
}

function getSides(l: Lowering): readonly [Segments, Segments] {
  return [getInput<Segments>(l, 4), getInput<Segments>(l, 5)];
}

function isEveryRow({ operation }: Index): boolean {
  return operation.name === "everyRow";
}

/** [pairs, longest, width]; -1 reads the last entry or row, which is added for it. */
function writePaddedRows(
  { graph, ragged }: Lowering,
  x: string,
  index: Index,
  side: Segments,
): string {
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

function transposeLast({ graph }: Lowering, x: string): string {
  return graph.node("Transpose", [x], { perm: [0, 2, 1] });
}
