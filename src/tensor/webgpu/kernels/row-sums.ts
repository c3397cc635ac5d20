/**
 * Kernels that add to the rows that an index names, in a fixed order and without atomic
 * operations: each row sums the elements that name it. The elements of a frequent row are
 * divided into chunks, whose sums are added in order.
 */

import type { Index, Segments } from "../../node.ts";
import type { Kernel, Place } from "../kernel.ts";
import {
  computeRows,
  computeRowWidth,
  computeVolume,
  type EncodeKernels,
  type Encoders,
  getInput,
  getPlace,
  type KernelEncoding,
} from "../node-encoding.ts";
import type { DispatchArguments } from "../step-recorder.ts";

/**
 * A kernel with a thread for each column of each chunk. `add` adds element `t` in column `j`
 * of row `row` to `sum`.
 */
function sumChunks(
  name: string,
  reads: readonly string[],
  counts: readonly string[],
  add: string,
): Kernel {
  return {
    name,
    reads,
    counts: ["count", "width", "starts", "owners", "elements", "accumulate", ...counts],
    threads: 128,
    body: `if (id >= p.count) { return; }
  let chunk = id / p.width;
  let j = id % p.width;
  let row = entry(p.owners + chunk);
  let end = entry(p.starts + chunk + 1u);
  var sum = 0.0;
  if (p.accumulate != 0u) { sum = get_out(id); }
  for (var e = entry(p.starts + chunk); e < end; e++) {
    let t = entry(p.elements + e);
    ${add}
  }
  set_out(id, sum);`,
  };
}

/** Adds the sums of the chunks of each row. */
const ADD_CHUNKS: Kernel = {
  name: "addChunks",
  reads: ["x"],
  counts: ["count", "width", "rowChunks", "accumulate"],
  body: `if (id >= p.count) { return; }
  let row = id / p.width;
  let end = entry(p.rowChunks + row + 1u);
  var sum = 0.0;
  if (p.accumulate != 0u) { sum = get_out(id); }
  for (var chunk = entry(p.rowChunks + row); chunk < end; chunk++) {
    sum += x(chunk * p.width + id % p.width);
  }
  set_out(id, sum);`,
};

/** Records a sum over the elements of every row. `isFirst`: rows start at 0. */
function recordRowSums(
  { record, out }: KernelEncoding,
  kernel: Kernel,
  index: Index,
  width: number,
  args: DispatchArguments,
  isFirst = true,
): void {
  const chunks = record.chunks(index);
  const rows = record.binding.size(index.into);
  const count = chunks.count * width;
  const sums = chunks.isSingle ? out : record.floats(count);
  const accumulate = Number(!isFirst);
  record.byValues(kernel, count, {
    places: { ...args.places, out: sums },
    counts: {
      ...args.counts,
      count,
      width,
      starts: chunks.starts,
      owners: chunks.rows,
      elements: chunks.elements,
      accumulate: chunks.isSingle ? accumulate : 0,
    },
  });
  if (chunks.isSingle) return;
  record.byValues(ADD_CHUNKS, rows * width, {
    places: { x: sums, out },
    counts: { count: rows * width, width, rowChunks: chunks.rowChunks, accumulate },
  });
  record.release(sums);
}

const SCATTER_ADD = sumChunks("scatterAdd", ["x"], [], "sum += x(t * p.width + j);");

/** The rows of the projected n-grams: each token of a row adds to the part of its place. */
const NGRAMS_GRADIENT = sumChunks(
  "ngramsGradient",
  ["upstream"],
  ["columns", "groups", "offsets"],
  `let place = j / p.columns;
    if (t - entry(p.offsets + entry(p.groups + t)) >= place) {
      sum += upstream((t - place) * p.columns + j % p.columns);
    }`,
);

