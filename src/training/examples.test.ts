import { describe, expect, test } from "vitest";
import { type Example, prefetch, splitBatches } from "./examples.ts";

describe("oneAhead", () => {
  test("yields the same items, each computed while the one before is in use", async () => {
    const produced: number[] = [];
    async function* items(): AsyncGenerator<number> {
      for (const item of [1, 2, 3]) {
        produced.push(item);
        yield item;
      }
    }
    const seen: [number, number][] = [];
    for await (const item of prefetch(items())) {
      await new Promise((resolve) => setTimeout(resolve, 0)); // a step on another thread
      seen.push([item, produced.length]);
    }
    expect(seen).toEqual([
      [1, 2],
      [2, 3],
      [3, 3],
    ]);
  });

  test("rethrows an error after the items before it", async () => {
    async function* items(): AsyncGenerator<number> {
      yield 1;
      throw new Error("line 2 is bad");
    }
    const seen: number[] = [];
    const all = (async () => {
      for await (const item of prefetch(items())) seen.push(item);
    })();
    await expect(all).rejects.toThrow("line 2 is bad");
    expect(seen).toEqual([1]);
  });

  test("closes its source when the consumer stops early", async () => {
    let isClosed = false;
    async function* items(): AsyncGenerator<number> {
      try {
        for (let item = 1; ; item++) yield item;
      } finally {
        isClosed = true;
      }
    }
    for await (const item of prefetch(items())) if (item === 2) break;
    expect(isClosed).toBe(true);
  });
});

describe("batchesOf", () => {
  const example = (name: number): Example => ({ query: [name], documents: [], grades: [] });
  /**
   * The names of the examples of every batch, from two epochs that come in chunks of 2, 0 and 3.
   */
  async function batches(batchSize: number, maxExamples = Infinity): Promise<number[][]> {
    const source = {
      async *examples(epoch: number) {
        const name = (i: number) => example(10 * epoch + i);
        yield [1, 2].map(name);
        yield [];
        yield [3, 4, 5].map(name);
      },
    };
    const batchList: number[][] = [];
    for await (const batch of splitBatches(source, { epochs: 2, batchSize, maxExamples })) {
      batchList.push(batch.map(({ query }) => query[0] as number));
    }
    return batchList;
  }

  test("splits chunks into batches within an epoch", async () => {
    expect(await batches(3)).toEqual([
      [1, 2, 3],
      [4, 5],
      [11, 12, 13],
      [14, 15],
    ]);
  });

  test("ends at the maximum number of examples", async () => {
    expect(await batches(2, 4)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(await batches(2, 6)).toEqual([[1, 2], [3, 4], [5], [11]]);
  });
});
