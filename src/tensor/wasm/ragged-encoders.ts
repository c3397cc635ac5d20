/** Encodes operations on groups and pairs as kernel calls. */

import type { Index, Segments } from "../node.ts";
import { toFloatBits } from "./float-bits.ts";
import { toMixTermWords } from "./layout.generated.ts";
import {
  computeRows,
  computeRowWidth,
  type Encode,
  getAddress,
  getInput,
  getInputLastSize,
  getLastSize,
  type NodeEncoding,
} from "./node-encoding.ts";

/** Arguments of kernels that work group by group. */
function getGroupArguments(e: NodeEncoding) {
  const segments = getInput<Segments>(e, 1);
  const groups = e.record.binding.size(segments.shape[0] as string);
  return { x: getAddress(e, 0), out: e.out, groups, offsets: e.record.offsets(segments) };
}

const byRowsOfGroup =
  (kernel: "segmentSum" | "segmentSpread"): Encode =>
  (e) => {
    const args = { ...getGroupArguments(e), width: computeRowWidth(e) };
    e.record.byRows(kernel, args.groups, args);
  };

const byWindow =
  (kernel: "windows" | "foldWindows", columns: (e: NodeEncoding) => number): Encode =>
  (e) => {
    const window = e.node.attributes.width as number;
    const args = { ...getGroupArguments(e), columns: columns(e), window };
    e.record.byRows(kernel, args.groups, args);
  };

const pooling =
  (kernel: "kernelPool" | "kernelPoolGradient", upstream: (e: NodeEncoding) => number): Encode =>
  (e) => {
    const { means = [], widths = [] } = e.node.attributes as Record<string, readonly number[]>;
    e.record.needScratch(16 * means.length); // four vectors per kernel
    const { first, rungs, distance, width } = findLadder(means, widths);
    const climb = distance / width ** 2;
    const step = Math.exp(-(distance ** 2) / (2 * width ** 2));
    const slopes = widths.map((each) => -1 / (2 * each ** 2));
    const args = {
      ...getGroupArguments(e),
      kernels: means.length,
      upstream: upstream(e),
      firstRung: first,
      rungs,
      climb,
      step,
    };
    e.record.byRows(kernel, args.groups, args, [...means, ...slopes].map(toFloatBits));
  };

/** Fewer rungs than this are cheaper one by one than as a ladder. */
const MIN_LADDER_KERNELS = 4;

/** The longest run of kernels of one width with equally distant means; no rungs if it is short. */
function findLadder(means: readonly number[], widths: readonly number[]) {
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
  return longest.rungs < MIN_LADDER_KERNELS ? none : longest;
}

export const RAGGED_ENCODERS: Readonly<Record<string, Encode>> = {
  segmentSum: byRowsOfGroup("segmentSum"),
  segmentSpread: byRowsOfGroup("segmentSpread"),

  segmentSoftmax(e) {
    const args = getGroupArguments(e);
    e.record.byRows("segmentSoftmax", args.groups, args);
  },

  segmentTop(e) {
    const args = { ...getGroupArguments(e), count: getLastSize(e) };
    e.record.needScratch(args.count);
    e.record.byRows("segmentTop", args.groups, args);
  },

  segmentTopGradient(e) {
    const count = getInput(e, 2).shape[1] as number;
    const args = { ...getGroupArguments(e), count, upstream: getAddress(e, 2) };
    e.record.byRows("segmentTopGradient", args.groups, args);
  },

  segmentHistogram(e) {
    const args = { ...getGroupArguments(e), bins: getLastSize(e) };
    e.record.byRows("segmentHistogram", args.groups, args);
  },

  windows: byWindow("windows", getInputLastSize),
  foldWindows: byWindow("foldWindows", getLastSize),
  kernelPool: pooling("kernelPool", () => 0),
  kernelPoolGradient: pooling("kernelPoolGradient", (e) => getAddress(e, 2)),

  ngrams(e) {
    const segments = getInput<Segments>(e, 2);
    const tokens = e.record.binding.size(e.node.shape[0] as string);
    e.record.byRows("ngrams", tokens, {
      projected: getAddress(e, 0),
      out: e.out,
      tokens,
      columns: e.node.shape[1] as number,
      index: e.record.index(getInput(e, 1)),
      length: e.node.attributes.length as number,
      groups: e.record.groups(segments),
      offsets: e.record.offsets(segments),
    });
  },

  ngramsGradient(e) {
    const segments = getInput<Segments>(e, 2);
    const [rows, width] = computeRows(e, e.node.shape);
    const length = e.node.attributes.length as number;
    const { inverseOffsets, inverseElements } = e.record.inverse(getInput<Index>(e, 1));
    e.record.byRows("ngramsGradient", rows, {
      upstream: getAddress(e, 0),
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
    e.record.needScratch(getInput(e, 0).shape[1] as number);
    const [left, right] = [getInput<Segments>(e, 4), getInput<Segments>(e, 5)];
    e.record.call("pairDot", e.record.binding.size(left.shape[0] as string), {
      a: getAddress(e, 0),
      out: e.out,
      width: e.record.binding.size(getInput(e, 0).shape[1] as number),
      aIndex: e.record.index(getInput(e, 1)),
      b: getAddress(e, 2),
      bIndex: e.record.index(getInput(e, 3)),
      left: e.record.offsets(left),
      right: e.record.offsets(right),
      first: e.record.firstCells(left, right),
    });
  },

  pairEqual(e) {
    const [left, right] = [getInput<Segments>(e, 2), getInput<Segments>(e, 3)];
    e.record.call("pairEqual", e.record.binding.size(left.shape[0] as string), {
      aIndex: e.record.index(getInput(e, 0)),
      out: e.out,
      bIndex: e.record.index(getInput(e, 1)),
      left: e.record.offsets(left),
      right: e.record.offsets(right),
      first: e.record.firstCells(left, right),
    });
  },

  pairMix: encodeMix,
  pairMixes: encodeMix,
};

/** Inputs of one mix: weights, rows, row index, output index, left, right. */
const MIX_INPUTS = 6;

/** One mix, or the inputs of several one after the other. */
function encodeMix(e: NodeEncoding): void {
  const [rows, width] = computeRows(e, e.node.shape);
  const sides = (e.node.attributes.onto as string).split(" ");
  const terms = sides.flatMap((onto, term) => encodeMixTerm(e, MIX_INPUTS * term, onto === "left"));
  e.record.byRows("pairMix", rows, { out: e.out, rows, width, terms: sides.length }, terms);
}

function encodeMixTerm(e: NodeEncoding, at: number, ontoLeft: boolean): readonly number[] {
  const [left, right] = [getInput<Segments>(e, at + 4), getInput<Segments>(e, at + 5)];
  const [target, other] = ontoLeft ? [left, right] : [right, left];
  const { inverseOffsets, inverseElements } = e.record.inverse(getInput<Index>(e, at + 3));
  return toMixTermWords({
    weights: getAddress(e, at),
    source: getAddress(e, at + 1),
    sourceIndex: e.record.index(getInput(e, at + 2)),
    inverseOffsets,
    inverseElements,
    groups: e.record.groups(target),
    own: e.record.offsets(target),
    other: e.record.offsets(other),
    first: e.record.firstCells(left, right),
    ontoLeft: Number(ontoLeft),
  });
}
