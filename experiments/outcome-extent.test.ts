import { describe, expect, test } from "vitest";
import { isFullOutcome } from "./outcome-extent.ts";

const options = [
  { name: "seeds", summary: "", default: "5", quick: "1" },
  { name: "examples", summary: "", default: "0", quick: "1600" },
  { name: "models", summary: "", default: "knrm s-knrm" },
];
const full = { size: "full", seeds: "5", examples: "0", models: "knrm" };
const training = { collection: "a", system: "KNRM", seed: 1, kept: 40, steps: 90 };
const trainings = [{ ...training, ending: "patience" as const }];

describe("an outcome is full", () => {
  test("with the full value of every limit, or more seeds, and trainings that validation ended", () => {
    expect(isFullOutcome({ configuration: full, trainings }, { options })).toBe(true);
    expect(isFullOutcome({ configuration: { ...full, seeds: "8" }, trainings }, { options })).toBe(
      true,
    );
  });

  test.each([{ examples: "1600" }, { seeds: "1" }])("not with %j", (limited) => {
    const configuration = { ...full, ...limited };
    expect(isFullOutcome({ configuration, trainings }, { options })).toBe(false);
  });

  test("not if a training ran out of epochs, or if none is recorded", () => {
    const short = [...trainings, { ...training, ending: "epochs" as const }];
    expect(isFullOutcome({ configuration: full, trainings: short }, { options })).toBe(false);
    expect(isFullOutcome({ configuration: full }, { options })).toBe(false);
  });

  test("with fewer models, learned or neural ones", () => {
    const some = [
      { name: "neural", summary: "", default: "drmm duet", quick: "drmm" },
      { name: "epochs", summary: "", default: "6", quick: "3" },
    ];
    const isFull = (configuration: Record<string, string>) =>
      isFullOutcome({ configuration }, { options: some });
    expect(isFull({ neural: "", epochs: "6" })).toBe(true);
    expect(isFull({ neural: "drmm duet", epochs: "3" })).toBe(false);
  });

  test("without trainings if it needs none, whatever its size is called", () => {
    const untrained = { options: [{ name: "top", summary: "", default: "10", quick: "5" }] };
    expect(isFullOutcome({ configuration: { top: "10" } }, untrained)).toBe(true);
    expect(isFullOutcome({ configuration: { top: "5" } }, untrained)).toBe(false);
    expect(isFullOutcome({ configuration: { size: "quick" } }, { options: [] })).toBe(true);
  });
});
