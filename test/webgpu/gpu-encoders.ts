/** What the tests of encoders on a GPU share. */

import { expect } from "vitest";

/** The package that scripts/test-webgpu.mjs found. */
export const GPU: { readonly package: string } = {
  package: process.env.TERMWISE_WEBGPU ?? "webgpu",
};

/** Each vector of one list has at least this cosine with its counterpart; all are unit vectors. */
export function expectCosines(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  dimensions: number,
  least: number,
): void {
  expect(actual.length).toBe(expected.length);
  for (let row = 0; row < actual.length; row += dimensions) {
    let [dot, squares] = [0, 0];
    for (let i = row; i < row + dimensions; i++) {
      dot += (actual[i] as number) * (expected[i] as number);
      squares += (actual[i] as number) ** 2;
    }
    expect(squares, `the length of vector ${row / dimensions}`).toBeCloseTo(1, 5);
    expect(dot, `the cosine of vector ${row / dimensions}`).toBeGreaterThan(least);
  }
}
