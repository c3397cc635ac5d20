/** Encodes operations on the cells of pairs, seen as images, as kernel calls. */

import type { Segments } from "../node.ts";
import { STRIP_COLUMNS, TILE_FILTERS, TILE_ROWS } from "./layout.generated.ts";
import {
  type Encode,
  getAddress,
  getInputLastSize,
  getLastSize,
  type NodeEncoding,
} from "./node-encoding.ts";

/** Parts that the gradient of weights is summed in: enough for many threads to share. */
const MAX_PARTS = 64;

interface FilterFrame {
  readonly height: number;
  readonly width: number;
  readonly pairs: number;
  /** Offsets of the two sides, and the first cell of every pair. */
  readonly addresses: { readonly left: number; readonly right: number; readonly first: number };
}

/** The pairs of a node and the rectangle of its filter. */
function getFilterFrame({ node, record }: NodeEncoding): FilterFrame {
  const [left, right] = node.inputs.filter(({ kind }) => kind === "segments") as Segments[];
  return {
    ...(node.attributes as { height: number; width: number }),
    pairs: record.binding.size(left?.shape[0] as string),
    addresses: {
      left: record.offsets(left as Segments),
      right: record.offsets(right as Segments),
      first: record.firstCells(left as Segments, right as Segments),
    },
  };
}

/** `position` is that of the gradient among the inputs, if this is the gradient. */
const pooling =
  (position?: number): Encode =>
  (e) => {
    const { height, width, pairs, addresses } = getFilterFrame(e);
    const upstream = position === undefined ? 0 : getAddress(e, position);
    const shape = { channels: getLastSize(e), height, width };
    const args = { x: getAddress(e, 0), out: e.out, ...addresses, ...shape, upstream };
    e.record.call("adaptiveMax", pairs, args);
  };

export const GRID_ENCODERS: Readonly<Record<string, Encode>> = {
  adaptiveMax: pooling(),
  adaptiveMaxGradient: pooling(3),

  convolve(e) {
    const { height, width, pairs, addresses } = getFilterFrame(e);
    const channels = getInputLastSize(e);
    checkStrips(e, height, width, channels);
    const shape = { channels, height, width, filters: getLastSize(e) };
    const weights = getAddress(e, 1);
    const args = { x: getAddress(e, 0), out: e.out, ...addresses, ...shape, weights, back: 0 };
    e.record.call("convolve", pairs, args);
  },

  convolveInputGradient(e) {
    const { height, width, pairs, addresses } = getFilterFrame(e);
    const [channels, filters] = [getLastSize(e), getInputLastSize(e)];
    checkStrips(e, height, width, filters);
    const turned = e.record.floats(height * width * channels * filters);
    const turning = { height, width, channels, filters };
    e.record.callFirst("turnWeights", 1, { weights: getAddress(e, 1), out: turned, ...turning });
    // Filters and channels are exchanged.
    const shape = { channels: filters, height, width, filters: channels };
    const args = {
      x: getAddress(e, 0),
      out: e.out,
      ...addresses,
      ...shape,
      weights: turned,
      back: 1,
    };
    e.record.call("convolve", pairs, args);
    e.record.release(turned);
  },

  convolveWeightsGradient(e) {
    const { height, width, pairs, addresses } = getFilterFrame(e);
    const [channels, filters] = [getInputLastSize(e), getLastSize(e)];
    checkStrips(e, 1, width, channels);
    const parts = Math.min(pairs, MAX_PARTS);
    const padded = roundUp(width * channels, TILE_ROWS) * roundUp(filters, TILE_FILTERS);
    const sums = e.record.floats(parts * height * padded);
    const shape = { channels, height, width, filters, parts };
    const adding = { sums, ...addresses, ...shape, upstream: getAddress(e, 1), pairs };
    e.record.callFirst("convolveWeightSums", parts, { x: getAddress(e, 0), ...adding });
    e.record.call("convolveWeights", height, { sums, out: e.out, ...shape });
    e.record.release(sums);
  },
};

/** Checks that this many rows of an image, as far as the filter covers them, fit into scratch. */
function checkStrips(
  { record }: NodeEncoding,
  height: number,
  width: number,
  channels: number,
): void {
  record.needScratch((height * (STRIP_COLUMNS + width - 1 + TILE_ROWS) + 1) * channels);
}

function roundUp(count: number, tile: number): number {
  return Math.ceil(count / tile) * tile;
}
