import { expect, test, vi } from "vitest";
import { buildIndex } from "../../index/build-index.ts";
import { IndexSnapshot } from "../../index/snapshots/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import { ExpandedIndex } from "./expanded-index.ts";

const EXPANSION = [
  { term: "form", factor: 1 },
  { term: "formal", factor: 0.5 },
  { term: "missing", factor: 0.25 },
];

async function createSnapshot(texts: readonly string[]): Promise<IndexSnapshot> {
  const directory = new MemoryDirectory();
  const documents = texts.map((text, i) => ({ id: String(i), text }));
  await buildIndex(directory, documents, { analysis: { stemmer: "none", stopWords: "none" } });
  return IndexSnapshot.open(directory);
}

const limit = TimeLimit.none();

test("an expansion has the statistics of each index, and its terms are looked up once per index", async () => {
  const one = await createSnapshot(["form form", "formal", "other"]);
  const other = await createSnapshot(["formal formal", "formal", "form formal", "other"]);
  const lookUps = vi.spyOn(IndexSnapshot.prototype, "term");
  for (let round = 0; round < 2; round++) {
    const [first, second] = [new ExpandedIndex(one), new ExpandedIndex(other)];
    const [inFirst, inSecond] = [first, second].map((view) => {
      return view.findMultiTerm(view.add("form*", EXPANSION, limit));
    });
    // 1 + 1 documents with 2 + 0.5 occurrences.
    expect(inFirst?.statistics).toEqual({ documentFrequency: 2, collectionFrequency: 2.5 });
    // 1 + 3 documents, of which there are 4, with 1 + 0.5 · 4 occurrences.
    expect(inSecond?.statistics).toEqual({ documentFrequency: 4, collectionFrequency: 3 });
    expect(inFirst?.expansion.map(({ term }) => term)).toEqual(["form", "formal"]);
    expect(lookUps).toHaveBeenCalledTimes(2 * EXPANSION.length);
  }
  await Promise.all([one.close(), other.close()]);
});

test("a remote index is asked again, since its lists may have been missing", async () => {
  const snapshot = await createSnapshot(["form"]);
  const remote = Object.create(snapshot, { needLists: { value: () => {} } }) as IndexSnapshot;
  const term = vi.fn(
    (_: string): { documentFrequency: number; collectionFrequency: number } | undefined =>
      undefined,
  );
  Object.defineProperties(remote, {
    term: { value: term },
    fields: { value: undefined },
    documentCount: { value: 1 },
  });
  const count = (): number | undefined => {
    const view = new ExpandedIndex(remote);
    return view.findMultiTerm(view.add("form*", EXPANSION, limit))?.statistics.documentFrequency;
  };
  expect(count()).toBe(0);
  term.mockImplementation(() => ({ documentFrequency: 1, collectionFrequency: 1 }));
  expect(count()).toBe(1);
  await snapshot.close();
});
