import { expect, test } from "vitest";
import { computeCurvePoints, createLabelFindings, RULES } from "./label-curves-tables.ts";

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

test("a finding for each number of judged queries up to 100 asks whether few labels suffice", () => {
  const point = { collection: "a", draws: 20, learned: 9 };
  const findings = createLabelFindings([
    { ...point, size: 50, gain: 0.01, p: 0.2 },
    { ...point, size: 100, gain: 0.02, p: 0.01 },
    { ...point, size: 100, gain: -0.02, p: 0.01 },
    { ...point, size: 200, gain: 0.03, p: 0.001 },
  ]);
  expect(findings.map(({ verdict }) => verdict)).toEqual(["not shown", "holds", "fails"]);
  expect(findings[1]).toMatchObject({ claim: "S1.12", collection: "a", p: 0.01 });
});
