import { expect, test } from "vitest";
import { Adam } from "./adam.ts";

test("Adam's first steps are as worked out", () => {
  // Step 1: both moments, corrected, are g and g², so the step is rate · sign(g).
  // Step 2 with the gradient (-1, 0): m = (.9·.1·2 - .1, -.9·.1·.5) / .19 = (.421053, -.236842),
  // v = (.999·.001·4 + .001, .999·.001·.25) / .001999 = (2.499250, .124937),
  // m / √v = (.266337, -.670055).
  const parameters = Float64Array.of(1, 1);
  const adam = new Adam(parameters, 0.1);
  adam.step(Float64Array.of(2, -0.5));
  expect(parameters[0]).toBeCloseTo(0.9, 7);
  expect(parameters[1]).toBeCloseTo(1.1, 7);
  adam.step(Float64Array.of(-1, 0));
  expect(parameters[0]).toBeCloseTo(0.9 - 0.1 * 0.266337, 6);
  expect(parameters[1]).toBeCloseTo(1.1 + 0.1 * 0.670055, 6);
});
