import { expect, test } from "vitest";
import { SequenceCache } from "./sequence-cache.ts";

test("is cleared when it is full and counts a document once even if it is read again", () => {
  const memory = new SequenceCache(3, 5);
  const keep = (document: number): Int32Array =>
    memory.getOrRead(document, (tally) => tally.cut(Int32Array.of(7, 8, 9, 9), 3));
  expect([...keep(0)]).toEqual([7, 8, 9]);
  expect(memory.get(0)).toEqual(Int32Array.of(7, 8, 9));
  keep(1); // three ids and three do not fit into five
  expect(memory.get(0)).toBeUndefined();
  expect(memory.get(1)).toBeDefined();
  keep(0);
  expect(memory.tally.counts).toEqual({ read: 2, cut: 2, empty: 0 });
});
