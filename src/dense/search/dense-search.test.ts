import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareBytes } from "../../common/bytes/index.ts";
import { Random } from "../../common/random.ts";
import { IndexSnapshot, IndexWriter } from "../../index/index.ts";
import { DocumentSet } from "../../ranking/document-set.ts";
import { documentsWithIds } from "../../ranking/documents-by-id.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { DenseSearch } from "./dense-search.ts";

const DIMENSIONS = 4;

/** A few directions, so that ties are common. */
const vector = fc.constantFrom(
  [1, 0, 0, 0],
  [1, 1, 0, 0],
  [0, 1, 0, -1],
  [-1, 0, 0, 0],
  [0.5, 0.25, -1, 2],
);

interface Life {
  readonly documents: readonly (readonly (readonly number[])[])[];
  readonly commitEvery: number;
  readonly gone: readonly number[];
}

async function createSnapshot({ documents, commitEvery, gone }: Life): Promise<IndexSnapshot> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { vectors: { dimensions: DIMENSIONS } });
  for (const [i, vectors] of documents.entries()) {
    await writer.add({ id: `d${i}`, text: "word", vectors });
    if (i % commitEvery === 0) await writer.commit();
  }
  for (const document of gone) await writer.delete(`d${document}`);
  await writer.commit();
  await writer.close();
  return IndexSnapshot.open(directory);
}

/** The cosine as bytes have it: both sides rounded as the index and the scan round them. */
function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = one.reduce((sum, value, i) => sum + value * (other[i] as number), 0);
  return dot / Math.hypot(...one) / Math.hypot(...other);
}

describe("documents nearest to a query", () => {
  const lives = fc.record({
    documents: fc.array(fc.array(vector, { maxLength: 3 }), { minLength: 1, maxLength: 25 }),
    commitEvery: fc.integer({ min: 1, max: 9 }),
    gone: fc.uniqueArray(fc.nat(24), { maxLength: 5 }),
    top: fc.integer({ min: 1, max: 30 }),
    query: vector,
    allowed: fc.option(fc.uniqueArray(fc.nat(24)), { nil: undefined }),
  });

  test("equal those of a plain model: nearest vector, ties by id, deletions and filters", async () => {
    await fc.assert(
      fc.asyncProperty(lives, async ({ top, query, allowed, ...life }) => {
        const snapshot = await createSnapshot(life);
        const search = await DenseSearch.open(snapshot);
        const ids = allowed?.map((document) => `d${document}`);
        const filter = ids && documentsWithIds(snapshot, ids);
        const expected = life.documents
          .map((vectors, i) => ({
            id: `d${i}`,
            score: Math.max(...vectors.map((each) => cosine(query, each))),
            isThere: vectors.length > 0 && !life.gone.includes(i) && (allowed?.includes(i) ?? true),
          }))
          .filter(({ isThere }) => isThere)
          // Equal directions have equal bytes, so ties of the model are ties of the index.
          .sort((a, b) =>
            Math.abs(a.score - b.score) > 1e-9 ? b.score - a.score : compareBytes(b.id, a.id),
          )
          .slice(0, top);
        const { documents, scores } = search.rank(query, { top, filter });
        expect(Array.from(documents, (document) => snapshot.id(document))).toEqual(
          expected.map(({ id }) => id),
        );
        for (const [rank, { score }] of expected.entries()) {
          expect(scores[rank]).toBeCloseTo(score, 2);
        }
        expect([...search.score(query, documents)]).toEqual([...scores]);
        await snapshot.close();
      }),
      { numRuns: 80 },
    );
  });
});

test("a narrow filter returns the hits of an unfiltered search that pass it", async () => {
  const random = new Random(5);
  const documents = Array.from({ length: 500 }, () => [
    Array.from({ length: DIMENSIONS }, () => random.normal()),
  ]);
  const snapshot = await createSnapshot({ documents, commitEvery: 200, gone: [7, 300] });
  const search = await DenseSearch.open(snapshot);
  const query = [0.3, -0.2, 1, 0.1];
  const all = search.rank(query, { top: 500 });
  const few = new DocumentSet(snapshot.documentLimit);
  for (const document of [7, 11, 300, 333, 499]) few.add(document);
  const expected = [...all.documents].filter((document) => few.has(document));
  expect([...search.rank(query, { top: 10, filter: few }).documents]).toEqual(expected);
  expect(all.documents).toHaveLength(498);
});

test("the nearest of several vectors is returned, and none for a document without vectors", async () => {
  const given = [
    [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
    ],
    [],
  ];
  const snapshot = await createSnapshot({ documents: given, commitEvery: 9, gone: [] });
  const search = await DenseSearch.open(snapshot);
  expect(search.findNearestVector([0, 3, 0, 0], 0)).toBe(1);
  expect(search.findNearestVector([0, 3, 0, 0], 1)).toBeUndefined();
  expect([...search.score([0, 3, 0, 0], [0, 1])]).toEqual([expect.closeTo(1, 2), 0]);
});

test("vectors stay in memory from commit to commit, for the segments that stay", async () => {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { vectors: { dimensions: 1 } });
  await writer.add({ id: "a", text: "one", vectors: [[1]] });
  await writer.commit();
  const before = await IndexSnapshot.open(directory);
  await DenseSearch.open(before);
  await writer.add({ id: "b", text: "two", vectors: [[-1]] });
  await writer.commit();
  const after = await IndexSnapshot.open(directory);
  expect(after.parts[0]?.segment).toBe(before.parts[0]?.segment);
  const hits = (await DenseSearch.open(after)).rank([2], { top: 5 });
  expect([...hits.scores]).toEqual([expect.closeTo(1, 3), expect.closeTo(-1, 3)]);
  await Promise.all([before.close(), after.close(), writer.close()]);
});

test.each<[string, unknown, string]>([
  ["of other dimensions", [1], "the query: a vector has 1 dimensions, those of the index 4"],
  ["of zeros", [0, 0, 0, 0], "the query: a vector of zeros has no direction"],
  ["with NaN", [0, Number.NaN, 0, 0], "the query: number 1 of a vector is NaN"],
])("a query %s is refused", async (_, query, message) => {
  const search = await DenseSearch.open(
    await createSnapshot({ documents: [[[1, 2, 3, 4]]], commitEvery: 9, gone: [] }),
  );
  expect(() => search.rank(query as number[], { top: 1 })).toThrow(message);
});
