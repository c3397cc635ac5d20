import { expect, test } from "vitest";
import { findBaselineDefect } from "./testable-baseline.ts";

// Means: chance .2, BM25 .5; a baseline may lack .05.
const chance = [0.1, 0.2, 0.3, 0.2];
const bm25 = [0.4, 0.5, 0.6, 0.5];

test("a baseline that ranks about as well as BM25 carries a claim", () => {
  expect(findBaselineDefect([0.4, 0.5, 0.6, 0.4], { chance, bm25 })).toBeUndefined();
  expect(findBaselineDefect([0.36, 0.46, 0.56, 0.46], { chance, bm25 })).toBeUndefined();
});

test("one that is more than a tenth below BM25 does not", () => {
  expect(findBaselineDefect([0.34, 0.44, 0.54, 0.44], { chance, bm25 })).toBe(
    "the baseline, .4400, is more than 10 % below BM25, .5000",
  );
});

test("nor does one whose interval against chance has 0 inside", () => {
  // Differences .3, −.1, .3, −.1: mean .1, standard error .115, t(3, .975) = 3.18.
  expect(findBaselineDefect([0.4, 0.1, 0.6, 0.1], { chance, bm25: chance })).toBe(
    "the baseline, .3000, is not above chance, .2000",
  );
});
