/** Kernels on the cells of pairs, seen as images: largest values of windows, convolution. */

import type { Kernel, Place } from "../kernel.ts";
import {
  computeVolume,
  type Encoders,
  getInput,
  getInputLastSize,
  getPlace,
  type KernelEncoding,
} from "../node-encoding.ts";
import { CELL_COUNTS, FIND_CELL, getCellCounts } from "./cells.ts";
import { recordSum } from "./sums.ts";

/** The first largest value of a window of the rows and columns of a pair. */
const FIND_WINDOW = `fn find_window(first: u32, rows: u32, columns: u32, window: u32, channel: u32) -> u32 {
  let y = window / p.across;
  let z = window % p.across;
  let row_end = ((y + 1u) * rows + p.down - 1u) / p.down;
  let column_end = ((z + 1u) * columns + p.across - 1u) / p.across;
  var best = NONE;
  for (var i = y * rows / p.down; i < row_end; i++) {
    for (var j = z * columns / p.across; j < column_end; j++) {
      let at = (first + i * columns + j) * p.channels + channel;
      if (best == NONE) { best = at; } else if (x(at) > x(best)) { best = at; }
    }
  }
  return best;
}
fn size_of(offsets: u32, pair: u32) -> u32 { return entry(offsets + pair + 1u) - entry(offsets + pair); }`;

const WINDOW_COUNTS = [...CELL_COUNTS, "down", "across", "channels"];

const ADAPTIVE_MAX: Kernel = {
  name: "adaptiveMax",
  reads: ["x"],
  counts: WINDOW_COUNTS,
  declarations: FIND_WINDOW,
  body: `if (id >= p.count) { return; }
  let windows = p.down * p.across;
  let pair = id / p.channels / windows;
  let rows = size_of(p.left, pair);
  let columns = size_of(p.right, pair);
  var value = 0.0;
  if (rows * columns > 0u) {
    value = x(find_window(entry(p.first + pair), rows, columns, id / p.channels % windows, id % p.channels));
  }
  set_out(id, value);`,
};

/** A thread for each channel of a pair, because windows overlap. */
const ADAPTIVE_MAX_GRADIENT: Kernel = {
  name: "adaptiveMaxGradient",
  reads: ["x", "upstream"],
  counts: WINDOW_COUNTS,
  threads: 64,
  declarations: FIND_WINDOW,
  body: `if (id >= p.count) { return; }
  let pair = id / p.channels;
  let channel = id % p.channels;
  let rows = size_of(p.left, pair);
  let columns = size_of(p.right, pair);
  let first = entry(p.first + pair);
  for (var cell = 0u; cell < rows * columns; cell++) { set_out((first + cell) * p.channels + channel, 0.0); }
  if (rows * columns == 0u) { return; }
  let windows = p.down * p.across;
  for (var window = 0u; window < windows; window++) {
    let at = find_window(first, rows, columns, window, channel);
    set_out(at, get_out(at) + upstream((pair * windows + window) * p.channels + channel));
  }`,
};

const FILTER_COUNTS = [...CELL_COUNTS, "down", "across", "channels", "filters"];

const CONVOLVE: Kernel = {
  name: "convolve",
  reads: ["x", "weights"],
  counts: FILTER_COUNTS,
  declarations: FIND_CELL,
  body: `if (id >= p.count) { return; }
  let cell = find_cell(id / p.filters);
  let filter_number = id % p.filters;
  var sum = 0.0;
  for (var y = 0u; y < p.down && cell.row + y < cell.rows; y++) {
    for (var z = 0u; z < p.across && cell.column + z < cell.columns; z++) {
      let origin = (id / p.filters + y * cell.columns + z) * p.channels;
      let row = (y * p.across + z) * p.channels;
      for (var c = 0u; c < p.channels; c++) {
        sum += x(origin + c) * weights((row + c) * p.filters + filter_number);
      }
    }
  }
  set_out(id, sum);`,
};

const CONVOLVE_INPUT_GRADIENT: Kernel = {
  name: "convolveInputGradient",
  reads: ["upstream", "weights"],
  counts: FILTER_COUNTS,
  declarations: FIND_CELL,
  body: `if (id >= p.count) { return; }
  let cell = find_cell(id / p.channels);
  let c = id % p.channels;
  var sum = 0.0;
  for (var y = 0u; y < p.down && y <= cell.row; y++) {
    for (var z = 0u; z < p.across && z <= cell.column; z++) {
      let origin = (id / p.channels - y * cell.columns - z) * p.filters;
      let row = ((y * p.across + z) * p.channels + c) * p.filters;
      for (var f = 0u; f < p.filters; f++) { sum += upstream(origin + f) * weights(row + f); }
    }
  }
  set_out(id, sum);`,
};

