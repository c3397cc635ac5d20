/** From operations on groups and pairs to kernel calls. */

import type { Index, Segments } from "../node.ts";
import {
  address,
  type Encode,
  inputLastSize,
  lastSize,
  type NodeEncoding,
  rowsOf,
  rowWidth,
  source,
} from "./encoding.ts";
import { floatBits } from "./float-bits.ts";
import { wordsOfMixTerm } from "./layout.generated.ts";

/** Arguments of kernels that work group by group. */
function byGroup(e: NodeEncoding) {
  const segments = source<Segments>(e, 1);
  const groups = e.record.binding.size(segments.shape[0] as string);
  return { x: address(e, 0), out: e.out, groups, offsets: e.record.offsets(segments) };
}

const byRowsOfGroup =
  (kernel: "segmentSum" | "segmentSpread"): Encode =>
  (e) => {
    const args = { ...byGroup(e), width: rowWidth(e) };
    e.record.byRows(kernel, args.groups, args);
  };

const byWindow =
  (kernel: "windows" | "foldWindows", columns: (e: NodeEncoding) => number): Encode =>
  (e) => {
    const window = e.node.attributes.width as number;
    const args = { ...byGroup(e), columns: columns(e), window };
    e.record.byRows(kernel, args.groups, args);
  };

const pooling =
  (kernel: "kernelPool" | "kernelPoolGradient", upstream: (e: NodeEncoding) => number): Encode =>
  (e) => {
    const { means = [], widths = [] } = e.node.attributes as Record<string, readonly number[]>;
    e.record.needScratch(16 * means.length); // four vectors a kernel
    const { first, rungs, distance, width } = ladder(means, widths);
    const climb = distance / width ** 2;
    const step = Math.exp(-(distance ** 2) / (2 * width ** 2));
    const slopes = widths.map((each) => -1 / (2 * each ** 2));
    const args = {
      ...byGroup(e),
      kernels: means.length,
      upstream: upstream(e),
      firstRung: first,
      rungs,
      climb,
      step,
    };
    e.record.byRows(kernel, args.groups, args, [...means, ...slopes].map(floatBits));
  };

/** Fewer rungs than this cost more as a ladder than one by one. */
const FEWEST_RUNGS = 4;

/** The longest run of kernels of one width with equally distant means; no rungs if it is short. */
function ladder(means: readonly number[], widths: readonly number[]) {
  const none = { first: 0, rungs: 0, distance: 0, width: 1 };
  let longest = none;
  for (let first = 0; first + 1 < means.length; first++) {
    const width = widths[first] as number;
    const distance = (means[first + 1] as number) - (means[first] as number);
    const isRung = (k: number): boolean =>
      widths[k] === width &&
      Math.abs((means[k] as number) - (means[first] as number) - (k - first) * distance) < 1e-9;
    let rungs = 1;
    while (first + rungs < means.length && isRung(first + rungs)) rungs++;
    if (rungs > longest.rungs) longest = { first, rungs, distance, width };
  }
  return longest.rungs < FEWEST_RUNGS ? none : longest;
}

