/**
 * Lowers operations on the cells of pairs, seen as images, to ONNX operators. ONNX
 * has no ragged images: neighbours and windows become indexes of cells.
 */

import type { Segments } from "../node.ts";
import type { Size } from "../shape.ts";
import {
  broadcastWeight,
  DROP,
  getInput,
  getInputName,
  type Lower,
  type Lowering,
  writeSum,
} from "./lowering.ts";

const ADD_ROWS = { axis: 0, reduction: "add" };

function getSegments({ node }: Lowering): readonly [Segments, Segments] {
  return node.inputs.filter(({ kind }) => kind === "segments") as [Segments, Segments];
}

interface FilterSize {
  readonly height: number;
  readonly width: number;
}

function getFilterSize({ node }: Lowering): FilterSize {
  return node.attributes as unknown as FilterSize;
}

/** Rows and columns of every pair. */
function writePairSizes(l: Lowering): readonly [rows: string, columns: string] {
  const [rows, columns] = getSegments(l).map((segments) =>
    l.graph.node("Sub", [l.ragged.ends(segments), l.ragged.starts(segments)]),
  );
  return [rows as string, columns as string];
}

/** For each cell the row of x `down` below and `across` to the right, zeros outside the pair. */
function gatherNeighbours(l: Lowering, x: string, down: number, across: number): string {
  const { graph, ragged } = l;
  if (down === 0 && across === 0) return x;
  const [left, right] = getSegments(l);
  const tokens = ragged.tokens(left, right);
  const pair = graph.node("Gather", [ragged.groups(left), tokens.left]);
  const isInside = (token: string, segments: Segments, by: number): string => {
    const shifted = graph.node("Add", [token, graph.integer(by)]);
    return graph.node("And", [
      graph.node("Less", [shifted, graph.node("Gather", [ragged.ends(segments), pair])]),
      graph.node("GreaterOrEqual", [
        shifted,
        graph.node("Gather", [ragged.starts(segments), pair]),
      ]),
    ]);
  };
  const inside = graph.node("And", [
    isInside(tokens.left, left, down),
    isInside(tokens.right, right, across),
  ]);
  const [, columns] = writePairSizes(l);
  const line = graph.node("Mul", [graph.node("Gather", [columns, pair]), graph.integer(down)]);
  const ahead = graph.node("Add", [line, graph.integer(across)]);
  const cell = graph.node("Add", [ragged.range(`${left.over}×${right.over}`), ahead]);
  const safe = graph.node("Where", [inside, cell, graph.integer(0)]);
  const rows = graph.node("Gather", [x, safe], { axis: 0 });
  return graph.node("Mul", [rows, broadcastWeight(l, graph.node("Cast", [inside], { to: 1 }), 2)]);
}

/** Calls `part` with the position of each cell of the filter, in the order of the weights. */
function mapFilterCells<T>({ height, width }: FilterSize, part: (y: number, z: number) => T): T[] {
  return Array.from({ length: height * width }, (_, i) => part(Math.floor(i / width), i % width));
}

/** The weights of one cell of the filter, [channels, filters]. */
function sliceWeights(l: Lowering, channels: number, y: number, z: number): string {
  const from = (y * getFilterSize(l).width + z) * channels;
  const [start, end, axis] = [from, from + channels, 0].map((i) => l.graph.integers(i));
  return l.graph.node("Slice", [getInputName(l, 1), start, end, axis] as string[]);
}

interface Windows {
  /** x with a row of zeros at the end. */
  readonly padded: string;
  /** Cells of each window, [pairs, height, width, longest]; padded with the last of a row. */
  readonly cells: string;
}

