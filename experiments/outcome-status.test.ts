import { expect, test } from "vitest";
import type { StoredOutcome } from "./documents/stored-outcome.ts";
import type { Experiment } from "./experiment.ts";
import { describeOutcomes } from "./outcome-status.ts";

const experiment = {
  ...{ id: "X1-tab9", title: "", source: "", collections: ["a", "b:test", "c"] },
  options: [{ name: "epochs", summary: "", default: "6", quick: "3" }],
} as unknown as Experiment;

const createOutcome = (collections: string, epochs: string): StoredOutcome => ({
  ...{ experiment: "X1-tab9", title: "", data: {}, tables: [], findings: [] },
  ...{ configuration: { collections, epochs }, made: { version: "1", platform: "" } },
});

test("a collection has an outcome of full size, a smoke test or none", () => {
  const outcomes = [createOutcome("b:test", "6"), createOutcome("a b:test d", "3")];
  expect(describeOutcomes([experiment], outcomes)).toEqual([
    { experiment: "X1-tab9", full: ["b"], smokeTests: ["a", "d"], missing: ["c"] },
  ]);
});

test("experiments without collections, and our own, are not listed", () => {
  const others = [
    { ...experiment, collections: [] },
    { ...experiment, id: "classical" },
  ];
  expect(describeOutcomes(others, [])).toEqual([]);
});
