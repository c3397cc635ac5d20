import { expect, test } from "vitest";
import { ArrayAdam } from "./array-adam.ts";

test("Adam's first steps equal those computed by hand", () => {
  // Step 1: both moments, corrected, are g and g², so the step is rate · sign(g).
  // Step 2 with the gradient (-1, 0): m = (.9·.1·2 - .1, -.9·.1·.5) / .19 = (.421053, -.236842),
  // v = (.999·.001·4 + .001, .999·.001·.25) / .001999 = (2.499250, .124937),
  // m / √v = (.266337, -.670055).
  const adam = new ArrayAdam(2, { rate: 0.1 });
  const first = adam.step([2, -0.5]);
  expect(first[0]).toBeCloseTo(-0.1, 7);
  expect(first[1]).toBeCloseTo(0.1, 7);
  const second = adam.step([-1, 0]);
  expect(second[0]).toBeCloseTo(-0.1 * 0.266337, 6);
  expect(second[1]).toBeCloseTo(0.1 * 0.670055, 6);
});
