import { describe, expect, test } from "vitest";
import { completeSettings } from "./training-settings.ts";

describe("settings of a training that nobody chose", () => {
  test.each([
    ["many examples", 20_512, { epochs: 3, period: 200 }],
    ["few examples, which are gone through more often", 1_040, { epochs: 36, period: 17 }],
    ["one example", 1, { epochs: 600, period: 1 }],
    ["an unknown number of examples", undefined, { epochs: 3, period: 200 }],
  ])("suit %s", (_, examples, expected) => {
    expect(completeSettings({}, examples)).toMatchObject(expected);
  });

  test("give way to those that somebody did", () => {
    const chosen = { epochs: 2, period: 300 };
    expect(completeSettings(chosen, 10)).toMatchObject(chosen);
  });
});
