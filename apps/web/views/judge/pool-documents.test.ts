import { expect, test } from "vitest";
import { poolDocuments } from "./pool-documents.ts";

const moves = Array.from({ length: 40 }, (_, i) => ({ id: `d${i}`, ranks: [i + 1, null] }));

test("a pool contains every document once, always in the same order", () => {
  const pool = poolDocuments({ query: "eggs", moves });
  expect([...pool].sort()).toEqual(moves.map(({ id }) => id).sort());
  expect(poolDocuments({ query: "eggs", moves: [...moves].reverse() })).toEqual(pool);
  expect(poolDocuments({ query: "soup", moves })).not.toEqual(pool);
});

test("the order is independent of the ranks", () => {
  const pool = poolDocuments({ query: "eggs", moves });
  const ranks = pool.map((id) => Number(id.slice(1)));
  const n = ranks.length;
  const mean = (n - 1) / 2;
  // Spearman's correlation of position and rank; chance exceeds 0.31 once in twenty.
  const covariance = ranks.reduce(
    (sum, rank, position) => sum + (rank - mean) * (position - mean),
    0,
  );
  expect(Math.abs(covariance / ((n * (n * n - 1)) / 12))).toBeLessThan(0.31);
});
