import { expect, test } from "vitest";
import { BatchedItems, toBatches } from "./batched-items.ts";

const items = new BatchedItems(async function* () {
  yield [1, 2];
  yield new Set([3]);
});

test("gives its items one by one and in batches, each time from the beginning", async () => {
  for (let pass = 0; pass < 2; pass++) {
    const [single, batched]: [number[], number[][]] = [[], []];
    for await (const item of items) single.push(item);
    for await (const batch of items.batches()) batched.push([...batch]);
    expect(single).toEqual([1, 2, 3]);
    expect(batched).toEqual([[1, 2], [3]]);
  }
});

test("takes items in memory as one batch, and has no batches of other streams", async () => {
  const list = [1, 2];
  expect(toBatches(list)).toEqual([list]);
  const stream = (async function* () {
    yield 1;
  })();
  expect(toBatches(stream)).toBe(undefined);
  for await (const _ of stream) break;
});
