/** Lowers operations on groups and pairs to ONNX operators. */

import type { Index, Segments } from "../node.ts";
import type { Size } from "../shape.ts";
import {
  ADD,
  broadcastWeight,
  getInput,
  getInputName,
  type Lower,
  type Lowering,
  sliceColumns,
  writeGather,
  writeReduceSum,
  writeScatterAdd,
  writeSum,
} from "./lowering.ts";
import { writePairMixture, writePairProducts } from "./padded-pairs.ts";

/** Distances from the kernels' means, and the kernels' values, [elements, kernels]. */
function writeKernels(l: Lowering): { away: string; values: string; slopes: string } {
  const { means, widths } = l.node.attributes as Record<string, readonly number[]>;
  const slopes = l.graph.floats((widths as readonly number[]).map((w) => -1 / (2 * w ** 2)));
  const x = l.graph.node("Unsqueeze", [getInputName(l, 0), l.graph.integers(1)]);
  const away = l.graph.node("Sub", [x, l.graph.floats(means as readonly number[])]);
  const power = l.graph.node("Mul", [l.graph.node("Mul", [away, away]), slopes]);
  return { away, values: l.graph.node("Exp", [power]), slopes };
}

/** Sums over groups; `x` has `axes` axes. */
function writeGroupSums(l: Lowering, x: string, segments: Segments, zeros: string): string {
  const groups = l.graph.node("Unsqueeze", [l.ragged.groups(segments), l.graph.integers(1)]);
  return l.graph.node("ScatterND", [zeros, groups, x], ADD);
}

/**
 * For each token, the position `ahead` later, and 1 or 0 for whether that is still
 * in its group. A negative `ahead` goes back.
 */
function shiftElements(
  l: Lowering,
  segments: Segments,
  ahead: number,
): { place: string; inside: string } {
  const { graph, ragged } = l;
  const groups = ragged.groups(segments);
  const shifted = graph.node("Add", [ragged.range(segments.over), graph.integer(ahead)]);
  const end = graph.node("Gather", [ragged.ends(segments), groups]);
  const start = graph.node("Gather", [ragged.starts(segments), groups]);
  const isInside = graph.node("And", [
    graph.node("Less", [shifted, end]),
    graph.node("GreaterOrEqual", [shifted, start]),
  ]);
  const lastElement = graph.node("Sub", [end, graph.integer(1)]);
  const place = graph.node("Max", [graph.node("Min", [shifted, lastElement]), start]);
  return { place, inside: graph.node("Cast", [isInside], { to: 1 }) };
}

/** x shifted along its tokens: row t becomes row t + ahead, zeros beyond the group. */
function gatherShiftedRows(l: Lowering, x: string, segments: Segments, ahead: number): string {
  const { place, inside } = shiftElements(l, segments, ahead);
  const rows = l.graph.node("Gather", [x, place], { axis: 0 });
  return l.graph.node("Mul", [rows, broadcastWeight(l, inside, 2)]);
}

export const RAGGED_LOWERINGS: Readonly<Record<string, Lower>> = {
  segmentSum: (l) =>
    writeGroupSums(l, getInputName(l, 0), getInput<Segments>(l, 1), l.ragged.zeros(l.node.shape)),
  segmentSpread: (l) =>
    l.graph.node("Gather", [getInputName(l, 0), l.ragged.groups(getInput<Segments>(l, 1))], {
      axis: 0,
    }),

  segmentSoftmax(l) {
    const segments = getInput<Segments>(l, 1);
    const groups = l.ragged.groups(segments);
    const count = l.ragged.size(segments.shape[0] as string);
    const lowest = l.graph.node("Expand", [l.graph.float(-3e38), count]);
    const reduceMax = { axis: 0, reduction: "max" };
    const tops = l.graph.node("ScatterElements", [lowest, groups, getInputName(l, 0)], reduceMax);
    const spread = (x: string): string => l.graph.node("Gather", [x, groups]);
    const power = l.graph.node("Exp", [l.graph.node("Sub", [getInputName(l, 0), spread(tops)])]);
    const sums = writeGroupSums(l, power, segments, l.ragged.zeros(segments.shape));
    return l.graph.node("Div", [power, spread(sums)]);
  },

  windows(l) {
    const width = l.node.attributes.width as number;
    const parts = Array.from({ length: width }, (_, o) =>
      gatherShiftedRows(l, getInputName(l, 0), getInput<Segments>(l, 1), o),
    );
    return l.graph.node("Concat", parts, { axis: 1 });
  },

  foldWindows(l) {
    const width = l.node.attributes.width as number;
    const size = l.node.shape[1] as number;
    const parts = Array.from({ length: width }, (_, o) => {
      const part = sliceColumns(l, getInputName(l, 0), o * size, (o + 1) * size);
      return gatherShiftedRows(l, part, getInput<Segments>(l, 1), -o);
    });
    return writeSum(l, parts);
  },

  kernelPool: (l) =>
    writeGroupSums(
      l,
      writeKernels(l).values,
      getInput<Segments>(l, 1),
      l.ragged.zeros(l.node.shape),
    ),

  kernelPoolGradient(l) {
    const { away, values, slopes } = writeKernels(l);
    const groups = l.ragged.groups(getInput<Segments>(l, 1));
    const upstream = l.graph.node("Gather", [getInputName(l, 2), groups], { axis: 0 });
    const twice = l.graph.node("Mul", [slopes, l.graph.float(2)]);
    const rate = l.graph.node("Mul", [l.graph.node("Mul", [away, twice]), values]);
    return writeReduceSum(l, l.graph.node("Mul", [upstream, rate]), 1);
  },

  ngrams(l) {
    const segments = getInput<Segments>(l, 2);
    const size = l.node.shape[1] as number;
    const entries = l.ragged.index(getInput<Index>(l, 1));
    const parts = Array.from({ length: l.node.attributes.length as number }, (_, o) => {
      const part = sliceColumns(l, getInputName(l, 0), o * size, (o + 1) * size);
      const shape = [getInput(l, 0).shape[0] as Size, size];
      return gatherShiftedRows(l, writeGather(l, part, shape, entries), segments, o);
    });
    return writeSum(l, parts);
  },

  ngramsGradient(l) {
    const segments = getInput<Segments>(l, 2);
    const length = l.node.attributes.length as number;
    const shape = [l.node.shape[0] as string, (l.node.shape[1] as number) / length];
    const entries = l.ragged.index(getInput<Index>(l, 1));
    const parts = Array.from({ length }, (_, o) => {
      const shifted = gatherShiftedRows(l, getInputName(l, 0), segments, -o);
      return writeScatterAdd(l, shifted, shape, entries);
    });
    return l.graph.node("Concat", parts, { axis: 1 });
  },

  pairDot: writePairProducts,
  pairMix: writePairMixture,

  pairEqual(l) {
    const tokens = l.ragged.tokens(getInput<Segments>(l, 2), getInput<Segments>(l, 3));
    const rows = (side: number, token: string): string =>
      l.graph.node("Gather", [l.ragged.index(getInput<Index>(l, side)), token]);
    const left = rows(0, tokens.left);
    const isRow = l.graph.node("GreaterOrEqual", [left, l.graph.integer(0)]);
    const isSame = l.graph.node("Equal", [left, rows(1, tokens.right)]);
    return l.graph.node("Cast", [l.graph.node("And", [isSame, isRow])], { to: 1 });
  },
};
