import { expect, test, vi } from "vitest";
import { TermwiseError } from "../../common/errors.ts";
import { Random } from "../../common/random.ts";
import { IndexWriter } from "../../index/index-writer.ts";
import { IndexSnapshot } from "../../index/snapshots/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { openAnalyzer } from "../../text/index.ts";
import { MergedLists } from "../block-max/merged-lists.ts";
import { DocumentSet } from "../document-set.ts";
import { SearchViewCache } from "../fields/search-view-cache.ts";
import { MergedListCache } from "../matching/merged-list-cache.ts";
import { Searcher } from "../searcher.ts";

const SEED = Number(process.env.MERGED_SEED ?? 5);
const WORDS =
  "boil boiled boiling boiler boar boat bottle box boxer soil soiled tea team tear teapot tell term x".split(
    " ",
  );

/** Words with a skewed distribution; some texts are long, and some words occur often in one. */
function createText(random: Random, maxWords: number): string {
  const length = random.below(random.uniform() < 0.1 ? 30 * maxWords : maxWords);
  return Array.from({ length }, () => WORDS[Math.floor(random.uniform() ** 2 * WORDS.length)]).join(
    " ",
  );
}

async function createSnapshot(
  random: Random,
  fields: Record<string, object>,
  documents = 1200,
): Promise<IndexSnapshot> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { durability: "none", fields });
  for (let i = 0; i < documents; i++) {
    const texts = Object.keys(fields).map((name) => [name, createText(random, 12)]);
    await writer.add({ id: `d${i}`, fields: Object.fromEntries(texts) });
    if (i === documents >> 2) await writer.commit();
  }
  await writer.commit();
  for (let i = 0; i < documents; i += 17) await writer.delete(`d${i}`);
  await writer.commit();
  await writer.close();
  return IndexSnapshot.open(directory);
}

const RANKERS = ["bm25f", "sum(bm25)", "sum(tfidf)"];
const QUERIES = ["bo", "boi te", "x bo", "tea box te", "so bo", "boiling sea te"];

test.each([
  ["one field", { body: {} }],
  ["two fields", { title: { weight: 3 }, body: { b: 0.9 } }],
])(
  "merged lists of prefixes over %s score as plain traversal does",
  async (_, fields) => {
    const random = new Random(SEED);
    const snapshot = await createSnapshot(random, fields);
    const analyzer = await openAnalyzer();
    const views = SearchViewCache.create(snapshot, analyzer);
    const fast = new Searcher(snapshot, { analyzer, fields: views });
    const slow = new Searcher(snapshot, { analyzer, fields: views, kernelsFrom: Infinity });
    const allowed = new DocumentSet(snapshot.documentLimit);
    for (let i = 0; i < snapshot.documentLimit; i += 3) allowed.add(i);
    const find = vi.spyOn(MergedListCache.prototype, "find");
    for (const ranker of RANKERS) {
      for (const query of QUERIES) {
        const common = { ranker, prefix: true, total: true } as const;
        for (const options of [
          { ...common, top: 10 },
          { ...common, top: 1 },
          { ...common, top: 400 },
          { ...common, top: 10, filter: allowed },
          { ...common, top: 10, minMatch: 2 },
          { ...common, top: 7, fuzzy: true },
        ]) {
          const [byKernels, plain] = [
            await fast.rank(query, options),
            await slow.rank(query, options),
          ];
          expect(byKernels, `${query}, ${JSON.stringify(options)}`).toEqual(plain);
        }
      }
    }
    const merged = find.mock.results.filter(({ value }) => value !== undefined);
    expect(merged.length).toBeGreaterThan(RANKERS.length * QUERIES.length * 3);
    await snapshot.close();
  },
  60_000,
);

test("a prefix is searched term by term if the memory has no space for its merged lists", async () => {
  const snapshot = await createSnapshot(new Random(SEED), { body: {} });
  const analyzer = await openAnalyzer();
  const views = SearchViewCache.create(snapshot, analyzer);
  const full = new TermwiseError("LIMIT_EXCEEDED", "the memory is full");
  const open = vi.spyOn(MergedLists.prototype, "open").mockImplementation(() => {
    throw full;
  });
  const searcher = new Searcher(snapshot, { analyzer, fields: views });
  const rank = (): ReturnType<Searcher["rank"]> =>
    searcher.rank("bo", { ranker: "bm25f", top: 9, prefix: true });
  const expected = await rank();
  for (let i = 0; i < 5; i++) expect(await rank()).toEqual(expected);
  expect(open).toHaveBeenCalled();
  open.mockRestore();
  await snapshot.close();
});
