/** 2-D convolution over the cells of pairs, the obvious way. */

import { at, type Evaluate, type Floats, getInput, type OperationCall } from "./floats.ts";
import { forEachPair } from "./pairs.ts";

/**
 * Calls `visit` with each cell, each row of the weights and the position in x that
 * they are multiplied at.
 */
function forEachFilterCell(
  call: OperationCall,
  channels: number,
  visit: (cell: number, row: number, inputCell: number) => void,
): void {
  const { height, width } = call.node.attributes as { height: number; width: number };
  forEachPair(call, (_pair, first, rows, columns) => {
    for (let cell = 0; cell < rows * columns; cell++) {
      const i = Math.floor(cell / columns);
      const j = cell % columns;
      for (let y = 0; y < height && i + y < rows; y++) {
        for (let z = 0; z < width && j + z < columns; z++) {
          const inputCell = first + (i + y) * columns + j + z;
          for (let c = 0; c < channels; c++) {
            visit(first + cell, (y * width + z) * channels + c, inputCell * channels + c);
          }
        }
      }
    }
  });
}

export const CONVOLUTION: Readonly<Record<string, Evaluate>> = {
  convolve(call) {
    const [x, weights] = call.inputs as readonly [Floats, Floats];
    const filters = call.node.shape[1] as number;
    forEachFilterCell(call, getInput(call.node, 0).shape[1] as number, (cell, row, inputCell) => {
      for (let f = 0; f < filters; f++) {
        const out = cell * filters + f;
        call.out[out] = at(call.out, out) + at(x, inputCell) * at(weights, row * filters + f);
      }
    });
  },

  convolveInputGradient(call) {
    const [upstream, weights] = call.inputs as readonly [Floats, Floats];
    const filters = getInput(call.node, 0).shape[1] as number;
    forEachFilterCell(call, call.node.shape[1] as number, (cell, row, inputCell) => {
      for (let f = 0; f < filters; f++) {
        const share = at(upstream, cell * filters + f) * at(weights, row * filters + f);
        call.out[inputCell] = at(call.out, inputCell) + share;
      }
    });
  },

  convolveWeightsGradient(call) {
    const [x, upstream] = call.inputs as readonly [Floats, Floats];
    const filters = call.node.shape[1] as number;
    forEachFilterCell(call, getInput(call.node, 0).shape[1] as number, (cell, row, inputCell) => {
      for (let f = 0; f < filters; f++) {
        const out = row * filters + f;
        call.out[out] = at(call.out, out) + at(x, inputCell) * at(upstream, cell * filters + f);
      }
    });
  },
};
