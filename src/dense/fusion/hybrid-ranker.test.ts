import { expect, test } from "vitest";
import { parseHybridRanker } from "./hybrid-ranker.ts";

const defaults = { alpha: 1, k: 60, depth: 200 };

test.each([
  ["dense", { kind: "dense" }],
  ["hybrid", { kind: "hybrid" }],
  ["Hybrid()", { kind: "hybrid" }],
  [" hybrid ( bm25 , dense , alpha = 0.5 ) ", { kind: "hybrid", first: "bm25", alpha: 0.5 }],
  ["hybrid(bm25)", { kind: "hybrid", first: "bm25" }],
  ["hybrid(depth=50,alpha=0)", { kind: "hybrid", alpha: 0, depth: 50 }],
  ["hybrid(bm25(k1=0.6,b=0.8),dense)", { kind: "hybrid", first: "bm25(k1=0.6,b=0.8)" }],
  ["rrf(rm3(bm25,docs=5),dense,k=10)", { kind: "rrf", first: "rm3(bm25,docs=5)", k: 10 }],
  ["dense(ef=7)", { kind: "dense", ef: 7 }],
  ["hybrid(ef=auto)", { kind: "hybrid" }],
])("%s has these settings", (text, expected) => {
  expect(parseHybridRanker(text)).toEqual({ ...defaults, ...expected });
});

test("a lexical ranker is rejected", () => {
  expect(() => parseHybridRanker("bm25(k1=1)")).toThrow(
    "bm25(k1=1) is not a dense or hybrid ranker",
  );
});
