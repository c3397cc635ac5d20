import { expect, test } from "vitest";
import { indexInput, input, plainBackend } from "../tensor/index.ts";
import { pairwiseHinge } from "./losses.ts";

test("pairwise hinge is zero when the better score leads by the margin", async () => {
  // The lecture's examples with margin 1: (2, 1.8) → .8; (2, 3.8) → 2.8; (2, .8) → 0. Mean 1.2.
  const scores = input("scores", ["pairs"]);
  const better = indexInput("better", "triples", "pairs");
  const worse = indexInput("worse", "triples", "pairs");
  const session = await plainBackend({ precision: "float64" }).open([]);
  const loss = pairwiseHinge(scores, { better, worse });
  const step = await session.prepare({ outputs: { loss } });
  const hinge = async (pairs: number[], count: number) => {
    const triples = Array.from({ length: count }, (_, i) => i);
    const batch = { scores: pairs, better: triples, worse: triples.map((i) => i + count) };
    return (await step.run(batch)).outputs.loss?.[0];
  };
  expect(await hinge([2, 1.8], 1)).toBeCloseTo(0.8, 12);
  expect(await hinge([2, 3.8], 1)).toBeCloseTo(2.8, 12);
  expect(await hinge([2, 0.8], 1)).toBe(0);
  expect(await hinge([2, 2, 2, 1.8, 3.8, 0.8], 3)).toBeCloseTo(1.2, 12);
});
