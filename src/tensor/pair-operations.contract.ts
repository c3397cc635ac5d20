/** Cases of the operations on the two sides of pairs and on their cells. */

import type { Build, CaseBuilder } from "./case-builder.contract.ts";
import { concatPairs } from "./concat-pairs.ts";
import { convolve } from "./convolution.ts";
import { add, multiply } from "./elementwise.ts";
import { type Grid, toCells } from "./even-grid.ts";
import { attention } from "./layers.ts";
import { reshape } from "./layout.ts";
import type { Tensor } from "./node.ts";
import { padSegments } from "./pad-segments.ts";
import { adaptiveMax, cellRows, cells, pairDot, pairEqual, pairMix } from "./pairs.ts";
import { gather } from "./rows.ts";
import { segmentSum } from "./segments.ts";

const mix =
  (onto: "left" | "right"): Build =>
  (make) => {
    const pairs = make.pairs();
    const width = make.sampleInteger(1, 20);
    const from = onto === "left" ? "right" : "left";
    const rows = make.values(["words", width]);
    const weights = make.values([cells(pairs)]);
    return pairMix(
      weights,
      { rows, index: make.index(from, "words") },
      make.index(onto, 5),
      pairs,
      onto,
    );
  };

/** One grid of two channels for each group of a ragged axis. */
function evenGrid(make: CaseBuilder, height: number, width: number): Grid {
  const segments = make.segments("groups", "tokens");
  const sums = segmentSum(make.values(["tokens", height * width * 2]), segments);
  return toCells(reshape(sums, ["groups", height, width, 2]));
}

/** By name; all have a gradient. */
export const PAIRED: Readonly<Record<string, Build>> = {
  pairDot: (make) => {
    const pairs = make.pairs();
    const width = make.sampleInteger(1, 20);
    return pairDot(
      { rows: make.values(["words", width]), index: make.index("left", "words") },
      { rows: make.values(["terms", width]), index: make.index("right", "terms") },
      pairs,
    );
  },
  "pairEqual, each cell weighted": (make) => {
    const pairs = make.pairs();
    const [left, right] = [make.index("left", 3), make.index("right", 3)];
    return multiply(make.values([cells(pairs)]), pairEqual(left, right, pairs));
  },
  "both sides joined": (make) => {
    const pairs = make.pairs();
    const width = make.sampleInteger(1, 4);
    const { segments, left, right, sides, positions } = concatPairs(pairs, 20);
    const [a, b] = [make.values([pairs.left.over, width]), make.values([pairs.right.over, width])];
    const ofSide = gather(make.values([2, width]), sides);
    const positionRows = gather(make.values([20, width]), positions);
    const tokens = add(add(gather(a, left), gather(b, right)), multiply(ofSide, positionRows));
    return padSegments(tokens, segments, 4);
  },
  "pairMix onto the left": mix("left"),
  "pairMix onto the right": mix("right"),
  convolve: (make) => {
    const pairs = make.pairs(9);
    const [channels, height, width] = [
      make.sampleInteger(1, 5),
      make.sampleInteger(1, 3),
      make.sampleInteger(1, 3),
    ];
    const x = make.values([cells(pairs), channels]);
    const weights = make.values([height * width * channels, make.sampleInteger(1, 18)], -1, 1);
    return convolve(x, weights, pairs, height, width);
  },
  adaptiveMax: (make) => {
    const pairs = make.pairs();
    const x = make.values([cells(pairs), make.sampleInteger(1, 3)]);
    return adaptiveMax(x, pairs, make.sampleInteger(1, 4), make.sampleInteger(1, 4));
  },
  "cells of an even grid": (make) => {
    const { x, pairs } = evenGrid(make, 2, 3);
    return segmentSum(x, cellRows(pairs));
  },
  "convolve over an even grid": (make) => {
    const { x, pairs } = evenGrid(make, 3, 4);
    return convolve(x, make.values([12, make.sampleInteger(1, 9)]), pairs, 2, 3);
  },
  "adaptiveMax after adaptiveMax": (make) => {
    const pairs = make.pairs();
    const pooled = adaptiveMax(make.values([cells(pairs), 2]), pairs, 3, 5);
    const grid = toCells(pooled);
    return adaptiveMax(grid.x, grid.pairs, 2, 4);
  },
  attention: (make) => {
    const pairs = make.pairs();
    const [queries, keys, values] = ["a", "b", "b"].map((axis) => make.values([axis, 6])) as [
      Tensor,
      Tensor,
      Tensor,
    ];
    return attention(
      queries,
      keys,
      values,
      make.index("left", "a"),
      make.index("right", "b"),
      pairs,
      2,
    );
  },
};
