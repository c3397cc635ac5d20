import { expect, test } from "vitest";
import { LetterGraphs } from "./letter-graphs.ts";

test("words are counts of their commonest letter graphs", () => {
  // #aa# has # twice, a twice and #a, aa, a#, #aa, aa#, #aa# once; #b# has # twice, b, #b, b#, #b#.
  // With aa once and b three times: # 2 + 6, then b, #b, b# and #b# 3 each, a 2, all else 1.
  const graphs = new LetterGraphs(
    new Map([
      ["aa", 1],
      ["b", 3],
    ]),
    6,
  );
  expect(graphs.graphs).toEqual(["#", "#b", "#b#", "b", "b#", "a"]);
  expect(graphs.dimension).toBe(6);
  expect([...graphs.getVector("aa")]).toEqual([2, 0, 0, 0, 0, 2]);
  expect([...graphs.getVector("b")]).toEqual([2, 1, 1, 1, 1, 0]);
  expect([...graphs.getVector("ab")]).toEqual([2, 0, 0, 1, 1, 1]);
});

test("graphs have at most five characters", () => {
  const { graphs } = new LetterGraphs(new Map([["letters", 1]]), 100);
  expect(graphs.every((graph) => graph.length <= 5)).toBe(true);
  // #letters# has nine characters: 9 + 8 + 7 + 6 + 5 graphs, of which #, e and t come twice.
  expect(graphs).toHaveLength(35 - 3);
});

test("there is at least one graph", () => {
  expect(() => new LetterGraphs(new Map(), 0)).toThrow("a whole number ≥ 1 of them, got 0");
});