/** Cells that one thread adds up for one weight. */
const CELLS_EACH = 512;

/** A thread for each weight in each part of the cells; the parts are added after. */
const CONVOLVE_WEIGHTS_GRADIENT: Kernel = {
  name: "convolveWeightsGradient",
  reads: ["x", "upstream"],
  counts: [...FILTER_COUNTS, "cells", "weights", "cellsEach"],
  threads: 64,
  declarations: FIND_CELL,
  body: `if (id >= p.count) { return; }
  let weight = id % p.weights;
  let f = weight % p.filters;
  let c = weight / p.filters % p.channels;
  let z = weight / p.filters / p.channels % p.across;
  let y = weight / p.filters / p.channels / p.across;
  let start = id / p.weights * p.cellsEach;
  let end = min(start + p.cellsEach, p.cells);
  var sum = 0.0;
  var cell = find_cell(start);
  var pair_end = cell.first + cell.rows * cell.columns;
  for (var at = start; at < end; at++) {
    if (at >= pair_end) {
      cell = find_cell(at);
      pair_end = cell.first + cell.rows * cell.columns;
    }
    let row = (at - cell.first) / cell.columns;
    let column = (at - cell.first) % cell.columns;
    if (row + y < cell.rows && column + z < cell.columns) {
      sum += x((at + y * cell.columns + z) * p.channels + c) * upstream(at * p.filters + f);
    }
  }
  set_out(id, sum);`,
};

function getPlaces(e: KernelEncoding, ...names: readonly string[]): Record<string, Place> {
  const entries = names.map((name, i) => [name, getPlace(e, i)] as const);
  return { ...Object.fromEntries(entries), out: e.out };
}

export const GRID_ENCODERS: Encoders = {
  adaptiveMax(e) {
    const count = computeVolume(e);
    const counts = { ...getCellCounts(e), count, channels: getInputLastSize(e) };
    e.record.byValues(ADAPTIVE_MAX, count, { places: getPlaces(e, "x"), counts });
  },

  adaptiveMaxGradient(e) {
    const channels = getInputLastSize(e);
    const sizes = getCellCounts(e);
    const count = sizes.pairs * channels;
    const places = { x: getPlace(e, 0), upstream: getPlace(e, 3), out: e.out };
    const counts = { ...sizes, count, channels };
    e.record.byValues(ADAPTIVE_MAX_GRADIENT, count, { places, counts });
  },

  convolve(e) {
    const count = computeVolume(e);
    const sizes = { channels: getInputLastSize(e), filters: e.node.shape[1] as number };
    e.record.byValues(CONVOLVE, count, {
      places: getPlaces(e, "x", "weights"),
      counts: { ...getCellCounts(e), ...sizes, count },
    });
  },

  convolveInputGradient(e) {
    const count = computeVolume(e);
    const sizes = { channels: e.node.shape[1] as number, filters: getInputLastSize(e) };
    e.record.byValues(CONVOLVE_INPUT_GRADIENT, count, {
      places: getPlaces(e, "upstream", "weights"),
      counts: { ...getCellCounts(e), ...sizes, count },
    });
  },

  convolveWeightsGradient(e) {
    const weights = computeVolume(e);
    const filters = e.node.shape[1] as number;
    const cells = e.record.binding.size(getInput(e, 0).shape[0] as string);
    const parts = Math.max(1, Math.ceil(cells / CELLS_EACH));
    const sums = parts === 1 ? e.out : e.record.floats(parts * weights);
    const count = parts * weights;
    const sizes = { channels: getInputLastSize(e), filters, cells, weights, cellsEach: CELLS_EACH };
    e.record.byValues(CONVOLVE_WEIGHTS_GRADIENT, count, {
      places: { ...getPlaces(e, "x", "upstream"), out: sums },
      counts: { ...getCellCounts(e), ...sizes, count },
    });
    if (parts === 1) return;
    recordSum(e.record, sums, e.out, { outer: 1, middle: parts, inner: weights });
    e.record.release(sums);
  },
};
