import { expect, test } from "vitest";
import { buildIndex } from "../index/build-index.ts";
import { IndexWriter } from "../index/index-writer.ts";
import { IndexSnapshot } from "../index/snapshots/index-snapshot.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { getIndexStatistics } from "./index-statistics.ts";

const OPTIONS = { analysis: { language: "other" } } as const;

test("the largest collection frequency is read where one dictionary stores it, and counted otherwise", async () => {
  const directory = new MemoryDirectory();
  const documents = ["cat cat dog", "cat dog dog", "bird"].map((text, i) => ({
    id: `d${i}`,
    text,
  }));
  await buildIndex(directory, documents, OPTIONS);
  const fullSnapshot = await IndexSnapshot.open(directory);
  expect(fullSnapshot.maxCollectionFrequency).toBe(3); // of cat, and of dog
  expect(getIndexStatistics(fullSnapshot).maxCollectionFrequency).toBe(3);

  const writer = await IndexWriter.open(directory);
  await writer.delete("d0");
  await writer.commit();
  const partial = await IndexSnapshot.open(directory);
  expect(partial.maxCollectionFrequency).toBeUndefined();
  expect(getIndexStatistics(partial).maxCollectionFrequency).toBe(2); // dog, in d1
  expect(partial.termsWithPrefix("", 9)).toEqual(["bird", "cat", "dog"]);

  await writer.delete("d2");
  await writer.add({ id: "d3", text: "cat cat cat" });
  await writer.commit();
  await writer.close();
  const two = await IndexSnapshot.open(directory);
  expect(getIndexStatistics(two).maxCollectionFrequency).toBe(4); // cat, in d1 and d3
  expect(two.termsWithPrefix("", 9)).toEqual(["cat", "dog"]);
});

test("an index without documents has no most frequent term", async () => {
  const directory = new MemoryDirectory();
  await buildIndex(directory, [], OPTIONS);
  const snapshot = await IndexSnapshot.open(directory);
  expect(getIndexStatistics(snapshot).maxCollectionFrequency).toBe(0);
});
