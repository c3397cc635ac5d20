/** Several indexes opened as one, compared with one index of all documents. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Filter } from "../api/filter.ts";
import type { SearchOptions } from "../api/search-options.ts";
import type { SearchResult } from "../api/search-result.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { type CreateOptions, createIndex, openIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

const FIELDS = {
  title: { weight: 3 },
  body: {},
  kind: "keyword",
  price: "number",
  tags: "keyword[]",
} as const;

const WORDS = ["lamp", "lamps", "lamb", "boiling", "boiler", "kettle", "red", "rod", "table"];
const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(" "));
const kind = fc.constantFrom("a", "b", "c");
const item = fc.record(
  {
    title: text,
    body: text,
    kind,
    price: fc.integer({ min: 0, max: 5 }),
    tags: fc.array(kind, { maxLength: 2 }),
    /** The index, of three, that has the document. */
    shard: fc.nat(2),
    isDeleted: fc.boolean(),
  },
  { requiredKeys: ["title", "body", "shard", "isDeleted"] },
);
type Item = { readonly shard: number; readonly isDeleted: boolean };

const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ kind }),
  fc.record({ price: fc.record({ lt: fc.nat(6) }) }),
  fc.record({ not: fc.record({ tags: kind }) }),
);
const options: fc.Arbitrary<SearchOptions> = fc
  .record(
    {
      ranker: fc.constantFrom("bm25", "bm25f", "tfidf", "lm", "pl", "rm3(bm25,docs=3)", "sdm"),
      fields: fc.constantFrom(["title"], { title: 1, body: 2 }),
      prefix: fc.boolean(),
      fuzzy: fc.constantFrom<(true | 1 | 2)[]>(true, 1, 2),
      synonyms: fc.constant("lamp, table\nrod => red"),
      minMatch: fc.integer({ min: 1, max: 2 }),
      filter,
      sort: fc.constantFrom("price", ["-kind", "score"], ["-score"], ["price", "-score"]),
      distinct: fc.constant("kind"),
      facets: fc.constant({ kind: {}, price: { ranges: [[0, 2], [2]] as const }, tags: {} }),
      highlight: fc.constant(true),
      snippet: fc.constant(true),
      explain: fc.constant(true),
      syntax: fc.constant(true),
      limit: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: ["limit"] },
  )
  .filter(({ fields, ranker }) => fields === undefined || ranker === "bm25f");
const query = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom("boil", "lampp redd", "", "ketle") },
  { weight: 2, arbitrary: fc.constantFrom('"red lamp"', "+lamp -red", "boil* lamb~", "ta* rod") },
);
const collection = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 24 }),
  commitSize: fc.integer({ min: 2, max: 9 }),
  hasFields: fc.boolean(),
  hasDeletions: fc.boolean(),
});

/** Adds documents in several commits, then deletes some. */
async function fill(
  index: SearchIndex,
  items: readonly (Item & { readonly id: string })[],
  commitSize: number,
): Promise<void> {
  for (let from = 0; from < items.length; from += commitSize) {
    const batch = items.slice(from, from + commitSize);
    await index.add(batch.map(({ shard: _, isDeleted: __, ...document }) => document));
  }
  await index.delete(items.filter(({ isDeleted }) => isDeleted).map(({ id }) => id));
  await index.close();
}

/**
 * A result without what names the index or the moment, and without the spelling of a correction,
 * which depends on the segments of an index.
 */
function comparable({ took: _, didYouMean: __, after, ...result }: SearchResult): object {
  return { ...result, hasMore: after !== undefined };
}

/** All pages of a search, page by page. */
async function collectPages(
  index: SearchIndex,
  words: string,
  searchOptions: SearchOptions,
): Promise<object[]> {
  const pages: object[] = [];
  let page = await index.search(words, searchOptions);
  pages.push(comparable(page));
  while (page.after !== undefined && page.hits.length > 0) {
    page = await index.search(words, { ...searchOptions, after: page.after });
    pages.push(comparable(page));
  }
  return pages;
}

/** Suggestions without their spelling, which depends on the segments of an index. */
async function countSuggestions(index: SearchIndex, words: string): Promise<object[]> {
  const suggestions = await index.suggest(words);
  return suggestions.map(({ text: _, ...suggestion }) => suggestion);
}

/** Compares one search, page by page; a search that one index refuses is refused by several. */
async function compareSearch(
  [one, several]: readonly [SearchIndex, SearchIndex],
  words: string,
  searchOptions: SearchOptions,
): Promise<void> {
  const search = JSON.stringify([words, searchOptions]);
  const refusal = await one.search(words, searchOptions).then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (refusal !== undefined) {
    await expect(several.search(words, searchOptions), search).rejects.toThrow(refusal);
    return;
  }
  const pages = await collectPages(several, words, searchOptions);
  expect(pages, search).toEqual(await collectPages(one, words, searchOptions));
}

/** Documents in one index, and divided among three. */
async function divide(
  documents: readonly (Item & { readonly id: string })[],
  settings: CreateOptions,
  commitSize = 4,
): Promise<{ readonly whole: MemoryDirectory; readonly shards: MemoryDirectory[] }> {
  const whole = new MemoryDirectory();
  await fill(await createIndex(whole, settings), documents, 1000);
  const shards = [0, 1, 2].map(() => new MemoryDirectory());
  for (const [i, shard] of shards.entries()) {
    const own = documents.filter((each) => each.shard === i);
    await fill(await createIndex(shard, settings), own, commitSize);
  }
  return { whole, shards };
}

