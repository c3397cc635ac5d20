import { expect, test } from "vitest";
import { createIndex } from "./open-index.ts";

/** The number of promises that a caller could await one after another before this one is fulfilled. */
async function countHops(promise: Promise<unknown>): Promise<number> {
  let isDone = false;
  promise.then(() => {
    isDone = true;
  });
  let hops = 0;
  for (; !isDone && hops < 1000; hops++) await undefined;
  return hops;
}

test("a search is at once after the first, though the caller awaits nothing else in between", async () => {
  const index = await createIndex();
  await index.add([
    { id: "a", text: "first words" },
    { id: "b", text: "words" },
    { id: "c", text: "more words" },
  ]);
  await index.search("words");
  expect(await countHops(index.search("words"))).toBeLessThan(5);
});