export const RAGGED_ENCODERS: Readonly<Record<string, Encode>> = {
  segmentSum: byRowsOfGroup("segmentSum"),
  segmentSpread: byRowsOfGroup("segmentSpread"),

  segmentSoftmax(e) {
    const args = byGroup(e);
    e.record.byRows("segmentSoftmax", args.groups, args);
  },

  segmentTop(e) {
    const args = { ...byGroup(e), count: lastSize(e) };
    e.record.needScratch(args.count);
    e.record.byRows("segmentTop", args.groups, args);
  },

  segmentTopGradient(e) {
    const count = source(e, 2).shape[1] as number;
    const args = { ...byGroup(e), count, upstream: address(e, 2) };
    e.record.byRows("segmentTopGradient", args.groups, args);
  },

  segmentHistogram(e) {
    const args = { ...byGroup(e), bins: lastSize(e) };
    e.record.byRows("segmentHistogram", args.groups, args);
  },

  windows: byWindow("windows", inputLastSize),
  foldWindows: byWindow("foldWindows", lastSize),
  kernelPool: pooling("kernelPool", () => 0),
  kernelPoolGradient: pooling("kernelPoolGradient", (e) => address(e, 2)),

  ngrams(e) {
    const segments = source<Segments>(e, 2);
    const tokens = e.record.binding.size(e.node.shape[0] as string);
    e.record.byRows("ngrams", tokens, {
      projected: address(e, 0),
      out: e.out,
      tokens,
      columns: e.node.shape[1] as number,
      index: e.record.index(source(e, 1)),
      length: e.node.attributes.length as number,
      groups: e.record.groups(segments),
      offsets: e.record.offsets(segments),
    });
  },

  ngramsGradient(e) {
    const segments = source<Segments>(e, 2);
    const [rows, width] = rowsOf(e, e.node.shape);
    const length = e.node.attributes.length as number;
    const { inverseOffsets, inverseElements } = e.record.inverse(source<Index>(e, 1));
    e.record.byRows("ngramsGradient", rows, {
      upstream: address(e, 0),
      out: e.out,
      rows,
      columns: width / length,
      inverseOffsets,
      length,
      groups: e.record.groups(segments),
      offsets: e.record.offsets(segments),
      inverseElements,
    });
  },

  pairDot(e) {
    e.record.needScratch(source(e, 0).shape[1] as number);
    const [left, right] = [source<Segments>(e, 4), source<Segments>(e, 5)];
    e.record.call("pairDot", e.record.binding.size(left.shape[0] as string), {
      a: address(e, 0),
      out: e.out,
      width: e.record.binding.size(source(e, 0).shape[1] as number),
      aIndex: e.record.index(source(e, 1)),
      b: address(e, 2),
      bIndex: e.record.index(source(e, 3)),
      left: e.record.offsets(left),
      right: e.record.offsets(right),
      first: e.record.firstCells(left, right),
    });
  },

  pairEqual(e) {
    const [left, right] = [source<Segments>(e, 2), source<Segments>(e, 3)];
    e.record.call("pairEqual", e.record.binding.size(left.shape[0] as string), {
      aIndex: e.record.index(source(e, 0)),
      out: e.out,
      bIndex: e.record.index(source(e, 1)),
      left: e.record.offsets(left),
      right: e.record.offsets(right),
      first: e.record.firstCells(left, right),
    });
  },

  pairMix: mixing,
  pairMixes: mixing,
};

/** Inputs of one mix: weights, rows, row index, output index, left, right. */
const MIX_INPUTS = 6;

/** One mix, or the inputs of several one after the other. */
function mixing(e: NodeEncoding): void {
  const [rows, width] = rowsOf(e, e.node.shape);
  const sides = (e.node.attributes.onto as string).split(" ");
  const terms = sides.flatMap((onto, term) => mixTerm(e, MIX_INPUTS * term, onto === "left"));
  e.record.byRows("pairMix", rows, { out: e.out, rows, width, terms: sides.length }, terms);
}

function mixTerm(e: NodeEncoding, at: number, ontoLeft: boolean): readonly number[] {
  const [left, right] = [source<Segments>(e, at + 4), source<Segments>(e, at + 5)];
  const [own, other] = ontoLeft ? [left, right] : [right, left];
  const { inverseOffsets, inverseElements } = e.record.inverse(source<Index>(e, at + 3));
  return wordsOfMixTerm({
    weights: address(e, at),
    source: address(e, at + 1),
    sourceIndex: e.record.index(source(e, at + 2)),
    inverseOffsets,
    inverseElements,
    groups: e.record.groups(own),
    own: e.record.offsets(own),
    other: e.record.offsets(other),
    first: e.record.firstCells(left, right),
    ontoLeft: Number(ontoLeft),
  });
}
