import { expect, test } from "vitest";
import { computeCurvePoints, RULES } from "./label-curves-tables.ts";

/** Two draws on two test queries: the first gains clearly in cross-validation, the second hardly. */
const CURVE = {
  collection: "toy",
  draws: [
    {
      queries: ["a", "b"],
      points: [{ size: 10, gain: 0.1, error: 0.01, tuned: [0.5, 0.2], learned: [0.7, 0.3] }],
    },
    {
      queries: ["a", "c"],
      points: [{ size: 10, gain: 0.01, error: 0.02, tuned: [0.5, 0.4], learned: [0.1, 0.2] }],
    },
  ],
};

test.each([
  // a: (+.2 - .4) / 2 = -.1, b: +.1, c: -.2
  ["always learned", 2, (-0.1 + 0.1 - 0.2) / 3],
  ["gain above 0", 2, (-0.1 + 0.1 - 0.2) / 3],
  // The second draw keeps the tuned model. a: (.2 + 0) / 2 = .1, b: .1, c: 0
  ["gain above 1 standard errors", 1, (0.1 + 0.1 + 0) / 3],
])("the rule %s learns from %i of two draws", (name, learned, gain) => {
  const rule = RULES.find((each) => each.name === name) as (typeof RULES)[number];
  const [point] = computeCurvePoints([CURVE], rule);
  expect(point).toMatchObject({ collection: "toy", size: 10, draws: 2, learned });
  expect(point?.gain).toBeCloseTo(gain, 12);
});

test("a point without any learned weights has a gain of 0 and p of 1", () => {
  const never = { name: "never", isLearned: () => false };
  expect(computeCurvePoints([CURVE], never)).toMatchObject([{ learned: 0, gain: 0, p: 1 }]);
});
