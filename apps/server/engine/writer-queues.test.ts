import { describe, expect, test } from "vitest";
import { TermwiseError } from "../../../src/common/errors.ts";
import { WriterQueues } from "./writer-queues.ts";

function createWriters(max: number) {
  let count = 0;
  const writers = new WriterQueues(() => `writer ${++count}`, {
    max,
    waiting: { most: 4, time: 1000 },
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** Starts a write that ends when the test calls for it. */
  const start = (index: string, name: string): Promise<string> =>
    writers.run({ index }, (slot) => {
      begun.push(`${name} on ${slot}`);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(slot)));
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { writers, begun, ends, start, settle };
}

describe("writes", () => {
  test("to several indexes run at once, those to one index one after the other on one writer", async () => {
    const { begun, ends, start, settle } = createWriters(4);
    const writes = [start("a", "a1"), start("a", "a2"), start("b", "b1")];
    await settle();
    expect(begun).toEqual(["a1 on writer 1", "b1 on writer 2"]);
    ends.get("a1")?.();
    await settle();
    expect(begun.at(-1)).toBe("a2 on writer 1");
    ends.get("a2")?.();
    ends.get("b1")?.();
    expect(await Promise.all(writes)).toEqual(["writer 1", "writer 1", "writer 2"]);
  });

  test("to more indexes than there are writers share those with the fewest indexes", async () => {
    const { begun, ends, start, settle } = createWriters(2);
    for (const index of ["a", "b", "c", "d", "e"]) {
      const write = start(index, index);
      await settle();
      ends.get(index)?.();
      await write;
    }
    expect(begun).toEqual([
      "a on writer 1",
      "b on writer 2",
      "c on writer 1",
      "d on writer 2",
      "e on writer 1",
    ]);
  });

  test("to indexes that there are not take no place", async () => {
    const { writers, begun, start, settle, ends } = createWriters(2);
    const missing = () => Promise.reject(new TermwiseError("NOT_FOUND", "there is no index"));
    for (let i = 0; i < 1000; i++) {
      await expect(writers.run({ index: `no-${i}` }, missing)).rejects.toThrow("no index");
    }
    expect(writers.indexCount).toBe(0);
    const write = start("a", "a");
    await settle();
    ends.get("a")?.();
    await write;
    expect([begun, writers.indexCount]).toEqual([["a on writer 1"], 1]);
    writers.forget("a");
    expect(writers.indexCount).toBe(0);
  });
});
