/**
 * Lowers the largest values and the histograms of ragged groups to ONNX operators:
 * groups are padded to rows of equal length.
 */

import type { Segments } from "../node.ts";
import { DROP, getInput, getInputName, type Lower, type Lowering } from "./lowering.ts";

const ADD = { axis: 0, reduction: "add" };
const DOUBLE = 11;
const INT64 = 7;

interface TopValues {
  readonly values: string;
  /** The element of each value; past the last element if there is none. */
  readonly elements: string;
  /** Whether there is one. */
  readonly isPresent: string;
}

/** The `count` largest values of each group, [groups, count]; the earlier of equals first. */
function writeTopValues(l: Lowering, count: number): TopValues {
  const { graph, ragged } = l;
  const segments = getInput<Segments>(l, 1);
  const [starts, ends] = [ragged.starts(segments), ragged.ends(segments)];
  const lengths = graph.node("Sub", [ends, starts]);
  const column = (list: string): string => graph.node("Unsqueeze", [list, graph.integers(1)]);
  const maxLength = graph.node("Max", [
    graph.node("ReduceMax", [lengths], DROP),
    graph.integer(count),
  ]);
  const positions = graph.node("Range", [graph.integer(0), maxLength, graph.integer(1)]);
  const none = graph.node("Squeeze", [ragged.size(segments.over)]);
  const isInside = graph.node("Less", [positions, column(lengths)]);
  const elementGrid = graph.node("Add", [column(starts), positions]);
  const elements = graph.node("Where", [isInside, elementGrid, none]);
  const lowest = graph.floats([-3.4e38]);
  const padded = graph.node("Concat", [getInputName(l, 0), lowest], { axis: 0 });
  const rows = graph.node("Gather", [padded, elements]);
  const [values, ranks] = graph.nodes("TopK", [rows, graph.integers(count)], 2) as [string, string];
  return {
    values,
    elements: graph.node("GatherElements", [elements, ranks], { axis: 1 }),
    isPresent: graph.node("Less", [ragged.range(count), column(lengths)]),
  };
}

export const GROUP_LOWERINGS: Readonly<Record<string, Lower>> = {
  segmentTop(l) {
    const { values, isPresent } = writeTopValues(l, l.node.shape[1] as number);
    return l.graph.node("Where", [isPresent, values, l.graph.float(0)]);
  },

  segmentTopGradient(l) {
    const { graph, ragged } = l;
    const { elements } = writeTopValues(l, getInput(l, 2).shape[1] as number);
    const flat = (x: string): string => graph.node("Reshape", [x, graph.integers(-1)]);
    const length = graph.node("Add", [ragged.size(l.node.shape[0] as string), graph.integers(1)]);
    const zeros = graph.node("Expand", [graph.float(0), length]);
    const scattered = graph.node(
      "ScatterElements",
      [zeros, flat(elements), flat(getInputName(l, 2))],
      ADD,
    );
    return graph.node("Slice", [scattered, graph.integers(0), graph.integers(-1)]);
  },

  segmentHistogram(l) {
    const { graph, ragged } = l;
    const bins = l.node.shape[1] as number;
    const double = (x: string): string => graph.node("Cast", [x], { to: DOUBLE });
    const half = graph.node("Mul", [
      graph.node("Add", [double(getInputName(l, 0)), double(graph.float(1))]),
      double(graph.float(0.5)),
    ]);
    const scaledBin = graph.node("Floor", [
      graph.node("Mul", [half, double(graph.float(bins - 1))]),
    ]);
    const binIndex = graph.node("Cast", [scaledBin], { to: INT64 });
    const bin = graph.node("Max", [
      graph.node("Min", [binIndex, graph.integer(bins - 1)]),
      graph.integer(0),
    ]);
    const groups = ragged.groups(getInput<Segments>(l, 1));
    const cell = graph.node("Add", [graph.node("Mul", [groups, graph.integer(bins)]), bin]);
    const ones = graph.node("Expand", [graph.float(1), graph.node("Shape", [cell])]);
    const length = graph.node("Mul", [
      ragged.size(l.node.shape[0] as string),
      graph.integers(bins),
    ]);
    const zeros = graph.node("Expand", [graph.float(0), length]);
    const counts = graph.node("ScatterElements", [zeros, cell, ones], ADD);
    return graph.node("Reshape", [counts, graph.integers(-1, bins)]);
  },
};
