import { expect, test } from "vitest";
import { quantise } from "../../src/dense/vectors/index.ts";
import { decodeRows, encodeRows } from "./stored-vectors.ts";

test.each([1, 5, 16, 384])("rows of %i dimensions are read as they were written", (dimensions) => {
  const values = Array.from({ length: 3 * dimensions }, (_, i) => Math.sin(i + 1));
  const { codes, scales } = quantise(values, dimensions);
  expect(decodeRows(encodeRows({ codes, scales }, dimensions), dimensions)).toEqual({
    codes,
    scales,
  });
});

test("a text that is cut off, empty, or has an impossible scale is not rows", () => {
  const { codes, scales } = quantise([0.6, -0.8], 2);
  const text = encodeRows({ codes, scales }, 2);
  expect(decodeRows(text.slice(0, -4), 2)).toBeUndefined();
  expect(decodeRows("", 2)).toBeUndefined();
  expect(decodeRows(text, 17)).toBeUndefined();
  for (const scale of [0, -1, Number.NaN, Infinity]) {
    const damaged = encodeRows({ codes, scales: Float32Array.of(scale) }, 2);
    expect(decodeRows(damaged, 2), `${scale}`).toBeUndefined();
  }
});
