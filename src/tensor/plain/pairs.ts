/** Every left token with every right token of its pair, the obvious way. */

import type { Segments } from "../node.ts";
import { at, type Evaluate, type Floats, getInput, type OperationCall } from "./floats.ts";

/** Calls `visit` for every cell with its number and its left and right token. */
function forEachCell(
  { node, binding }: OperationCall,
  visit: (cell: number, left: number, right: number) => void,
): void {
  const left = binding.segments(getInput(node, node.inputs.length - 2));
  const right = binding.segments(getInput(node, node.inputs.length - 1));
  let cell = 0;
  for (let pair = 0; pair + 1 < left.length; pair++) {
    for (let i = at(left, pair); i < at(left, pair + 1); i++) {
      for (let j = at(right, pair); j < at(right, pair + 1); j++) visit(cell++, i, j);
    }
  }
}

/** Calls `visit` with the first cell and the rows and columns of every pair. */
export function forEachPair(
  { node, binding }: OperationCall,
  visit: (pair: number, cell: number, rows: number, columns: number) => void,
): void {
  const [leftSegments, rightSegments] = node.inputs.filter(({ kind }) => kind === "segments");
  const left = binding.segments(leftSegments as Segments);
  const right = binding.segments(rightSegments as Segments);
  let cell = 0;
  for (let pair = 0; pair + 1 < left.length; pair++) {
    const rows = at(left, pair + 1) - at(left, pair);
    const columns = at(right, pair + 1) - at(right, pair);
    visit(pair, cell, rows, columns);
    cell += rows * columns;
  }
}

/** Calls `visit` with each window and channel and the index of its first largest value. */
function forEachWindow(
  call: OperationCall,
  channels: number,
  visit: (window: number, position: number) => void,
): void {
  const { height, width } = call.node.attributes as { height: number; width: number };
  const [x] = call.inputs as readonly [Floats];
  forEachPair(call, (pair, first, rows, columns) => {
    if (rows * columns === 0) return;
    for (let w = 0; w < height * width * channels; w++) {
      const channel = w % channels;
      const y = Math.floor(w / channels / width);
      const z = Math.floor(w / channels) % width;
      let best = -1;
      for (let i = start(y, rows, height); i < end(y, rows, height); i++) {
        for (let j = start(z, columns, width); j < end(z, columns, width); j++) {
          const position = (first + i * columns + j) * channels + channel;
          if (best < 0 || at(x, position) > at(x, best)) best = position;
        }
      }
      visit(pair * height * width * channels + w, best);
    }
  });
}

const start = (i: number, size: number, windows: number): number =>
  Math.floor((i * size) / windows);
const end = (i: number, size: number, windows: number): number =>
  Math.ceil(((i + 1) * size) / windows);

export const PAIRS: Readonly<Record<string, Evaluate>> = {
  pairDot(call) {
    const [a, , b] = call.inputs as readonly [Floats, Floats, Floats];
    const leftRows = call.binding.index(getInput(call.node, 1));
    const rightRows = call.binding.index(getInput(call.node, 3));
    const width = call.binding.size(getInput(call.node, 0).shape[1] as number);
    forEachCell(call, (cell, i, j) => {
      const left = at(leftRows, i);
      const right = at(rightRows, j);
      if (left < 0 || right < 0) return;
      let total = 0;
      for (let e = 0; e < width; e++) total += at(a, left * width + e) * at(b, right * width + e);
      call.out[cell] = total;
    });
  },

  pairEqual(call) {
    const leftRows = call.binding.index(getInput(call.node, 0));
    const rightRows = call.binding.index(getInput(call.node, 1));
    forEachCell(call, (cell, i, j) => {
      const left = at(leftRows, i);
      call.out[cell] = left >= 0 && left === at(rightRows, j) ? 1 : 0;
    });
  },

  pairMix(call) {
    const [weights, rows] = call.inputs as readonly [Floats, Floats];
    const from = call.binding.index(getInput(call.node, 2));
    const onto = call.binding.index(getInput(call.node, 3));
    const width = call.binding.size(call.node.shape[1] as number);
    const toLeft = call.node.attributes.onto === "left";
    forEachCell(call, (cell, i, j) => {
      const read = at(from, toLeft ? j : i);
      const targetRow = at(onto, toLeft ? i : j);
      if (read < 0 || targetRow < 0) return;
      for (let e = 0; e < width; e++) {
        const position = targetRow * width + e;
        call.out[position] =
          at(call.out, position) + at(weights, cell) * at(rows, read * width + e);
      }
    });
  },

  adaptiveMax(call) {
    const [x] = call.inputs as readonly [Floats];
    forEachWindow(call, call.node.shape.at(-1) as number, (window, position) => {
      call.out[window] = at(x, position);
    });
  },

  adaptiveMaxGradient(call) {
    const upstream = call.inputs[3] as Floats;
    forEachWindow(call, call.node.shape.at(-1) as number, (window, position) => {
      call.out[position] = at(call.out, position) + at(upstream, window);
    });
  },
};
