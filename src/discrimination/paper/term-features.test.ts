import { expect, test } from "vitest";
import { MemoryIndex } from "../../../test/oracle/memory-index.ts";
import { createTermFeatures, createUnitVectors } from "./term-features.ts";
import { TermMatrix } from "./term-matrix.ts";

test("features are vectors and rarity, each centred on its mean", () => {
  // df of a, b, c = 2, 1, 1 of two documents, so rarity is 0, ln 2, ln 2, with the mean ln 4 / 3.
  const matrix = new TermMatrix(
    new MemoryIndex([
      { id: "1", terms: ["a", "b"] },
      { id: "2", terms: ["a", "c"] },
    ]),
  );
  const vectors = {
    dimension: 2,
    rows: Float32Array.of(1, 4, 3, 0, 0, 0),
    hasVector: Uint8Array.of(1, 1, 0),
  };
  const { dimension, rows, hasVector } = createTermFeatures(vectors, matrix);
  expect(dimension).toBe(3);
  expect(hasVector).toEqual(vectors.hasVector);
  const third = Math.LN2 / 3;
  // The mean of the known vectors is (2, 2); the third term has no vector and gets zeros.
  const expected = [-1, 2, -2 * third, 1, -2, third, 0, 0, third];
  for (const [i, value] of expected.entries()) expect(rows[i]).toBeCloseTo(value, 6);
});

test("unit vectors have length 1, and a term without a vector keeps zeros", () => {
  const { rows, dimension } = createUnitVectors({
    ...{ dimension: 2, rows: Float32Array.of(3, 4, 0, -2, 0, 0) },
    hasVector: Uint8Array.of(1, 1, 0),
  });
  expect(dimension).toBe(2);
  const expected = [0.6, 0.8, 0, -1, 0, 0];
  for (const [i, value] of expected.entries()) expect(rows[i]).toBeCloseTo(value, 6);
});
