/** Matrices and their rows, the obvious way. */

import type { Index } from "../node.ts";
import { at, type Evaluate, type Floats, getInput, type OperationCall } from "./floats.ts";

type Extents = readonly [outer: number, middle: number, inner: number];

/** The number of rows of a row operation, and their width. */
function rowsAndWidth({ node, binding, out }: OperationCall): readonly [number, number] {
  const width = binding.size(node.shape.at(-1) ?? 1);
  return [width === 0 ? 0 : out.length / width, width];
}

/** Outer, middle and inner extents around the axis of an operation. */
function computeAxisExtents(
  { node, binding }: OperationCall,
  { shape } = getInput(node, 0),
): Extents {
  const axis = node.attributes.axis as number;
  return [
    binding.span(shape, 0, axis),
    binding.size(shape[axis] as number),
    binding.span(shape, axis + 1, shape.length),
  ];
}

/** The index of the first largest of `count` values that lie `stride` apart. */
function findFirstLargest(x: Floats, start: number, count: number, stride: number): number {
  let best = start;
  for (let i = 1; i < count; i++) {
    if (at(x, start + i * stride) > at(x, best)) best = start + i * stride;
  }
  return best;
}

export const MATRICES: Readonly<Record<string, Evaluate>> = {
  reshape({ inputs: [x], out }) {
    out.set(x as Floats);
  },

  transpose(call) {
    const [x] = call.inputs as readonly [Floats];
    const [rows, width] = rowsAndWidth(call);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < width; j++) call.out[i * width + j] = at(x, j * rows + i);
    }
  },

  concat(call) {
    const [rows, width] = rowsAndWidth(call);
    let from = 0;
    for (const part of call.inputs) {
      const columns = rows === 0 ? 0 : part.length / rows;
      for (let i = 0; i < part.length; i++) {
        call.out[Math.floor(i / columns) * width + from + (i % columns)] = at(part, i);
      }
      from += columns;
    }
  },

  slice(call) {
    const [rows, width] = rowsAndWidth(call);
    const x = call.inputs[0] as Floats;
    const from = call.node.attributes.from as number;
    const columns = getInput(call.node, 0).shape.at(-1) as number;
    for (let i = 0; i < rows * width; i++) {
      call.out[i] = at(x, Math.floor(i / width) * columns + from + (i % width));
    }
  },

  pad(call) {
    const [rows, width] = rowsAndWidth(call);
    const x = call.inputs[0] as Floats;
    const from = call.node.attributes.from as number;
    const columns = getInput(call.node, 0).shape.at(-1) as number;
    for (let i = 0; i < rows * columns; i++) {
      call.out[Math.floor(i / columns) * width + from + (i % columns)] = at(x, i);
    }
  },

  matmul(call) {
    const [a, b] = call.inputs as readonly [Floats, Floats];
    const { transposeA, transposeB } = call.node.attributes;
    const [rows, columns] = rowsAndWidth(call);
    const inner = call.binding.size(getInput(call.node, 0).shape[transposeA ? 0 : 1] as number);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        let total = 0;
        for (let k = 0; k < inner; k++) {
          const left = at(a, transposeA ? k * rows + i : i * inner + k);
          total += left * at(b, transposeB ? j * inner + k : k * columns + j);
        }
        call.out[i * columns + j] = total;
      }
    }
  },

  gather({ node, inputs: [x], out, binding }) {
    const index = binding.index(getInput(node, 1));
    const width = binding.span(node.shape, 1, node.shape.length);
    for (const [i, row] of index.entries()) {
      for (let j = 0; row >= 0 && j < width; j++)
        out[i * width + j] = at(x as Floats, row * width + j);
    }
  },

  scatterAdd({ node, inputs: [x], out, binding }) {
    const index = binding.index(getInput<Index>(node, 1));
    const width = binding.span(node.shape, 1, node.shape.length);
    for (const [i, row] of index.entries()) {
      for (let j = 0; row >= 0 && j < width; j++) {
        out[row * width + j] = at(out, row * width + j) + at(x as Floats, i * width + j);
      }
    }
  },

  unitRows(call) {
    const [x] = call.inputs as readonly [Floats];
    const [rows, width] = rowsAndWidth(call);
    for (let i = 0; i < rows; i++) {
      const row = x.subarray(i * width, (i + 1) * width);
      const length = Math.sqrt(dot(row, row)) + (call.node.attributes.epsilon as number);
      for (let j = 0; j < width; j++) call.out[i * width + j] = at(row, j) / length;
    }
  },

  unitRowsGradient(call) {
    const [x, upstream] = call.inputs as readonly [Floats, Floats];
    const [rows, width] = rowsAndWidth(call);
    for (let i = 0; i < rows; i++) {
      const row = x.subarray(i * width, (i + 1) * width);
      const slope = upstream.subarray(i * width, (i + 1) * width);
      const norm = Math.sqrt(dot(row, row));
      const length = norm + (call.node.attributes.epsilon as number);
      const projection = norm === 0 ? 0 : dot(row, slope) / (norm * length * length);
      for (let j = 0; j < width; j++) {
        call.out[i * width + j] = at(slope, j) / length - at(row, j) * projection;
      }
    }
  },

  standardise(call) {
    const [x] = call.inputs as readonly [Floats];
    const [rows, width] = rowsAndWidth(call);
    for (let i = 0; i < rows; i++) {
      const row = x.subarray(i * width, (i + 1) * width);
      const { mean, deviation } = computeMoments(row, call.node.attributes.epsilon as number);
      for (let j = 0; j < width; j++) call.out[i * width + j] = (at(row, j) - mean) / deviation;
    }
  },

  // dx = (g - mean(g) - y mean(g y)) / deviation, y the standardised row.
  standardiseGradient(call) {
    const [x, upstream] = call.inputs as readonly [Floats, Floats];
    const [rows, width] = rowsAndWidth(call);
    for (let i = 0; i < rows; i++) {
      const row = x.subarray(i * width, (i + 1) * width);
      const slope = upstream.subarray(i * width, (i + 1) * width);
      const { mean, deviation } = computeMoments(row, call.node.attributes.epsilon as number);
      let total = 0;
      let projection = 0;
      for (let j = 0; j < width; j++) {
        total += at(slope, j);
        projection += (at(slope, j) * (at(row, j) - mean)) / deviation;
      }
      for (let j = 0; j < width; j++) {
        const y = (at(row, j) - mean) / deviation;
        call.out[i * width + j] =
          (at(slope, j) - total / width - (y * projection) / width) / deviation;
      }
    }
  },

  softmax(call) {
    const [x, mask] = call.inputs as readonly [Floats, Floats | undefined];
    const [rows, width] = rowsAndWidth(call);
    for (let i = 0; i < rows; i++) {
      const unmasked = Array.from({ length: width }, (_, j) => i * width + j).filter(
        (position) => mask === undefined || at(mask, position) !== 0,
      );
      const top = Math.max(...unmasked.map((position) => at(x, position)));
      let total = 0;
      for (const position of unmasked) total += Math.exp(at(x, position) - top);
      for (const position of unmasked) call.out[position] = Math.exp(at(x, position) - top) / total;
    }
  },

  axisSum(call) {
    const [x] = call.inputs as readonly [Floats];
    const [outer, middle, inner] = computeAxisExtents(call);
    for (let i = 0; i < outer * inner; i++) {
      const start = Math.floor(i / inner) * middle * inner + (i % inner);
      let total = 0;
      for (let j = 0; j < middle; j++) total += at(x, start + j * inner);
      call.out[i] = total;
    }
  },

  axisSpread(call) {
    const [x] = call.inputs as readonly [Floats];
    const [, middle, inner] = computeAxisExtents(call, call.node);
    for (let i = 0; i < call.out.length; i++) {
      call.out[i] = at(x, Math.floor(i / (middle * inner)) * inner + (i % inner));
    }
  },

  max(call) {
    const [x] = call.inputs as readonly [Floats];
    const [outer, middle, inner] = computeAxisExtents(call);
    for (let i = 0; i < outer * inner; i++) {
      const start = Math.floor(i / inner) * middle * inner + (i % inner);
      call.out[i] = at(x, findFirstLargest(x, start, middle, inner));
    }
  },

  maxGradient(call) {
    const [x, upstream] = call.inputs as readonly [Floats, Floats];
    const [outer, middle, inner] = computeAxisExtents(call);
    for (let i = 0; i < outer * inner; i++) {
      const start = Math.floor(i / inner) * middle * inner + (i % inner);
      call.out[findFirstLargest(x, start, middle, inner)] = at(upstream, i);
    }
  },
};

function dot(a: Floats, b: Floats): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += at(a, i) * at(b, i);
  return total;
}

function computeMoments(row: Floats, epsilon: number): { mean: number; deviation: number } {
  let mean = 0;
  for (const value of row) mean += value / row.length;
  let variance = 0;
  for (const value of row) variance += (value - mean) ** 2 / row.length;
  return { mean, deviation: Math.sqrt(variance + epsilon) };
}
