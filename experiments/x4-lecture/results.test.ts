import { expect, test } from "vitest";
import { ExperimentRequest } from "../experiment.ts";
import { x4Results } from "./results.ts";

test("X4-results leaves out a model with one start and keeps the other", () => {
  const values = new Map([
    ["models", "KNRM Duet"],
    ["without", "KNRM_RND Duet"],
  ]);
  const request = new ExperimentRequest(x4Results, { values });
  expect(x4Results.systems?.(request).map(({ name }) => name)).toEqual(["KNRM", "Duet_RND"]);
});
