import { expect, test, vi } from "vitest";
import { defined } from "../../common/defined.ts";
import { Random } from "../../common/random.ts";
import { IndexWriter } from "../../index/index-writer.ts";
import { IndexSnapshot } from "../../index/snapshots/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { openAnalyzer } from "../../text/index.ts";
import { BlockMaxSearch } from "../block-max/block-max-search.ts";
import { DocumentSet } from "../document-set.ts";
import { SearchViewCache } from "../fields/search-view-cache.ts";
import { Searcher } from "../searcher.ts";

const SEED = Number(process.env.FIELD_SEED ?? 11);
const WORDS =
  "boil boiled boiling boiler boar boat bottle soil soiled tea team tear teapot x".split(" ");
const QUERIES = "boi boild te tea soli x boat bo teapott boilr".split(" ");

/** Words with a skewed distribution; some texts are long. */
function text(random: Random, maxWords: number): string {
  const words = Array.from({
    length: random.below(random.uniform() < 0.1 ? 8 * maxWords : maxWords),
  });
  return words.map(() => WORDS[Math.floor(random.uniform() ** 2 * WORDS.length)]).join(" ");
}

async function createSnapshot(random: Random): Promise<IndexSnapshot> {
  const directory = new MemoryDirectory();
  const fields = { title: { weight: 3 }, body: {}, notes: { weight: 0.5, b: 0.9 } };
  const writer = await IndexWriter.open(directory, { durability: "none", fields });
  for (let i = 0; i < 1500; i++) {
    const notes = random.uniform() < 0.6 ? {} : { notes: text(random, 12) };
    await writer.add({
      id: `d${i}`,
      fields: { title: text(random, 5), body: text(random, 20), ...notes },
    });
    if (i === 500) await writer.commit();
  }
  await writer.commit();
  for (let i = 0; i < 1500; i += 17) await writer.delete(`d${i}`);
  await writer.commit();
  await writer.close();
  return IndexSnapshot.open(directory);
}

test("prefixes and typos over fields score by the kernels as by plain traversal", async () => {
  const random = new Random(SEED);
  const snapshot = await createSnapshot(random);
  const analyzer = await openAnalyzer();
  const views = SearchViewCache.create(snapshot, analyzer);
  const fast = new Searcher(snapshot, { analyzer, fields: views });
  const slow = new Searcher(snapshot, { analyzer, fields: views, kernelsFrom: Infinity });
  const allowed = new DocumentSet(snapshot.documentLimit);
  for (let i = 0; i < snapshot.documentLimit; i += 3) allowed.add(i);
  const byKernels = vi.spyOn(BlockMaxSearch.prototype, "search");
  const rankers = [
    "bm25f",
    "bm25f(preset=lucene)",
    "bm25f(df=largest)",
    "sum(bm25)",
    "sum(tfidf)",
    "bm25",
  ];
  for (const ranker of rankers) {
    for (const fields of [undefined, ["title"], ["body", "notes"]]) {
      for (let i = 0; i < 6; i++) {
        const words = Array.from(
          { length: 1 + (i % 3) },
          () => QUERIES[random.below(QUERIES.length)],
        );
        const options = {
          ranker,
          top: [1, 10, 300][i % 3] as number,
          prefix: i !== 1,
          fuzzy: i !== 2,
          ...(i === 4 ? { filter: allowed } : {}),
          ...defined({ fields }),
        };
        const query = words.join(" ");
        const [byKernels, plain] = [
          await fast.rank(query, options),
          await slow.rank(query, options),
        ];
        expect(byKernels, `${ranker} of ${query}, ${JSON.stringify(options)}`).toEqual(plain);
      }
    }
  }
  const kernelResults = byKernels.mock.results.filter(({ value }) => value !== undefined);
  expect(kernelResults.length).toBeGreaterThan(5 * 18 - 20);
  await snapshot.close();
}, 120_000);

test("prefixes of many words beside a word that most bounds depend on score by the kernels as by plain traversal", async () => {
  const random = new Random(SEED + 1);
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { durability: "none", fields: { body: {} } });
  for (let i = 0; i < 6000; i++) {
    const words = [`other${random.below(9)}`];
    if (random.uniform() < 0.3) words.push("common");
    for (let n = random.below(3); n > 0; n--) words.push(`pre${random.below(40)}x`);
    if (random.uniform() < 0.02) words.push("preach");
    await writer.add({ id: `d${i}`, fields: { body: words.join(" ") } });
  }
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer();
  const views = SearchViewCache.create(snapshot, analyzer);
  const fast = new Searcher(snapshot, { analyzer, fields: views });
  const slow = new Searcher(snapshot, { analyzer, fields: views, kernelsFrom: Infinity });
  for (const query of [
    "common pre",
    "pre",
    "common other1 pre1",
    "common preach pr",
    "other pre",
  ]) {
    for (const top of [1, 10, 300]) {
      const options = { ranker: "bm25f", top, prefix: true };
      const hits = await fast.rank(query, options);
      expect(hits, `${query}, top ${top}`).toEqual(await slow.rank(query, options));
      expect(hits.documents.length).toBe(top);
    }
  }
  await snapshot.close();
}, 60_000);
