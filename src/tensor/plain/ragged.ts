/** Groups of a ragged axis and their n-grams, kernels and largest values, the obvious way. */

import { at, type Evaluate, type Floats, getInput, type OperationCall } from "./floats.ts";

/** Calls `visit` with the number, the first and the past-the-last element of every group. */
function forEachGroup(
  { node, binding }: OperationCall,
  position: number,
  visit: (group: number, from: number, to: number) => void,
): void {
  const offsets = binding.segments(getInput(node, position));
  for (let group = 0; group + 1 < offsets.length; group++) {
    visit(group, at(offsets, group), at(offsets, group + 1));
  }
}

/**
 * The indices of the largest values from `from` to `to` - 1, largest first, earlier
 * of equals first.
 */
function findLargest(x: Floats, from: number, to: number, count: number): readonly number[] {
  const positions = Array.from({ length: to - from }, (_, i) => from + i);
  return positions.sort((a, b) => at(x, b) - at(x, a) || a - b).slice(0, count);
}

function gaussian(x: number, mean: number, width: number): number {
  return Math.exp(-((x - mean) ** 2) / (2 * width ** 2));
}

export const RAGGED: Readonly<Record<string, Evaluate>> = {
  segmentSum(call) {
    const [x] = call.inputs as readonly [Floats];
    const width = call.binding.span(call.node.shape, 1, call.node.shape.length);
    forEachGroup(call, 1, (group, from, to) => {
      for (let j = 0; j < width; j++) {
        let total = 0;
        for (let i = from; i < to; i++) total += at(x, i * width + j);
        call.out[group * width + j] = total;
      }
    });
  },

  segmentSpread(call) {
    const [x] = call.inputs as readonly [Floats];
    const width = call.binding.span(call.node.shape, 1, call.node.shape.length);
    forEachGroup(call, 1, (group, from, to) => {
      for (let i = from * width; i < to * width; i++) {
        call.out[i] = at(x, group * width + (i % width));
      }
    });
  },

  segmentSoftmax(call) {
    const [x] = call.inputs as readonly [Floats];
    forEachGroup(call, 1, (_group, from, to) => {
      const top = Math.max(...x.subarray(from, to));
      let total = 0;
      for (let i = from; i < to; i++) total += Math.exp(at(x, i) - top);
      for (let i = from; i < to; i++) call.out[i] = Math.exp(at(x, i) - top) / total;
    });
  },

  segmentTop(call) {
    const [x] = call.inputs as readonly [Floats];
    const count = call.node.shape[1] as number;
    forEachGroup(call, 1, (group, from, to) => {
      for (const [rank, position] of findLargest(x, from, to, count).entries()) {
        call.out[group * count + rank] = at(x, position);
      }
    });
  },

  segmentTopGradient(call) {
    const [x, , upstream] = call.inputs as readonly [Floats, Floats, Floats];
    const count = getInput(call.node, 2).shape[1] as number;
    forEachGroup(call, 1, (group, from, to) => {
      for (const [rank, position] of findLargest(x, from, to, count).entries()) {
        call.out[position] = at(upstream, group * count + rank);
      }
    });
  },

  segmentHistogram(call) {
    const [x] = call.inputs as readonly [Floats];
    const bins = call.node.shape[1] as number;
    forEachGroup(call, 1, (group, from, to) => {
      for (let i = from; i < to; i++) {
        const bin = Math.floor(((at(x, i) + 1) / 2) * (bins - 1));
        const position = group * bins + Math.min(Math.max(bin, 0), bins - 1);
        call.out[position] = at(call.out, position) + 1;
      }
    });
  },

  windows(call) {
    const [x] = call.inputs as readonly [Floats];
    const width = call.node.attributes.width as number;
    const columns = getInput(call.node, 0).shape[1] as number;
    forEachGroup(call, 1, (_group, from, to) => {
      for (let i = from; i < to; i++) {
        for (let o = 0; o < width && i + o < to; o++) {
          const row = x.subarray((i + o) * columns, (i + o + 1) * columns);
          call.out.set(row, (i * width + o) * columns);
        }
      }
    });
  },

  foldWindows(call) {
    const [x] = call.inputs as readonly [Floats];
    const width = call.node.attributes.width as number;
    const columns = call.node.shape[1] as number;
    forEachGroup(call, 1, (_group, from, to) => {
      for (let i = from; i < to; i++) {
        for (let o = 0; o < width && i + o < to; o++) {
          for (let j = 0; j < columns; j++) {
            const position = (i + o) * columns + j;
            call.out[position] = at(call.out, position) + at(x, (i * width + o) * columns + j);
          }
        }
      }
    });
  },

  kernelPool(call) {
    const [x] = call.inputs as readonly [Floats];
    const { means, widths } = call.node.attributes as Record<string, readonly number[]>;
    const kernels = (means as readonly number[]).length;
    forEachGroup(call, 1, (group, from, to) => {
      for (let k = 0; k < kernels; k++) {
        let count = 0;
        for (let i = from; i < to; i++) {
          count += gaussian(at(x, i), at(means as number[], k), at(widths as number[], k));
        }
        call.out[group * kernels + k] = count;
      }
    });
  },

  kernelPoolGradient(call) {
    const [x, , upstream] = call.inputs as readonly [Floats, Floats, Floats];
    const { means, widths } = call.node.attributes as Record<string, readonly number[]>;
    const kernels = (means as readonly number[]).length;
    forEachGroup(call, 1, (group, from, to) => {
      for (let i = from; i < to; i++) {
        let slope = 0;
        for (let k = 0; k < kernels; k++) {
          const mean = at(means as number[], k);
          const width = at(widths as number[], k);
          const value = gaussian(at(x, i), mean, width);
          slope += (at(upstream, group * kernels + k) * value * (mean - at(x, i))) / width ** 2;
        }
        call.out[i] = slope;
      }
    });
  },

  ngrams(call) {
    const [projected] = call.inputs as readonly [Floats];
    const tokens = call.binding.index(getInput(call.node, 1));
    const length = call.node.attributes.length as number;
    const columns = call.node.shape[1] as number;
    forEachGroup(call, 2, (_group, from, to) => {
      for (let i = from; i < to; i++) {
        for (let o = 0; o < length && i + o < to; o++) {
          const row = at(tokens, i + o);
          for (let j = 0; row >= 0 && j < columns; j++) {
            const part = at(projected, (row * length + o) * columns + j);
            call.out[i * columns + j] = at(call.out, i * columns + j) + part;
          }
        }
      }
    });
  },

  ngramsGradient(call) {
    const [upstream] = call.inputs as readonly [Floats];
    const tokens = call.binding.index(getInput(call.node, 1));
    const length = call.node.attributes.length as number;
    const columns = (call.node.shape[1] as number) / length;
    forEachGroup(call, 2, (_group, from, to) => {
      for (let i = from; i < to; i++) {
        for (let o = 0; o < length && i + o < to; o++) {
          const row = at(tokens, i + o);
          for (let j = 0; row >= 0 && j < columns; j++) {
            const position = (row * length + o) * columns + j;
            call.out[position] = at(call.out, position) + at(upstream, i * columns + j);
          }
        }
      }
    });
  },
};
