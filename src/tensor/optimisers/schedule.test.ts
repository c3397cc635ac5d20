import { expect, test } from "vitest";
import { constantRate, createLinearDecay, createWarmUp, Plateau } from "./schedule.ts";

const listFactors = (schedule: (step: number) => number, steps: number): number[] =>
  Array.from({ length: steps }, (_, i) => schedule(i + 1));

test("schedules return the factor of each step", () => {
  expect(listFactors(constantRate, 3)).toEqual([1, 1, 1]);
  expect(listFactors(createLinearDecay(4), 6)).toEqual([1, 0.75, 0.5, 0.25, 0, 0]);
  expect(listFactors(createWarmUp(4), 6)).toEqual([0.25, 0.5, 0.75, 1, 1, 1]);
  expect(listFactors(createWarmUp(2, createLinearDecay(2)), 5)).toEqual([0.5, 1, 0.5, 0, 0]);
});

test("a plateau halves the rate after more than `patience` measurements without improvement", () => {
  const plateau = new Plateau({ patience: 2 });
  expect([0.1, 0.2, 0.2, 0.1, 0.15, 0.1, 0.3].map((m) => plateau.report(m))).toEqual([
    1, 1, 1, 1, 0.5, 1, 1,
  ]);
});

test.each([0, 1, -1, NaN])("a plateau rejects the factor %s", (factor) => {
  expect(() => new Plateau({ factor })).toThrow("factor must be between 0 and 1");
});

test.each([0, 1.5, NaN])("schedules reject %s steps", (steps) => {
  expect(() => createLinearDecay(steps)).toThrow("whole number ≥ 1");
  expect(() => createWarmUp(steps)).toThrow("whole number ≥ 1");
  expect(() => new Plateau({ patience: steps })).toThrow("whole number ≥ 1");
});
