import { expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { IndexWriter } from "../../index/index-writer.ts";
import { resolveFields, type Schema } from "../../index/schema/index.ts";
import { IndexSnapshot, MultiFieldView } from "../../index/snapshots/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { openAnalyzer } from "../../text/index.ts";
import { DocumentSet } from "../document-set.ts";
import { SearchViewCache } from "../fields/search-view-cache.ts";
import { ranker } from "../naming/ranker-name.ts";
import { Searcher } from "../searcher.ts";
import { documentAtATime } from "../traversal/document-at-a-time.ts";
import type { Hits } from "../traversal/hits.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import { BlockMaxSearch } from "./block-max-search.ts";
import { shareIndex } from "./shared-index.ts";

const SEED = Number(process.env.FIELD_SEED ?? 7);
const WORDS = Array.from({ length: 30 }, (_, i) => `w${i}`);

/** Words with a skewed distribution. */
function text(random: Random, maxWords: number): string {
  const length = random.below(maxWords);
  return Array.from({ length }, () => WORDS[Math.floor(random.uniform() ** 3 * WORDS.length)]).join(
    " ",
  );
}

/** Titles are short, some bodies are long, many notes are missing; two segments, some deletions. */
async function createSnapshot(random: Random, documents: number): Promise<IndexSnapshot> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, {
    analysis: { stemmer: "none", stopWords: "none" },
    durability: "none",
    fields: { title: { weight: 3 }, body: {}, notes: { weight: 0.5, b: 0.9 } },
  });
  for (let i = 0; i < documents; i++) {
    const body = text(random, random.uniform() < 0.1 ? 400 : 30);
    const notes = random.uniform() < 0.6 ? {} : { notes: text(random, 12) };
    await writer.add({ id: `d${i}`, fields: { title: text(random, 6), body, ...notes } });
    if (i === Math.floor(documents / 3)) await writer.commit();
  }
  await writer.commit();
  for (let i = 0; i < documents; i += 17) await writer.delete(`d${i}`);
  await writer.commit();
  await writer.close();
  return IndexSnapshot.open(directory);
}

const RANKERS = [
  "bm25f",
  "bm25f(k1=2,b=0.9)",
  "bm25f(preset=lucene)",
  "bm25f(df=largest)",
  "sum(bm25)",
  "sum(tfidf)",
  "sum(pl)",
];

test("the kernels return the hits of the plain traversal, to the last bit", async () => {
  const random = new Random(SEED);
  const snapshot = await createSnapshot(random, 2000);
  const schema = snapshot.settings.schema;
  if (schema === undefined) throw new Error("no schema");
  const choices = [
    undefined,
    ["title", "body"],
    { title: 5, body: 1, notes: 2 },
    ["body"],
    ["notes^3"],
  ];
  const allowed = new DocumentSet(snapshot.documentLimit);
  for (let i = 0; i < snapshot.documentLimit; i += 3) allowed.add(i);
  let searched = 0;
  for (const choice of choices) {
    const view = new MultiFieldView(snapshot, resolveFields(schema, choice));
    const kernels = new BlockMaxSearch(shareIndex(view), view);
    for (const name of RANKERS) {
      for (let i = 0; i < 6; i++) {
        const count = 1 + random.below(i === 5 ? 20 : 4);
        const query = Array.from({ length: count }, () => WORDS[random.below(30)] as string);
        const prepared = await ranker(name).prepare(view, query);
        for (const top of [1, 10, 200]) {
          const options = { top, ...(i % 3 === 0 ? { filter: allowed } : {}) };
          const hits = kernels.search(prepared, options);
          const plain = documentAtATime(view, prepared, options);
          const label = `${name} ${query.join(" ")} top ${top} of ${JSON.stringify(choice)}`;
          expect(hits, label).toBeDefined();
          expect([...(hits?.documents ?? [])], label).toEqual([...plain.documents]);
          expect([...(hits?.scores ?? [])], label).toEqual([...plain.scores]);
          searched++;
        }
      }
    }
  }
  expect(searched).toBe(choices.length * RANKERS.length * 18);
  await snapshot.close();
}, 120_000);

