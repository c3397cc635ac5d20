import { describe, expect, test } from "vitest";
import { TermwiseError } from "../common/errors.ts";
import { convolve } from "./convolution.ts";
import { add } from "./elementwise.ts";
import { kernelPool } from "./kernel-pooling.ts";
import { concat, reshape, slice } from "./layout.ts";
import { matmul } from "./matmul.ts";
import { ngrams } from "./ngrams.ts";
import { indexInput, input, segmentsInput, type Tensor, variable } from "./node.ts";
import { cells, pairDot, pairMix } from "./pairs.ts";
import { layerNorm, max, softmax } from "./reductions.ts";
import { gather, scatterAdd } from "./rows.ts";
import { segmentSum, segmentTop } from "./segments.ts";

const x = input("x", ["words", 300]);
const tokens = indexInput("tokens", "tokens", "words");
const documents = segmentsInput("documents", "pairs", "tokens");
const queries = segmentsInput("queries", "pairs", "queryTokens");

test("a shape error names operation, rule, shapes and the line of the model", () => {
  expect(() => matmul(x, input("y", [128, 300]))).toThrow(
    /^matmul: the inner sizes must be equal, got \[words, 300\] and \[128, 300\] \(tensor\/shape-errors\.test\.ts:21\)$/,
  );
});

test("axes of different names do not mix, even if a batch would make them equally long", () => {
  expect(() => add(input("a", ["queryTokens"]), input("b", ["documentTokens"]))).toThrow(
    "add: one shape must fit into the other, got [queryTokens] and [documentTokens]",
  );
});

describe("rejects", () => {
  const side = { rows: x, index: tokens };
  const pairs = { left: queries, right: documents };
  const badGraphs: Record<string, () => Tensor> = {
    "a reshape that loses values": () => reshape(x, ["words", 299]),
    "a join of different rows": () => concat([x, input("y", ["tokens", 2])]),
    "a cut outside the row": () => slice(x, 200, 301),
    "an axis that is not there": () => max(x, 2),
    "a mask of another shape": () => softmax(x, input("m", ["words", 1])),
    "a gain of another width": () => layerNorm(x, input("g", [3]), input("s", [3])),
    "an index into another axis": () => gather(input("y", ["terms", 2]), tokens),
    "rows for another index": () => scatterAdd(x, tokens),
    "segments of another axis": () => segmentSum(x, documents),
    "rows where single values are needed": () =>
      segmentTop(input("t", ["tokens", 2]), documents, 3),
    "half a place": () => segmentTop(input("t", ["tokens"]), documents, 1.5),
    "pooling of another axis": () => kernelPool(input("t", ["words"]), documents, []),
    "no kernel": () => kernelPool(input("t", ["tokens"]), documents, []),
    "a kernel without width": () =>
      kernelPool(input("t", ["tokens"]), documents, [{ mean: 1, width: 0 }]),
    "a projection that cannot be cut": () => ngrams(x, tokens, documents, 7),
    "a side over another axis": () => pairDot(side, side, pairs),
    "weights of other cells": () =>
      pairMix(x, side, indexInput("q", "queryTokens", "words"), pairs, "left"),
    "a convolution of something else": () => convolve(x, input("w", [4, 8]), pairs, 2, 2),
    "filters of another size": () =>
      convolve(input("c", [cells(pairs), 1]), input("w", [5, 8]), pairs, 2, 2),
    "a variable without size": () => variable("v", [0]),
  };
  test.each(Object.entries(badGraphs))("%s", (_name, build) => {
    expect(build).toThrow(TermwiseError);
  });
});