/** The cells of the windows of a grid. A pair without cells has the row of zeros. */
function writeWindows(l: Lowering, channels: Size): Windows {
  const { graph, ragged } = l;
  const { height, width } = getFilterSize(l);
  const [left, right] = getSegments(l);
  const [rows, columns] = writePairSizes(l);
  const cellAxis = `${left.over}×${right.over}`;
  const expandAxis = (list: string, axis: number): string =>
    graph.node("Unsqueeze", [list, graph.integers(...[0, 1, 2, 3, 4].filter((i) => i !== axis))]);
  /**
   * For each of `count` windows over `size` elements, its elements, up to the length
   * of the longest window.
   */
  const elements = (sizes: string, count: number, windowAxis: number, elementAxis: number) => {
    const size = expandAxis(sizes, 0);
    const windowCount = graph.integer(count);
    const scaled = graph.node("Mul", [size, expandAxis(ragged.range(count), windowAxis)]);
    const begin = graph.node("Div", [scaled, windowCount]);
    const past = graph.node("Add", [graph.node("Add", [scaled, size]), graph.integer(count - 1)]);
    const end = graph.node("Div", [past, windowCount]);
    const longest = graph.node("ReduceMax", [graph.node("Sub", [end, begin])], DROP);
    const maxLength = graph.node("Max", [longest, graph.integer(1)]);
    const steps = graph.node("Range", [graph.integer(0), maxLength, graph.integer(1)]);
    const last = graph.node("Sub", [end, graph.integer(1)]);
    const element = graph.node("Min", [
      graph.node("Add", [begin, expandAxis(steps, elementAxis)]),
      last,
    ]);
    return element;
  };
  const row = elements(rows, height, 1, 3);
  const column = elements(columns, width, 2, 4);
  const first = expandAxis(
    graph.node("Gather", [ragged.rowOffsets(left, right), ragged.starts(left)]),
    0,
  );
  const inPair = graph.node("Add", [graph.node("Mul", [row, expandAxis(columns, 0)]), column]);
  const isEmpty = graph.node("Equal", [graph.node("Mul", [rows, columns]), graph.integer(0)]);
  const none = graph.node("Squeeze", [ragged.size(cellAxis)]);
  const element = graph.node("Where", [
    expandAxis(isEmpty, 0),
    none,
    graph.node("Add", [inPair, first]),
  ]);
  return {
    padded: graph.node("Concat", [getInputName(l, 0), ragged.zeros([1, channels])], { axis: 0 }),
    cells: graph.node("Reshape", [element, graph.integers(0, 0, 0, -1)]),
  };
}

export const GRID_LOWERINGS: Readonly<Record<string, Lower>> = {
  convolve(l) {
    const channels = getInput(l, 0).shape[1] as number;
    return writeSum(
      l,
      mapFilterCells(getFilterSize(l), (y, z) =>
        l.graph.node("MatMul", [
          gatherNeighbours(l, getInputName(l, 0), y, z),
          sliceWeights(l, channels, y, z),
        ]),
      ),
    );
  },

  convolveInputGradient(l) {
    const channels = l.node.shape[1] as number;
    return writeSum(
      l,
      mapFilterCells(getFilterSize(l), (y, z) => {
        const turned = l.graph.node("Transpose", [sliceWeights(l, channels, y, z)], {
          perm: [1, 0],
        });
        return l.graph.node("MatMul", [gatherNeighbours(l, getInputName(l, 0), -y, -z), turned]);
      }),
    );
  },

  convolveWeightsGradient(l) {
    const parts = mapFilterCells(getFilterSize(l), (y, z) => {
      const neighbourRows = gatherNeighbours(l, getInputName(l, 0), y, z);
      const turned = l.graph.node("Transpose", [neighbourRows], { perm: [1, 0] });
      return l.graph.node("MatMul", [turned, getInputName(l, 1)]);
    });
    return l.graph.node("Concat", parts, { axis: 0 });
  },

  adaptiveMax(l) {
    const { padded, cells } = writeWindows(l, l.node.shape[3] as number);
    const values = l.graph.node("Gather", [padded, cells], { axis: 0 });
    return l.graph.node("ReduceMax", [values, l.graph.integers(3)], DROP);
  },

  adaptiveMaxGradient(l) {
    const { graph } = l;
    const channels = l.node.shape[1] as number;
    const { padded, cells } = writeWindows(l, channels);
    const values = graph.node("Gather", [padded, cells], { axis: 0 });
    const winnersInWindow = graph.node("ArgMax", [values], { axis: 3, ...DROP });
    const flat = (x: string): string => graph.node("Reshape", [x, graph.integers(-1, channels)]);
    const winners = flat(graph.node("GatherElements", [cells, winnersInWindow], { axis: 3 }));
    const zeros = graph.node("Mul", [padded, graph.float(0)]);
    const scattered = graph.node(
      "ScatterElements",
      [zeros, winners, flat(getInputName(l, 3))],
      ADD_ROWS,
    );
    const [start, end, axis] = [0, -1, 0].map((i) => graph.integers(i));
    return graph.node("Slice", [scattered, start, end, axis] as string[]);
  },
};
