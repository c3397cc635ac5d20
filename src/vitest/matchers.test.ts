import { expect, test } from "vitest";
import { createIndex } from "../search/index.ts";
import { relevanceMatchers } from "./index.ts";

const index = await createIndex();
await index.add([
  { id: "eggs", text: "boiled eggs" },
  { id: "soup", text: "soup of eggs and other things in a long list of words" },
  { id: "bread", text: "flour water" },
]);

test("a document ranks above another", async () => {
  const { toRankAbove } = relevanceMatchers;
  expect((await toRankAbove(index, "boiled eggs", "eggs", "soup")).pass).toBe(true);
  const other = await toRankAbove(index, "boiled eggs", "bread", "soup");
  expect(other.pass).toBe(false);
  expect(other.message()).toBe('for "boiled eggs", bread is not found and soup is at rank 2');
});

test("a document is found among the first", async () => {
  const { toFind } = relevanceMatchers;
  expect((await toFind(index, "eggs", "soup")).pass).toBe(true);
  expect((await toFind(index, "boiled eggs", "soup", { limit: 1 })).pass).toBe(false);
});

test("a measure reaches a threshold", async () => {
  const { toReach } = relevanceMatchers;
  const queries = [
    { text: "boiled eggs", relevant: ["soup"] }, // 1/2
    { text: "water", relevant: ["bread"] }, // 1
  ];
  expect((await toReach(index, "RR@10", 0.75, queries)).pass).toBe(true);
  const missed = await toReach(index, "RR@10", 0.8, queries);
  expect(missed.pass).toBe(false);
  expect(missed.message()).toContain(
    'RR@10 is 0.7500 over 2 queries, the threshold is 0.8; lowest: "boiled eggs" 0.5000',
  );
});

test("every matcher takes the options of a search", async () => {
  const { toReach, toFind, toRankAbove } = relevanceMatchers;
  const queries = [{ id: "1", text: "boild egs", relevant: ["eggs"] }];
  expect((await toReach(index, "RR@10", 1, queries)).pass).toBe(false);
  expect((await toReach(index, "RR@10", 1, queries, { search: { fuzzy: true } })).pass).toBe(true);
  expect((await toFind(index, "boild", "eggs", { fuzzy: true })).pass).toBe(true);
  const rules = [{ id: "r", query: "boiled eggs", pin: ["bread"] }];
  expect((await toRankAbove(index, "boiled eggs", "bread", "eggs", { rules })).pass).toBe(true);
});

test("the matchers extend expect", async () => {
  expect.extend(relevanceMatchers);
  await expect(index).toRankAbove("boiled eggs", "eggs", "soup");
  await expect(index).not.toReach("RR@10", 0.9, [{ text: "eggs", relevant: ["bread"] }]);
  await expect(expect(index).toRankAbove("boiled eggs", "soup", "eggs")).rejects.toThrow(
    "at rank 2",
  );
});
