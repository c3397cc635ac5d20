import { expect, test } from "vitest";
import { mapAhead } from "./map-ahead.ts";

/** Work whose items end when they are told to. */
function createWork() {
  const started: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const work = (item: number): Promise<number> => {
    started.push(item);
    return new Promise((resolve, reject) => {
      ends.set(item, (error) => (error === undefined ? resolve(10 * item) : reject(error)));
    });
  };
  return { started, ends, work };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test("works on so many items at a time, and gives results in the order of the items", async () => {
  const { started, ends, work } = createWork();
  const results: number[] = [];
  const all = (async () => {
    for await (const result of mapAhead([1, 2, 3, 4], 2, work)) results.push(result);
  })();
  await turn();
  expect(started).toEqual([1, 2]);
  ends.get(2)?.();
  await turn();
  expect(results).toEqual([]);
  ends.get(1)?.();
  await turn();
  expect(results).toEqual([10, 20]);
  expect(started).toEqual([1, 2, 3, 4]);
  for (const item of [3, 4]) {
    ends.get(item)?.();
    await turn();
  }
  await all;
  expect(results).toEqual([10, 20, 30, 40]);
});

test("one at a time gives each result before the next item is read", async () => {
  const read: number[] = [];
  async function* items() {
    for (const item of [1, 2]) {
      read.push(item);
      yield item;
    }
  }
  const results = mapAhead(items(), 1, async (item) => -item);
  expect(await results.next()).toEqual({ value: -1, done: false });
  expect(read).toEqual([1]);
});

test("the first failure in order is thrown, after all work that began has ended", async () => {
  const { ends, work } = createWork();
  let isOver = false;
  const all = (async () => {
    for await (const _ of mapAhead([1, 2, 3], 3, work));
  })().finally(() => {
    isOver = true;
  });
  const failed = expect(all).rejects.toThrow("first");
  await turn();
  ends.get(2)?.(new Error("second"));
  await turn();
  ends.get(1)?.(new Error("first"));
  await turn();
  expect(isOver).toBe(false);
  ends.get(3)?.();
  await failed;
});