describe("several indexes opened as one", () => {
  test("return the pages of one index of all documents", async () => {
    const searches = fc.array(fc.tuple(query, options), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(collection, searches, async (made, queries) => {
        const { items, commitSize, hasFields, hasDeletions } = made;
        const documents = items.map((each, i) => {
          return { ...each, id: `d${i}`, isDeleted: hasDeletions && each.isDeleted };
        });
        const settings = hasFields ? { fields: FIELDS } : {};
        const { whole, shards } = await divide(documents, settings, commitSize);
        const [one, several] = [await openIndex(whole), await openIndex(shards)];
        expect(await several.count()).toBe(await one.count());
        for (const [words, { fields, prefix, fuzzy, syntax, ...others }] of queries) {
          // A typo or prefix may match the spelling of a deleted document until its segment is merged.
          const expansion = hasDeletions ? {} : { prefix, fuzzy, syntax };
          const searchOptions = { ...others, ...expansion, ...(hasFields ? { fields } : {}) };
          await compareSearch([one, several], words, searchOptions);
          if (hasDeletions) continue;
          expect(await countSuggestions(several, words), words).toEqual(
            await countSuggestions(one, words),
          );
        }
        await one.close();
        await several.close();
      }),
      { numRuns: 8 },
    );
  });

  const items = Array.from({ length: 12 }, (_, i) => ({
    id: `d${i}`,
    title: WORDS[i % 5] as string,
    body: `${WORDS[(3 * i) % 9]} ${WORDS[(5 * i) % 9]}`,
    vector: [Math.cos(i), Math.sin(i)],
    shard: i % 3,
    isDeleted: false,
  }));

  test("are searched by threads", async () => {
    const { whole, shards } = await divide(items, { fields: { title: {}, body: {} } });
    const [one, several] = [await openIndex(whole), await openIndex(shards, { threads: 1 })];
    for (const words of WORDS) await compareSearch([one, several], words, { limit: 3 });
    await one.close();
    await several.close();
  });

  test("are ranked by vectors", async () => {
    const { whole, shards } = await divide(items, { vectors: { dimensions: 2 } });
    const [one, several] = [await openIndex(whole), await openIndex(shards)];
    for (const ranker of ["dense", "hybrid", "rrf"]) {
      await compareSearch([one, several], "red lamp", { ranker, vector: [0.6, 0.8], limit: 5 });
    }
    expect(await several.similar("d4")).toEqual(await one.similar("d4"));
    await one.close();
    await several.close();
  });

  test("rank runs and explain documents like one index", async () => {
    const { whole, shards } = await divide(items, {});
    const [one, several] = [await openIndex(whole), await openIndex(shards)];
    const queries = WORDS.map((word, i) => ({ id: `q${i}`, text: `${word} red` }));
    expect(await several.run(queries)).toEqual(await one.run(queries));
    expect(await several.explain("red lamp", "d4")).toEqual(await one.explain("red lamp", "d4"));
    expect(await several.get("d7")).toEqual(await one.get("d7"));
    await one.close();
    await several.close();
  });

  test("show the changes of each index after a refresh", async () => {
    const { shards } = await divide(items, {});
    const several = await openIndex(shards);
    expect(await several.refresh()).toBe(false);
    const shard = await openIndex(shards[1] as MemoryDirectory);
    await shard.put({ id: "d1", text: "a zebra" });
    expect((await several.search("zebra")).total).toBe(0);
    expect(await several.refresh()).toBe(true);
    expect((await several.search("zebra")).hits.map(({ id }) => id)).toEqual(["d1"]);
    await shard.close();
    await several.close();
  });

  test("refuse a document that two of them have, also after a refresh", async () => {
    const { shards } = await divide(items, {});
    const several = await openIndex(shards);
    const shard = await openIndex(shards[1] as MemoryDirectory);
    await shard.add({ id: "d0", text: "a zebra" });
    await expect(several.refresh()).rejects.toThrow('document "d0" is in memory and in memory');
    expect(await several.count()).toBe(12); // as before
    await expect(openIndex(shards)).rejects.toMatchObject({ code: "BAD_ARGUMENT" });
    await shard.delete("d0");
    expect(await several.refresh()).toBe(true);
    await shard.close();
    await several.close();
  });

  test("refuse indexes of different settings, and changes", async () => {
    const [one, other] = [new MemoryDirectory(), new MemoryDirectory()];
    await (await createIndex(one)).close();
    await (await createIndex(other, { positions: false })).close();
    await expect(openIndex([one, other])).rejects.toThrow(
      'but "positions" of memory is true, and of memory false',
    );
    await expect(openIndex([one, new MemoryDirectory()])).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(openIndex([])).rejects.toThrow("at least one index");
    const third = new MemoryDirectory();
    await (await createIndex(third)).close();
    const several = await openIndex([one, third]);
    await expect(several.add({ id: "a", text: "b" })).rejects.toThrow("cannot be changed");
    expect((await several.search("anything")).total).toBe(0);
    await several.close();
  });
});
