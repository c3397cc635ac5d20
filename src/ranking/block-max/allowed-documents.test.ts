import { expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { IndexWriter } from "../../index/index-writer.ts";
import { IndexSnapshot } from "../../index/snapshots/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { CountedDocumentSet, DocumentSet } from "../document-set.ts";
import { SearchViewCache } from "../fields/search-view-cache.ts";
import { Searcher } from "../searcher.ts";

const WORDS = Array.from({ length: 20 }, (_, i) => `w${i}`);

/**
 * Two segments, of which the second begins within a word of the bitset; some
 * documents are deleted.
 */
async function createSnapshot(random: Random): Promise<IndexSnapshot> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, {
    analysis: { stemmer: "none", stopWords: "none" },
    durability: "none",
    fields: { title: { weight: 2 }, body: {} },
  });
  const text = (maxWords: number): string =>
    Array.from(
      { length: random.below(maxWords) },
      () => WORDS[Math.floor(random.uniform() ** 2 * WORDS.length)],
    ).join(" ");
  for (let i = 0; i < 3000; i++) {
    await writer.add({ id: `d${i}`, fields: { title: text(4), body: text(30) } });
    if (i === 2100) await writer.commit();
  }
  for (let i = 5; i < 3000; i += 50) await writer.delete(`d${i}`);
  await writer.commit();
  await writer.close();
  return IndexSnapshot.open(directory);
}

function createSet(numbers: Iterable<number>, limit: number): CountedDocumentSet {
  const set = new DocumentSet(limit);
  for (const number of numbers) set.add(number);
  return new CountedDocumentSet(set.words, set.size);
}

test("a sparse filter returns what plain traversal returns", async () => {
  const random = new Random(5);
  const snapshot = await createSnapshot(random);
  const { documentLimit } = snapshot;
  const fields = SearchViewCache.create(snapshot);
  const fast = new Searcher(snapshot, { fields });
  const plain = new Searcher(snapshot, { fields, kernelsFrom: Infinity });
  const createRandomSet = (count: number): CountedDocumentSet =>
    createSet(
      Array.from({ length: count }, () => random.below(documentLimit)),
      documentLimit,
    );
  const filters = [
    createRandomSet(0),
    createRandomSet(1),
    createRandomSet(4),
    createRandomSet(40),
    createRandomSet(1000),
    createSet([0], documentLimit),
  ];
  let hitCount = 0;
  for (const ranker of ["bm25f", "sum(bm25)", "sum(lm)", "bm25", "lm"]) {
    for (const filter of filters) {
      for (const top of [1, 5, 100]) {
        const count = 1 + random.below(8);
        const query = Array.from({ length: count }, () => WORDS[random.below(20)] as string);
        const options = { ranker, filter, top, total: top === 5 };
        const hits = await fast.rank(query, options);
        expect(hits, `${ranker} ${query.join(" ")}`).toEqual(await plain.rank(query, options));
        hitCount += hits.documents.length;
      }
    }
  }
  expect(hitCount).toBeGreaterThan(500);
  await snapshot.close();
}, 60_000);

test("a filter is right when it is used again, after totals were counted in its memory and after another filter", async () => {
  const random = new Random(6);
  const snapshot = await createSnapshot(random);
  const searcher = new Searcher(snapshot, { fields: SearchViewCache.create(snapshot) });
  const [a, b] = [createSet([7, 70, 700, 2500], snapshot.documentLimit), createSet([8, 80], 3000)];
  const search = async (filter: CountedDocumentSet): Promise<number[]> =>
    [...(await searcher.rank(WORDS, { filter, top: 10 })).documents].sort((x, y) => x - y);
  const first = await search(a);
  expect(first).toEqual([7, 70, 700, 2500]);
  await searcher.rank(["w0", "w1"], { total: true });
  expect(await search(a)).toEqual(first);
  expect(await search(b)).toEqual([8, 80]);
  expect(await search(a)).toEqual(first);
  await snapshot.close();
}, 60_000);
