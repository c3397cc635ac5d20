import { expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { IndexSnapshot, IndexWriter } from "../../index/index.ts";
import { DocumentSet } from "../../ranking/document-set.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { DenseSearch } from "./dense-search.ts";
import { measureHnswRecall } from "./hnsw-recall.ts";

const DIMENSIONS = 24;

/** Documents with one to three vectors around 30 centres, in two segments with graphs and one without. */
async function clusters(): Promise<IndexSnapshot> {
  const random = new Random(4);
  const around = (centre: readonly number[], spread: number): number[] =>
    centre.map((value) => value + spread * random.normal());
  const zeros = new Array<number>(DIMENSIONS).fill(0);
  const centres = Array.from({ length: 30 }, () => around(zeros, 1));
  const directory = new MemoryDirectory();
  const graph = { m: 8, efConstruction: 60, from: 300 };
  const writer = await IndexWriter.open(directory, { vectors: { dimensions: DIMENSIONS, graph } });
  for (let i = 0; i < 1_300; i++) {
    const centre = centres[random.below(30)] as number[];
    const vectors = Array.from({ length: 1 + random.below(3) }, () => around(centre, 0.6));
    await writer.add({ id: `d${i}`, text: "one", vectors });
    if (i === 599 || i === 1_199) await writer.commit();
  }
  for (let i = 0; i < 1_300; i += 5) await writer.delete(`d${i}`);
  await writer.commit();
  await writer.close();
  return IndexSnapshot.open(directory);
}

const snapshot = await clusters();
const search = await DenseSearch.open(snapshot);
const exact = { ef: Number.POSITIVE_INFINITY };

test("only segments of the minimum size have graphs", () => {
  const has = snapshot.parts.map(({ segment }) => segment.record.files.graph !== undefined);
  expect(has).toEqual([true, true, false]);
});

test("recall at 10 is at least .95 with the default ef", async () => {
  const measured = await measureHnswRecall(snapshot);
  expect(measured?.recall).toBeGreaterThanOrEqual(0.95);
  expect(measured).toMatchObject({ top: 10, queries: 100 });
  const narrow = await measureHnswRecall(snapshot, { top: 1, ef: 1 });
  expect(narrow?.recall).toBeLessThanOrEqual(1);
});

test("scores equal those of an exact search, and deleted documents are not returned", () => {
  for (const document of [1, 333, 777, 1_234]) {
    const query = search.computeDocumentVector(document) as Float32Array;
    const { documents, scores } = search.rank(query, { top: 20 });
    expect(documents).toHaveLength(20);
    expect([...scores]).toEqual([...search.score(query, documents)]);
    expect([...scores]).toEqual([...scores].sort((a, b) => b - a));
    for (const each of documents) expect(Number(snapshot.id(each).slice(1)) % 5).not.toBe(0);
  }
});

test("an ef of all vectors is an exact search", () => {
  const query = search.computeDocumentVector(42) as Float32Array;
  const all = search.rank(query, { top: 50, ...exact });
  expect(search.rank(query, { top: 50, ef: 4_000 })).toEqual(all);
  expect([...all.scores]).toEqual([...all.scores].sort((a, b) => b - a));
});

test.each([2, 3, 41])("a filter of every %ith document keeps a high recall", (step) => {
  const filter = new DocumentSet(snapshot.documentLimit);
  for (let document = 0; document < snapshot.documentLimit; document += step) filter.add(document);
  let hitCount = 0;
  for (let document = 1; document < 1_000; document += 50) {
    const query = search.computeDocumentVector(document) as Float32Array;
    const exactHits = search.rank(query, { top: 10, filter, ...exact }).documents;
    const hnswHits = search.rank(query, { top: 10, filter }).documents;
    expect([...hnswHits].every((each) => filter.has(each))).toBe(true);
    hitCount += exactHits.filter((each) => hnswHits.includes(each)).length;
  }
  expect(hitCount / 200).toBeGreaterThanOrEqual(0.95);
});

test("a top above the number of documents returns all of them", () => {
  const query = search.computeDocumentVector(7) as Float32Array;
  expect(search.rank(query, { top: 5_000 }).documents).toHaveLength(1_040);
});

test("an index without graphs has no recall to measure", async () => {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { vectors: { dimensions: 2 } });
  await writer.add({ id: "a", text: "one", vectors: [[1, 2]] });
  await writer.commit();
  await writer.close();
  expect(await measureHnswRecall(await IndexSnapshot.open(directory))).toBeUndefined();
});
