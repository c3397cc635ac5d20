import { describe, expect, test } from "vitest";
import { type Experiment, ExperimentRequest, parseSettings } from "./experiment.ts";
import { EXPERIMENTS } from "./index.ts";

const experiment: Experiment = {
  id: "toy",
  title: "",
  source: "",
  collections: [],
  options: [
    { name: "models", summary: "", default: "bm25 lm" },
    { name: "rate", summary: "", default: "0.5" },
  ],
  run: () => Promise.reject(new Error("not run")),
};

describe("a request", () => {
  test("has what was given, and defaults for the rest", () => {
    const request = new ExperimentRequest(experiment, "cisi", parseSettings("rate = 2 ; "));
    expect(request.number("rate")).toBe(2);
    expect(request.choices("models", ["bm25", "lm", "tfidf"])).toEqual(["bm25", "lm"]);
    expect(request.configuration).toEqual({ collection: "cisi", models: "bm25 lm", rate: "2" });
  });

  test.each([
    ["pace=1", 'toy has no option "pace": there are models, rate'],
    ["rate", "settings are name=value"],
  ])("refuses %j", (settings, message) => {
    expect(() => new ExperimentRequest(experiment, "cisi", parseSettings(settings))).toThrow(
      message,
    );
  });

  test("refuses values that its options do not have", () => {
    const request = new ExperimentRequest(
      experiment,
      "cisi",
      parseSettings("models=bm26; rate=-1"),
    );
    expect(() => request.choices("models", ["bm25"])).toThrow('must be of bm25, got "bm26"');
    expect(() => request.number("rate")).toThrow('rate must be a number ≥ 0, got "-1"');
  });
});

test("no two experiments share a name", () => {
  const ids = EXPERIMENTS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