test("hits over fields are exact when time runs out", async () => {
  const snapshot = await createSnapshot(new Random(SEED + 2), 3000);
  const view = new MultiFieldView(
    snapshot,
    resolveFields(snapshot.settings.schema as Schema, undefined),
  );
  const kernels = new BlockMaxSearch(shareIndex(view), view);
  // So many lists that accumulators have no bits for tags: frequencies are looked up.
  const prepared = await ranker("bm25f").prepare(view, WORDS);
  const all = documentAtATime(view, prepared, { top: 3000 });
  const scores = new Map(Array.from(all.documents, (document, i) => [document, all.scores[i]]));
  const counts = new Set<number>();
  for (let maxReads = 1; ; maxReads++) {
    let reads = 0;
    const limit = new TimeLimit(0, () => (++reads < maxReads ? -1 : 1));
    const hits = kernels.search(prepared, { top: 3000, limit }) as Hits;
    expect([...hits.documents].map((each) => scores.get(each))).toEqual([...hits.scores]);
    counts.add(hits.documents.length);
    if (!hits.isPartial) break;
  }
  expect(counts.has(all.documents.length)).toBe(true);
  expect(counts.size).toBeGreaterThan(4);
  await snapshot.close();
}, 60_000);

test("a searcher returns the same with kernels and without, for every ranker and choice of fields", async () => {
  const random = new Random(SEED + 1);
  const snapshot = await createSnapshot(random, 800);
  const fast = new Searcher(snapshot, { fields: SearchViewCache.create(snapshot) });
  const plain = new Searcher(snapshot, {
    fields: SearchViewCache.create(snapshot),
    kernelsFrom: Infinity,
  });
  for (const name of ["bm25f", "sum(bm25)", "sum(lm)", "bm25", "lm", "rm3(bm25)"]) {
    for (const fields of [undefined, ["title"], ["title", "notes"]]) {
      for (let i = 0; i < 4; i++) {
        const query = Array.from({ length: 3 }, () => WORDS[random.below(30)] as string);
        const options = { ranker: name, top: 20, minMatch: 1 + (i % 2), total: true };
        const chosen = fields === undefined ? options : { ...options, fields };
        expect(await fast.rank(query, chosen)).toEqual(await plain.rank(query, chosen));
      }
    }
  }
  await snapshot.close();
}, 120_000);

test("documents with a word in every field are neither missed nor scored too high", async () => {
  // A bound that adds fields up overrates documents with the word in many fields; only
  // the combined match is right.
  const random = new Random(SEED + 2);
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, {
    analysis: { stemmer: "none", stopWords: "none" },
    durability: "none",
    fields: { title: { weight: 2 }, body: {}, notes: {} },
  });
  for (let i = 0; i < 3000; i++) {
    const pick = (): string => WORDS[random.below(6)] as string;
    const query = Array.from({ length: 1 + random.below(12) }, pick).join(" ");
    const fields =
      i % 3 === 0 ? { title: pick(), body: query, notes: pick() } : { body: `${query} ${query}` };
    await writer.add({ id: `d${i}`, fields });
  }
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  const { schema } = snapshot.settings;
  if (schema === undefined) throw new Error("no schema");
  const view = new MultiFieldView(snapshot, resolveFields(schema));
  const kernels = new BlockMaxSearch(shareIndex(view), view);
  for (const name of ["bm25f", "bm25f(k1=0.1)", "bm25f(k1=20,b=0)", "bm25f(k1=0)"]) {
    for (let count = 1; count <= 6; count++) {
      const query = WORDS.slice(0, count);
      const prepared = await ranker(name).prepare(view, query);
      for (const top of [1, 5, 50]) {
        const hits = kernels.search(prepared, { top });
        const plain = documentAtATime(view, prepared, { top });
        expect(hits?.documents, `${name} ${count} ${top}`).toEqual(plain.documents);
        expect(hits?.scores).toEqual(plain.scores);
      }
    }
  }
  await snapshot.close();
}, 120_000);

test("all matching documents are those of the plain traversal, without deleted ones", async () => {
  const random = new Random(SEED + 3);
  const snapshot = await createSnapshot(random, 1500);
  const analyzer = await openAnalyzer({ stemmer: "none", stopWords: "none" });
  const views = SearchViewCache.create(snapshot, analyzer);
  const fast = new Searcher(snapshot, { analyzer, fields: views, kernelsFrom: 0 });
  const plain = new Searcher(snapshot, { analyzer, fields: views, kernelsFrom: Infinity });
  for (const fields of [undefined, ["title"], ["title", "notes"]]) {
    for (let i = 0; i < 12; i++) {
      const query = Array.from({ length: 1 + (i % 5) }, () => WORDS[random.below(30)] as string);
      const options = fields === undefined ? {} : { fields };
      const [byKernels, byTraversal] = [
        await fast.matches(query, options),
        await plain.matches(query, options),
      ];
      expect([...byKernels.documents.words], query.join(" ")).toEqual([
        ...byTraversal.documents.words,
      ]);
      const prefixOptions = { ...options, prefix: true, total: true, top: 5 };
      const text = `${query.join(" ")} w1`;
      expect((await fast.rank(text, prefixOptions)).total).toBe(
        (await plain.rank(text, prefixOptions)).total,
      );
    }
  }
  await snapshot.close();
}, 60_000);
