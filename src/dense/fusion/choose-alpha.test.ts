/** Alpha by cross-validation, on values that a pencil can follow. */

import { expect, test } from "vitest";
import { assignFolds, chooseAlpha } from "./choose-alpha.ts";

const QUERIES = 200;
/** Query q is in fold q modulo 5: 40 in each. */
const FOLDS = Uint8Array.from({ length: QUERIES }, (_, query) => query % 5);

const each = (valueAt: (query: number) => number, count = QUERIES): Float64Array =>
  Float64Array.from({ length: count }, (_, query) => valueAt(query));

test("the alpha that is best on every fold is chosen, with its gain", () => {
  const values = new Map([
    [0.5, each(() => 0.25)],
    [1, each(() => 0.5)],
    [2, each((query) => (query % 10 < 5 ? 0.5 : 1))],
  ]);
  // Each fold has as many queries that gain .5 as such that gain nothing.
  const choice = chooseAlpha(values, FOLDS);
  expect(choice).toMatchObject({ alpha: 2, outcome: "chosen", gain: 0.25 });
  expect(choice.trials).toEqual([
    { alpha: 0.5, mean: 0.25 },
    { alpha: 1, mean: 0.5 },
    { alpha: 2, mean: 0.75 },
  ]);
  // Deviation sqrt(200 · .0625 / 199) = .250627, over sqrt 200: .0177220; times t(.975, 199) = 1.97196.
  expect(choice.interval?.[0]).toBeCloseTo(0.25 - 0.034947, 5);
  expect(choice.interval?.[1]).toBeCloseTo(0.25 + 0.034947, 5);
});

test("an alpha that is best on all queries but loses in cross-validation is not chosen", () => {
  // Alpha 2 answers fold 0 alone and alpha .5 fold 1 alone: .2 on all queries, above the .15 of alpha 1.
  const values = new Map([
    [0.5, each((query) => (query % 5 === 1 ? 1 : 0))],
    [1, each(() => 0.15)],
    [2, each((query) => (query % 5 === 0 ? 1 : 0))],
  ]);
  // Fold 0 is measured with .5, fold 1 with 2, the others with either: 0 for every query.
  const choice = chooseAlpha(values, FOLDS);
  expect(choice).toMatchObject({ alpha: 1, outcome: "no gain" });
  expect(choice.gain).toBeCloseTo(-0.15, 12);
});

test("of equally good alphas the one nearest to 1 is chosen", () => {
  const good = each(() => 0.6);
  const values = new Map([
    [0.2, good],
    [1, each(() => 0.5)],
    [1.5, good],
    [3, good],
  ]);
  expect(chooseAlpha(values, FOLDS).alpha).toBe(1.5);
  expect(chooseAlpha(new Map([...values, [1, good]]), FOLDS)).toMatchObject({
    ...{ alpha: 1, outcome: "no gain", gain: 0, p: 1 },
  });
});

test("199 judged queries are too few", () => {
  const values = new Map([
    [1, each(() => 0, 199)],
    [2, each(() => 1, 199)],
  ]);
  const choice = chooseAlpha(values, FOLDS.subarray(0, 199));
  expect(choice).toEqual({ alpha: 1, outcome: "too few queries", trials: [] });
});

test("folds have equal sizes and depend on the seed alone", () => {
  const folds = assignFolds(203, 7);
  const sizes = [0, 1, 2, 3, 4].map((fold) => folds.filter((its) => its === fold).length);
  expect(sizes).toEqual([41, 41, 41, 40, 40]);
  expect(assignFolds(203, 7)).toEqual(folds);
  expect(assignFolds(203, 8)).not.toEqual(folds);
});
