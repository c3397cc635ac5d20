import { describe, expect, test } from "vitest";
import { completeSettings } from "./training-settings.ts";

describe("default settings of a training", () => {
  test.each([
    ["many examples", 20_512, { epochs: 3, period: 200 }],
    ["few examples, with more epochs", 1_040, { epochs: 36, period: 17 }],
    ["one example", 1, { epochs: 600, period: 1 }],
    ["an unknown number of examples", undefined, { epochs: 3, period: 200 }],
  ])("suit %s", (_, examples, expected) => {
    expect(completeSettings({}, examples)).toMatchObject(expected);
  });

  test("are overridden by explicit settings", () => {
    const chosen = { epochs: 2, period: 300 };
    expect(completeSettings(chosen, 10)).toMatchObject(chosen);
  });

  test("take the former name of maxExamples", () => {
    expect(completeSettings({ mostExamples: 7 })).toMatchObject({ maxExamples: 7 });
    expect(completeSettings({ mostExamples: 7, maxExamples: 5 })).toMatchObject({ maxExamples: 5 });
    expect(completeSettings({ mostExamples: 7 })).not.toHaveProperty("mostExamples");
  });
});
