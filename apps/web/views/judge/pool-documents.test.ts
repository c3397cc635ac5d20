import { expect, test } from "vitest";
import { poolDocuments } from "./pool-documents.ts";

const moves = Array.from({ length: 40 }, (_, i) => ({ id: `d${i}`, ranks: [i + 1, null] }));

test("a pool has every document once, in the same order each time", () => {
  const pool = poolDocuments({ query: "eggs", moves });
  expect([...pool].sort()).toEqual(moves.map(({ id }) => id).sort());
  expect(poolDocuments({ query: "eggs", moves: [...moves].reverse() })).toEqual(pool);
  expect(poolDocuments({ query: "soup", moves })).not.toEqual(pool);
});

test("the order tells nothing of the ranks", () => {
  const pool = poolDocuments({ query: "eggs", moves });
  const ranks = pool.map((id) => Number(id.slice(1)));
  const n = ranks.length;
  const mean = (n - 1) / 2;
  // Spearman's correlation of place and rank; 0.31 is what chance exceeds once in twenty.
  const covariance = ranks.reduce(
    (sum, rank, position) => sum + (rank - mean) * (position - mean),
    0,
  );
  expect(Math.abs(covariance / ((n * (n * n - 1)) / 12))).toBeLessThan(0.31);
});
