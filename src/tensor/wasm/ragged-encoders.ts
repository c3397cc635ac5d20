/**
 * From operations on groups and pairs to kernel calls. Argument orders are
 * those that the kernels in kernels/tensor state.
 */

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
import { bits } from "./recorder.ts";

/** Kernels of the form (x, out, groups, width, offsets, …), a task for some groups. */
const byGroup =
  (
    width: (e: NodeEncoding) => number,
    rest: (e: NodeEncoding) => readonly number[] = () => [],
  ): Encode =>
  (e) => {
    const segments = source<Segments>(e, 1);
    const groups = e.record.binding.size(segments.shape[0] as string);
    const offsets = e.record.offsets(segments);
    const args = [address(e, 0), e.out, groups, width(e), offsets, ...rest(e)];
    e.record.byRows(e.node.operation.name, groups, args);
  };

const pooling = (upstream: (e: NodeEncoding) => number): Encode =>
  byGroup(
    ({ node }) => (node.attributes.means as readonly number[]).length,
    (e) => {
      const { means = [], widths = [] } = e.node.attributes as Record<string, readonly number[]>;
      e.record.needScratch(16 * means.length); // four vectors a kernel
      const { first, rungs, distance, width } = ladder(means, widths);
      const climb = distance / width ** 2;
      const step = Math.exp(-(distance ** 2) / (2 * width ** 2));
      const slopes = widths.map((each) => -1 / (2 * each ** 2));
      return [upstream(e), first, rungs, ...[climb, step, ...means, ...slopes].map(bits)];
    },
  );

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
  segmentSum: byGroup(rowWidth),
  segmentSpread: byGroup(rowWidth),
  segmentSoftmax: byGroup(() => 1),
  segmentTop: byGroup(lastSize, (e) => {
    e.record.needScratch(lastSize(e));
    return [];
  }),
  segmentTopGradient: byGroup(
    (e) => source(e, 2).shape[1] as number,
    (e) => [address(e, 2)],
  ),
  segmentHistogram: byGroup(lastSize),
  windows: byGroup(inputLastSize, ({ node }) => [node.attributes.width as number]),
  foldWindows: byGroup(lastSize, ({ node }) => [node.attributes.width as number]),
  kernelPool: pooling(() => 0),
  kernelPoolGradient: pooling((e) => address(e, 2)),

  ngrams(e) {
    const segments = source<Segments>(e, 2);
    const tokens = e.record.binding.size(e.node.shape[0] as string);
    e.record.byRows("ngrams", tokens, [
      address(e, 0),
      e.out,
      tokens,
      e.node.shape[1] as number,
      e.record.index(source(e, 1)),
      e.node.attributes.length as number,
      e.record.groups(segments),
      e.record.offsets(segments),
    ]);
  },

  ngramsGradient(e) {
    const segments = source<Segments>(e, 2);
    const [rows, width] = rowsOf(e, e.node.shape);
    const length = e.node.attributes.length as number;
    const [offsets, elements] = e.record.inverse(source<Index>(e, 1));
    e.record.byRows("ngramsGradient", rows, [
      address(e, 0),
      e.out,
      rows,
      width / length,
      offsets,
      length,
      e.record.groups(segments),
      e.record.offsets(segments),
      elements,
    ]);
  },

  pairDot(e) {
    e.record.needScratch(source(e, 0).shape[1] as number);
    const [left, right] = [source<Segments>(e, 4), source<Segments>(e, 5)];
    e.record.call("pairDot", e.record.binding.size(left.shape[0] as string), [
      address(e, 0),
      e.out,
      e.record.binding.size(source(e, 0).shape[1] as number),
      e.record.index(source(e, 1)),
      address(e, 2),
      e.record.index(source(e, 3)),
      e.record.offsets(left),
      e.record.offsets(right),
      e.record.firstCells(left, right),
    ]);
  },

  pairEqual(e) {
    const [left, right] = [source<Segments>(e, 2), source<Segments>(e, 3)];
    e.record.call("pairEqual", e.record.binding.size(left.shape[0] as string), [
      e.record.index(source(e, 0)),
      e.out,
      e.record.index(source(e, 1)),
      e.record.offsets(left),
      e.record.offsets(right),
      e.record.firstCells(left, right),
    ]);
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
  e.record.byRows("pairMix", rows, [e.out, rows, width, sides.length, ...terms]);
}

function mixTerm(e: NodeEncoding, at: number, ontoLeft: boolean): readonly number[] {
  const [left, right] = [source<Segments>(e, at + 4), source<Segments>(e, at + 5)];
  const [own, other] = ontoLeft ? [left, right] : [right, left];
  return [
    address(e, at),
    address(e, at + 1),
    e.record.index(source(e, at + 2)),
    ...e.record.inverse(source<Index>(e, at + 3)),
    e.record.groups(own),
    e.record.offsets(own),
    e.record.offsets(other),
    e.record.firstCells(left, right),
    Number(ontoLeft),
  ];
}