/** Each token t of a side adds the rows of the other side, weighted by their cells. */
function createMix(ontoLeft: boolean): Kernel {
  const cell = ontoLeft ? "first + place * others + k" : "first + k * own + place";
  return sumChunks(
    `pairMix onto the ${ontoLeft ? "left" : "right"}`,
    ["weights", "x"],
    ["groups", "own", "other", "first", "index"],
    `let pair = entry(p.groups + t);
    let place = t - entry(p.own + pair);
    let own = entry(p.own + pair + 1u) - entry(p.own + pair);
    let origin = entry(p.other + pair);
    let others = entry(p.other + pair + 1u) - origin;
    let first = entry(p.first + pair);
    for (var k = 0u; k < others; k++) {
      let source = entry(p.index + origin + k);
      if (source != NONE) { sum += weights(${cell}) * x(source * p.width + j); }
    }`,
  );
}

const MIX_ONTO_LEFT = createMix(true);
const MIX_ONTO_RIGHT = createMix(false);

/** Inputs of one mix: weights, rows, row index, output index, left, right. */
const MIX_INPUTS = 6;

/** One mix, or the sum of several whose inputs come one after the other. */
const encodeMixes: EncodeKernels = (e) => {
  const [, width] = computeRows(e, e.node.shape);
  const sides = (e.node.attributes.onto as string).split(" ");
  for (const [term, onto] of sides.entries()) {
    const at = MIX_INPUTS * term;
    const ontoLeft = onto === "left";
    const [left, right] = [getInput<Segments>(e, at + 4), getInput<Segments>(e, at + 5)];
    const [target, other] = ontoLeft ? [left, right] : [right, left];
    const places: Record<string, Place> = { weights: getPlace(e, at), x: getPlace(e, at + 1) };
    const counts = {
      groups: e.record.groups(target),
      own: e.record.offsets(target),
      other: e.record.offsets(other),
      first: e.record.firstCells(left, right),
      index: e.record.index(getInput(e, at + 2)),
    };
    const kernel = ontoLeft ? MIX_ONTO_LEFT : MIX_ONTO_RIGHT;
    recordRowSums(e, kernel, getInput<Index>(e, at + 3), width, { places, counts }, term === 0);
  }
};

const NGRAMS: Kernel = {
  name: "ngrams",
  reads: ["projected"],
  counts: ["count", "columns", "length", "index", "groups", "offsets"],
  body: `if (id >= p.count) { return; }
  let t = id / p.columns;
  let j = id % p.columns;
  let end = min(t + p.length, entry(p.offsets + entry(p.groups + t) + 1u));
  var sum = 0.0;
  for (var i = t; i < end; i++) {
    let row = entry(p.index + i);
    if (row != NONE) { sum += projected((row * p.length + i - t) * p.columns + j); }
  }
  set_out(id, sum);`,
};

export const ROW_SUM_ENCODERS: Encoders = {
  scatterAdd(e) {
    const width = computeRowWidth(e);
    recordRowSums(e, SCATTER_ADD, getInput<Index>(e, 1), width, { places: { x: getPlace(e, 0) } });
  },

  ngrams(e) {
    const segments = getInput<Segments>(e, 2);
    const count = computeVolume(e);
    e.record.byValues(NGRAMS, count, {
      places: { projected: getPlace(e, 0), out: e.out },
      counts: {
        count,
        columns: e.node.shape[1] as number,
        length: e.node.attributes.length as number,
        index: e.record.index(getInput(e, 1)),
        groups: e.record.groups(segments),
        offsets: e.record.offsets(segments),
      },
    });
  },

  ngramsGradient(e) {
    const segments = getInput<Segments>(e, 2);
    const [, width] = computeRows(e, e.node.shape);
    const columns = width / (e.node.attributes.length as number);
    recordRowSums(e, NGRAMS_GRADIENT, getInput<Index>(e, 1), width, {
      places: { upstream: getPlace(e, 0) },
      counts: {
        columns,
        groups: e.record.groups(segments),
        offsets: e.record.offsets(segments),
      },
    });
  },

  pairMix: encodeMixes,
  pairMixes: encodeMixes,
};
