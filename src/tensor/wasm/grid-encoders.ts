/**
 * From operations on the cells of pairs, seen as images, to kernel calls.
 * Argument orders are those that the kernels in kernels/tensor state.
 */

import type { Segments } from "../node.ts";
import { address, type Encode, inputLastSize, lastSize, type NodeEncoding } from "./encoding.ts";

/** Cells of a row, and those beside them, in scratch at a time; as in kernels/tensor/convolution.ts. */
const COLUMNS = 128;
const CELLS = 4;

/** Parts that the gradient of weights is summed in: enough for many threads to share. */
const MOST_PARTS = 64;

interface Frame {
  readonly height: number;
  readonly width: number;
  readonly pairs: number;
  /** Offsets of the two sides, and the first cell of every pair. */
  readonly places: readonly [number, number, number];
}

/** The pairs of a node and the rectangle that it is about. */
function frameOf({ node, record }: NodeEncoding): Frame {
  const [left, right] = node.inputs.filter(({ kind }) => kind === "segments") as Segments[];
  return {
    ...(node.attributes as { height: number; width: number }),
    pairs: record.binding.size(left?.shape[0] as string),
    places: [
      record.offsets(left as Segments),
      record.offsets(right as Segments),
      record.firstCells(left as Segments, right as Segments),
    ],
  };
}

/** Kernels of the form (x, out, channels, left, right, first, height, width, upstream or 0). */
const pooling =
  (upstream?: number): Encode =>
  (e) => {
    const { height, width, pairs, places } = frameOf(e);
    const slopes = upstream === undefined ? 0 : address(e, upstream);
    const args = [address(e, 0), e.out, lastSize(e), ...places, height, width, slopes];
    e.record.call("adaptiveMax", pairs, args);
  };

export const GRID_ENCODERS: Readonly<Record<string, Encode>> = {
  adaptiveMax: pooling(),
  adaptiveMaxGradient: pooling(3),

  convolve(e) {
    const { height, width, pairs, places } = frameOf(e);
    const channels = inputLastSize(e);
    needStrips(e, height, width, channels);
    const shape = [height, width, lastSize(e)];
    const args = [address(e, 0), e.out, channels, ...places, ...shape, address(e, 1), 0];
    e.record.call("convolve", pairs, args);
  },

  convolveInputGradient(e) {
    const { height, width, pairs, places } = frameOf(e);
    const [channels, filters] = [lastSize(e), inputLastSize(e)];
    needStrips(e, height, width, filters);
    const turned = e.record.floats(height * width * channels * filters);
    const turning = [address(e, 1), turned, height, width, channels, filters];
    e.record.callFirst("turnWeights", 1, turning);
    const args = [address(e, 0), e.out, filters, ...places, height, width, channels, turned, 1];
    e.record.call("convolve", pairs, args);
    e.record.release(turned);
  },

  convolveWeightsGradient(e) {
    const { height, width, pairs, places } = frameOf(e);
    const [channels, filters] = [inputLastSize(e), lastSize(e)];
    needStrips(e, 1, width, channels);
    const parts = Math.min(pairs, MOST_PARTS);
    const padded = Math.ceil((width * channels) / 4) * 4 * Math.ceil(filters / 8) * 8;
    const sums = e.record.floats(parts * height * padded);
    const shape = [height, width, filters];
    const adding = [...shape, address(e, 1), parts, pairs];
    e.record.callFirst("convolveWeightSums", parts, [
      address(e, 0),
      sums,
      channels,
      ...places,
      ...adding,
    ]);
    const args = [sums, e.out, height, width, channels, filters, parts];
    e.record.call("convolveWeights", height, args);
    e.record.release(sums);
  },
};

/** Checks that so many rows of an image, as far as they are in sight, fit into scratch. */
function needStrips(
  { record }: NodeEncoding,
  height: number,
  width: number,
  channels: number,
): void {
  record.needScratch((height * (COLUMNS + width - 1 + CELLS) + 1) * channels);
}
