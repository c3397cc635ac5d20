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
  (builder) => {
    const pairs = builder.pairs();
    const width = builder.sampleInteger(1, 20);
    const from = onto === "left" ? "right" : "left";
    const rows = builder.values(["words", width]);
    const weights = builder.values([cells(pairs)]);
    return pairMix(
      weights,
      { rows, index: builder.index(from, "words") },
      builder.index(onto, 5),
      pairs,
      onto,
    );
  };

/** One grid of two channels for each group of a ragged axis. */
function evenGrid(builder: CaseBuilder, height: number, width: number): Grid {
  const segments = builder.segments("groups", "tokens");
  const sums = segmentSum(builder.values(["tokens", height * width * 2]), segments);
  return toCells(reshape(sums, ["groups", height, width, 2]));
}

/** By name; all have a gradient. */
export const PAIRED: Readonly<Record<string, Build>> = {
  pairDot: (builder) => {
    const pairs = builder.pairs();
    const width = builder.sampleInteger(1, 20);
    return pairDot(
      { rows: builder.values(["words", width]), index: builder.index("left", "words") },
      { rows: builder.values(["terms", width]), index: builder.index("right", "terms") },
      pairs,
    );
  },
  "pairEqual, each cell weighted": (builder) => {
    const pairs = builder.pairs();
    const [left, right] = [builder.index("left", 3), builder.index("right", 3)];
    return multiply(builder.values([cells(pairs)]), pairEqual(left, right, pairs));
  },
  "both sides joined": (builder) => {
    const pairs = builder.pairs();
    const width = builder.sampleInteger(1, 4);
    const { segments, left, right, sides, positions } = concatPairs(pairs, 20);
    const [a, b] = [
      builder.values([pairs.left.over, width]),
      builder.values([pairs.right.over, width]),
    ];
    const sideRows = gather(builder.values([2, width]), sides);
    const positionRows = gather(builder.values([20, width]), positions);
    const tokens = add(add(gather(a, left), gather(b, right)), multiply(sideRows, positionRows));
    return padSegments(tokens, segments, 4);
  },
  "pairMix onto the left": mix("left"),
  "pairMix onto the right": mix("right"),
  convolve: (builder) => {
    const pairs = builder.pairs(9);
    const [channels, height, width] = [
      builder.sampleInteger(1, 5),
      builder.sampleInteger(1, 3),
      builder.sampleInteger(1, 3),
    ];
    const x = builder.values([cells(pairs), channels]);
    const weights = builder.values(
      [height * width * channels, builder.sampleInteger(1, 18)],
      -1,
      1,
    );
    return convolve(x, weights, pairs, height, width);
  },
  adaptiveMax: (builder) => {
    const pairs = builder.pairs();
    const x = builder.values([cells(pairs), builder.sampleInteger(1, 3)]);
    return adaptiveMax(x, pairs, builder.sampleInteger(1, 4), builder.sampleInteger(1, 4));
  },
  "cells of an even grid": (builder) => {
    const { x, pairs } = evenGrid(builder, 2, 3);
    return segmentSum(x, cellRows(pairs));
  },
  "convolve over an even grid": (builder) => {
    const { x, pairs } = evenGrid(builder, 3, 4);
    return convolve(x, builder.values([12, builder.sampleInteger(1, 9)]), pairs, 2, 3);
  },
  "adaptiveMax after adaptiveMax": (builder) => {
    const pairs = builder.pairs();
    const pooled = adaptiveMax(builder.values([cells(pairs), 2]), pairs, 3, 5);
    const grid = toCells(pooled);
    return adaptiveMax(grid.x, grid.pairs, 2, 4);
  },
  attention: (builder) => {
    const pairs = builder.pairs();
    const [queries, keys, values] = ["a", "b", "b"].map((axis) => builder.values([axis, 6])) as [
      Tensor,
      Tensor,
      Tensor,
    ];
    return attention(
      queries,
      keys,
      values,
      builder.index("left", "a"),
      builder.index("right", "b"),
      pairs,
      2,
    );
  },
};
