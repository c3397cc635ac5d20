import { describe, expect, test } from "vitest";
import { createPairInstance } from "./axiom.ts";
import { type AxiomResult, AxiomTally, computeVerdict } from "./axiom-result.ts";

const instance = createPairInstance(["a"], ["a"], ["b"]);

function tallyScores(isStrict: boolean, ...scores: readonly (readonly number[])[]): AxiomResult {
  const tally = new AxiomTally({ id: "X", isStrict });
  for (const each of scores) tally.add(instance, each);
  return tally.result;
}

describe("a tally", () => {
  test("counts a tie as broken for a strict axiom and as satisfied otherwise", () => {
    expect(tallyScores(true, [1, 1])).toMatchObject({ satisfied: 0, ties: 1, verdict: "violated" });
    expect(tallyScores(false, [1, 1])).toMatchObject({ satisfied: 1, ties: 1 });
  });

  test("treats values within a millionth of the score as equal", () => {
    expect(tallyScores(true, [1.0000009, 1])).toMatchObject({ satisfied: 0, ties: 1 });
    expect(tallyScores(true, [1.000002, 1])).toMatchObject({ satisfied: 1, ties: 0 });
    expect(tallyScores(true, [1000.0009, 1000])).toMatchObject({ ties: 1 });
    expect(tallyScores(false, [0, 0.0000009])).toMatchObject({ satisfied: 1, ties: 1 });
    expect(tallyScores(false, [0, 0.000002])).toMatchObject({ satisfied: 0, ties: 0 });
  });

  test("keeps the counter-example with the largest relative miss", () => {
    const { worst } = tallyScores(true, [5, 6], [1, 3], [100, 110]);
    expect(worst).toMatchObject({ scores: [1, 3], above: 1, below: 3 }); // 1/6, 2/3, 1/11
    expect(tallyScores(true, [2, 1]).worst).toBeUndefined();
  });

  test("does not count an instance whose premise fails", () => {
    const tally = new AxiomTally({ id: "X", isStrict: true });
    tally.add({ ...instance, premise: ({ 0: a }) => (a as number) > 1 }, [1, 0]);
    tally.add({ ...instance, premise: ({ 0: a }) => (a as number) > 1 }, [2, 0]);
    expect(tally.result.instances).toBe(1);
  });

  test("has no verdict without instances", () => {
    expect(tallyScores(true)).toMatchObject({ instances: 0, share: 0, verdict: "not shown" });
  });
});

test.each([
  [1000, 1000, "holds"],
  [999, 999, "not shown"],
  [999, 1000, "conditional"],
  [500, 1000, "conditional"],
  [499, 1000, "violated"],
  [0, 1, "violated"],
] as const)("%i of %i satisfied: %s", (satisfied, instances, verdict) => {
  expect(computeVerdict(satisfied, instances)).toBe(verdict);
});
