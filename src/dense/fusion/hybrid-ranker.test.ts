import { describe, expect, test } from "vitest";
import { needsQueryVector } from "../../search/needs-query-vector.ts";
import { formatHybridRanker, parseHybridRanker } from "./hybrid-ranker.ts";

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
])("%s is read", (text, expected) => {
  expect(needsQueryVector(text)).toBe(true);
  expect(parseHybridRanker(text)).toEqual({ ...defaults, ...expected });
});

test.each([
  ["Hybrid(alpha=1,depth=200)", "hybrid"],
  ["hybrid(BM25(k1=0.6),dense,alpha=0.5)", "hybrid(bm25(k1=0.6),dense,alpha=0.5)"],
  ["hybrid(bm25,ef=300,depth=50)", "hybrid(bm25,dense,depth=50,ef=300)"],
  ["rrf(k=60)", "rrf"],
  ["dense(ef=7)", "dense(ef=7)"],
])("the shortest name of %s is %s", (text, name) => {
  expect(formatHybridRanker(parseHybridRanker(text))).toBe(name);
  expect(parseHybridRanker(name)).toEqual(parseHybridRanker(text));
});

test.each(["bm25", "hybrids", "denser(x)", "rm3(bm25)", "", undefined, {}])(
  "%s is left to words",
  (ranker) => {
    expect(needsQueryVector(ranker)).toBe(false);
  },
);

describe("a bad name is refused:", () => {
  test.each([
    ["hybrid(bm25,lm)", "hybrid takes a ranker of words and then dense"],
    ["hybrid(dense,bm25)", "hybrid takes a ranker of words and then dense"],
    ["dense(bm25)", "dense takes a ranker of words and then dense"],
    ["hybrid(bm26)", 'unknown ranker "bm26"'],
    ["hybrid(alpha=-1)", "hybrid alpha must be a finite number ≥ 0, got -1"],
    ["hybrid(alpha=x)", "hybrid alpha must be a finite number ≥ 0, got x"],
    ["hybrid(k=3)", 'hybrid has no option "k"; its options are alpha, depth'],
    ["rrf(alpha=3)", 'rrf has no option "alpha"; its options are k, depth'],
    ["dense(k=3)", 'dense has no option "k"; its options are ef'],
    ["hybrid(depth=1.5)", "hybrid depth must be a whole number ≥ 1, got 1.5"],
    ["hybrid(alpha=1,alpha=2)", "gives alpha twice"],
    ["hybrid(bm25", "a ranker is written name or name(option=value,…)"],
  ])("%s", (text, message) => {
    expect(() => parseHybridRanker(text)).toThrow(message);
  });
});
