import { expect, test } from "vitest";
import { pooled } from "./pool.ts";

const moves = Array.from({ length: 40 }, (_, i) => ({ id: `d${i}`, ranks: [i + 1, null] }));

test("a pool has every document once, in the same order each time", () => {
  const pool = pooled({ query: "eggs", moves });
  expect([...pool].sort()).toEqual(moves.map(({ id }) => id).sort());
  expect(pooled({ query: "eggs", moves: [...moves].reverse() })).toEqual(pool);
  expect(pooled({ query: "soup", moves })).not.toEqual(pool);
});

test("the order tells nothing of the ranks", () => {
  const pool = pooled({ query: "eggs", moves });
  const places = pool.map((id) => Number(id.slice(1)));
  const n = places.length;
  const mean = (n - 1) / 2;
  // Spearman's correlation of place and rank; 0.31 is what chance exceeds once in twenty.
  const covariance = places.reduce((sum, rank, place) => sum + (rank - mean) * (place - mean), 0);
  expect(Math.abs(covariance / ((n * (n * n - 1)) / 12))).toBeLessThan(0.31);
});
