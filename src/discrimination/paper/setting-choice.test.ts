import { expect, test } from "vitest";
import { SettingChoice } from "./setting-choice.ts";

const queries = [{ id: "a", terms: [] }];

/** One query's nDCG@5 and the share of postings kept, epoch by epoch. */
function createHistory(...epochs: (readonly [ndcg: number, kept: number])[]) {
  return {
    probes: epochs.map(([ndcg]) => new Map([["a", ndcg]])),
    history: epochs.map(([ndcg, kept], epoch) => ({ epoch, ndcg, kept })),
  };
}

test("chooses the best of all settings and epochs, the earlier among equals", () => {
  const choice = new SettingChoice();
  choice.add(0, queries, createHistory([0.4, 1], [0.5, 0.9]));
  choice.add(1, queries, createHistory([0.4, 1], [0.6, 0.8], [0.6, 0.7]));
  expect(choice.best()).toEqual({ setting: 1, epochs: 1, ndcg: 0.6, kept: 0.8 });
});

test("chooses the candidate with the fewest postings among those not below the plain model, less a tolerance", () => {
  const choice = new SettingChoice();
  choice.add(0, queries, createHistory([0.4, 1], [0.5, 0.9], [0.41, 0.7]));
  choice.add(1, queries, createHistory([0.4, 1], [0.41, 0.5], [0.39, 0.4]));
  choice.add(2, queries, createHistory([0.4, 1], [0.41, 0.1]));
  expect(choice.smallest(0)).toMatchObject({ setting: 0, epochs: 2 });
  expect(choice.smallest(0.02)).toMatchObject({ setting: 1, epochs: 2 });
});

test("keeps the plain model if everything else ranks worse", () => {
  const choice = new SettingChoice();
  choice.add(0, queries, createHistory([0.4, 1], [0.2, 0.5]));
  expect(choice.smallest(0.1)).toEqual({ setting: 0, epochs: 0, ndcg: 0.4, kept: 1 });
});

test("sums over learnings and excludes epochs that one of them did not reach", () => {
  const choice = new SettingChoice();
  choice.add(0, queries, createHistory([0.4, 1], [0.6, 0.8], [0.9, 0.5]));
  choice.add(0, queries, createHistory([0.2, 1], [0.4, 0.6]));
  expect(choice.best()).toEqual({ setting: 0, epochs: 1, ndcg: 0.5, kept: 0.7 });
});
