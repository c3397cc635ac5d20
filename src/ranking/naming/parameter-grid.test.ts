import { describe, expect, test } from "vitest";
import { gridSettings, parseGrid } from "./parameter-grid.ts";

describe("a grid", () => {
  test("steps from the first to the last value, in round numbers", () => {
    expect(parseGrid("b=0..1:0.1")).toEqual([
      {
        name: "b",
        values: ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"],
      },
    ]);
    expect(parseGrid("k1=0.1..2:0.1")[0]?.values).toHaveLength(20);
    expect(parseGrid("mu=.5..2:0.75")[0]?.values).toEqual(["0.5", "1.25", "2"]);
  });

  test("stops before a step that would overshoot, and takes a single value", () => {
    expect(parseGrid("b=0..1:0.4, k1=1.2")).toEqual([
      { name: "b", values: ["0", "0.4", "0.8"] },
      { name: "k1", values: ["1.2"] },
    ]);
  });

  test("takes lists, with ranges among them, each value once", () => {
    expect(parseGrid("mu=50|100..300:100|200,idf=lucene|plain")).toEqual([
      { name: "mu", values: ["50", "100", "200", "300"] },
      { name: "idf", values: ["lucene", "plain"] },
    ]);
  });

  test("enumerates settings, the last axis fastest, with the other options of the ranker", () => {
    const names = gridSettings("bm25(idf=plain)", "k1=0.5..1:0.5,b=0|0.4").map(({ name }) => name);
    expect(names).toEqual([
      "bm25(k1=0.5,b=0,idf=plain)",
      "bm25(k1=0.5,idf=plain)",
      "bm25(k1=1,b=0,idf=plain)",
      "bm25(k1=1,idf=plain)",
    ]);
  });

  test("keeps the base of a layered ranker", () => {
    const names = gridSettings("rm3(bm25(k1=0.6))", "docs=5|20").map(({ name }) => name);
    expect(names).toEqual(["rm3(bm25(k1=0.6),docs=5)", "rm3(bm25(k1=0.6),docs=20)"]);
  });

  test("of the specification has 220 settings of BM25", () => {
    expect(gridSettings("bm25", "k1=0.1..2:0.1,b=0..1:0.1")).toHaveLength(220);
  });

  test.each([
    ["", "a grid is written option=from..to:step"],
    ["k1", "a grid is written"],
    ["k1=", "a grid is written"],
    ["k1=1,k1=2", "gives an option twice"],
    ["k1=2..1:0.1", "with from ≤ to and step above 0"],
    ["k1=0..1:0", "step above 0"],
    ["k1=0..1:-1", "step above 0"],
    ["k1=0..1e9:0.001", "more than 10000 settings"],
    ["k1=0..200:1,b=0..1:0.01", "more than 10000 settings"],
    ["k7=1", 'bm25 has no option "k7"; its options are k1, b, idf, salience, form, k3'],
    ["b=0..2:0.5", "bm25 b must be a number from 0 to 1"],
    ["k1=a..b:c", "a range is written"],
  ])("rejects %j with the reason", (grid, message) => {
    expect(() => gridSettings("bm25", grid)).toThrow(message);
  });
});
