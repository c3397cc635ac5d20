import { describe, expect, test } from "vitest";
import { type Experiment, ExperimentRequest, parseSettings } from "./experiment.ts";
import { EXPERIMENTS } from "./index.ts";

const experiment: Experiment = {
  id: "toy",
  title: "",
  source: "",
  collections: ["cisi", "vaswani"],
  quickCollections: ["vaswani"],
  options: [
    { name: "models", summary: "", default: "bm25 lm" },
    { name: "rate", summary: "", default: "0.5", quick: "0.9" },
  ],
  run: () => Promise.reject(new Error("not run")),
};

const createRequest = (settings: string): ExperimentRequest =>
  new ExperimentRequest(experiment, { collections: ["cisi"], values: parseSettings(settings) });

describe("a request", () => {
  test("has the given values, and defaults for the rest", () => {
    const request = createRequest("rate = 2 ; ");
    expect(request.number("rate")).toBe(2);
    expect(request.choices("models", ["bm25", "lm", "tfidf"])).toEqual(["bm25", "lm"]);
    expect(request.configuration).toEqual({
      ...{ size: "full", collections: "cisi", models: "bm25 lm", rate: "2" },
    });
  });

  test("has the collections and values of its size unless others are given", () => {
    const quick = new ExperimentRequest(experiment, { size: "quick" });
    expect(quick.collections).toEqual(["vaswani"]);
    expect(quick.number("rate")).toBe(0.9);
    expect(new ExperimentRequest(experiment).collections).toEqual(["cisi", "vaswani"]);
    const all = new ExperimentRequest(experiment, { size: "quick", collections: ["all"] });
    expect(all.collections).toEqual(["cisi", "vaswani"]);
    const one = new ExperimentRequest(experiment, { size: "quick" }).only("cisi");
    expect([one.collection, one.number("rate")]).toEqual(["cisi", 0.9]);
  });

  test("refuses a collection if it needs none", () => {
    const plain = { ...experiment, collections: [] };
    expect(() => new ExperimentRequest(plain, { collections: ["cisi"] })).toThrow(
      "toy needs no collection, got cisi",
    );
  });

  test.each([
    ["pace=1", 'toy has no option "pace": there are models, rate'],
    ["rate", "settings are name=value"],
  ])("refuses %j", (settings, message) => {
    expect(() => createRequest(settings)).toThrow(message);
  });

  test("refuses values that its options do not allow", () => {
    const request = createRequest("models=bm26; rate=-1");
    expect(() => request.choices("models", ["bm25"])).toThrow('must be of bm25, got "bm26"');
    expect(() => request.number("rate")).toThrow('rate must be a number ≥ 0, got "-1"');
  });
});

test("no two experiments share a name", () => {
  const ids = EXPERIMENTS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
