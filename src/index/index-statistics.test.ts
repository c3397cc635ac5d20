import { expect, test } from "vitest";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { buildIndex } from "./build-index.ts";
import { computeIndexStatistics } from "./index-statistics.ts";
import { IndexWriter } from "./index-writer.ts";
import { IndexSnapshot } from "./snapshots/index-snapshot.ts";

test("counts documents, terms, postings and bytes", async () => {
  const directory = new MemoryDirectory();
  const analysis = { stemmer: "none", stopWords: "none" } as const;
  const documents = [
    { id: "1", text: "a b c a" }, // 3 terms
    { id: "2", text: "a b" }, // 2
    { id: "3", text: "c d e f c c" }, // 4
  ];
  await buildIndex(directory, documents, { analysis });
  const writer = await IndexWriter.open(directory);
  await writer.delete("2");
  await writer.commit();
  await writer.close();

  const snapshot = await IndexSnapshot.open(directory);
  const figures = computeIndexStatistics(snapshot);
  await snapshot.close();
  expect(figures).toMatchObject({
    generation: 2,
    segments: 1,
    documents: 2,
    deletedDocuments: 1,
    averageLength: 5, // (4 + 6) / 2
    terms: 6,
    postings: 9,
  });
  let fileBytes = 0;
  for (const name of await directory.list()) {
    if (name !== "commit") fileBytes += (await directory.read(name)).length;
  }
  expect(figures.bytes).toBe(fileBytes);
});
