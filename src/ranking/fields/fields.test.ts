import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildIndex } from "../../index/build-index.ts";
import { IndexWriter } from "../../index/index-writer.ts";
import { IndexSnapshot } from "../../index/snapshots/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { openAnalyzer } from "../../text/index.ts";
import { Searcher } from "../searcher.ts";
import {
  type CountedField,
  type SlowRanking,
  slowBm25f,
  slowFieldSum,
  type WordDocument,
} from "./fields.contract.ts";
import { SearchViewCache } from "./search-view-cache.ts";

const PLAIN = { stemmer: "none", stopWords: "none" } as const;
const WORDS = ["red", "blue", "green", "grey", "pink", "teal"];

const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 });
const schema = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("title", "body", "notes", "author.name"),
    weight: fc.constantFrom(0.5, 1, 2, 3.25),
    b: fc.constantFrom(0, 0.4, 1),
  }),
  { minLength: 1, maxLength: 4, selector: ({ name }) => name },
);

interface Case {
  readonly fields: readonly CountedField[];
  readonly documents: readonly WordDocument[];
  readonly query: readonly string[];
  readonly deleted: readonly number[];
}

const cases: fc.Arbitrary<Case> = schema.chain((fields) => {
  const values = fc.tuple(...fields.map(() => words));
  return fc.record({
    fields: fc.constant(fields),
    documents: fc.array(values, { minLength: 1, maxLength: 25 }).map((all) =>
      all.map((texts, i) => ({
        id: `d${i}`,
        fields: Object.fromEntries(fields.map(({ name }, f) => [name, texts[f] ?? []])),
      })),
    ),
    query: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
    deleted: fc.array(fc.nat(24), { maxLength: 3 }),
  });
});

/** The documents of a case in an index of several segments, with `deleted` deleted. */
async function openSearcher({ fields, documents, deleted }: Case): Promise<Searcher> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, {
    analysis: PLAIN,
    fields: Object.fromEntries(fields.map(({ name, weight, b }) => [name, { weight, b }])),
  });
  for (const [i, { id, fields: values }] of documents.entries()) {
    const texts = Object.entries(values).map(([name, text]) => [name, text.join(" ")]);
    await writer.add({ id, fields: Object.fromEntries(texts) });
    if (i % 10 === 9) await writer.commit();
  }
  await writer.commit();
  for (const i of deleted) await writer.delete(`d${i}`);
  await writer.commit();
  await writer.close();
  const analyzer = await openAnalyzer(PLAIN);
  const snapshot = await IndexSnapshot.open(directory);
  return new Searcher(snapshot, { analyzer, fields: SearchViewCache.create(snapshot, analyzer) });
}

function findLiveDocuments({ documents, deleted }: Case): readonly WordDocument[] {
  return documents.filter((_, i) => !deleted.includes(i));
}

/**
 * The same documents in the same order; scores equal up to the rounding of another
 * order of additions.
 */
function expectSame(
  searcher: Searcher,
  hits: { documents: Uint32Array; scores: Float64Array },
  slow: SlowRanking,
): void {
  const ids = [...hits.documents].map((document) => searcher.view.id(document));
  expect(ids).toHaveLength(Math.min(ids.length, slow.length));
  for (const [i, id] of ids.entries()) {
    const expected = slow.find((each) => each.id === id)?.score ?? Number.NaN;
    expect(hits.scores[i]).toBeCloseTo(expected, 10);
    expect(slow[i]?.score).toBeCloseTo(expected, 10);
  }
}

describe("ranking over fields", () => {
  test("bm25f equals the formula written out", async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.constantFrom(0.4, 0.9, 2), async (example, k1) => {
        const searcher = await openSearcher(example);
        const slow = slowBm25f(findLiveDocuments(example), example.query, example.fields, k1);
        const hits = await searcher.rank(example.query, {
          ranker: `bm25f(k1=${k1})`,
          top: 30,
          total: true,
        });
        expect(hits.documents).toHaveLength(slow.length);
        expect(hits.total).toBe(slow.length);
        expectSame(searcher, hits, slow);
      }),
      { numRuns: 50 },
    );
  });

  test("sum equals the weighted sum of BM25 in each field", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (example) => {
        const searcher = await openSearcher(example);
        const parameters = { k1: 0.9, b: 0.4 };
        const slow = slowFieldSum(
          findLiveDocuments(example),
          example.query,
          example.fields,
          parameters,
        );
        const hits = await searcher.rank(example.query, { ranker: "sum(bm25)", top: 30 });
        expect(hits.documents).toHaveLength(slow.length);
        expectSame(searcher, hits, slow);
      }),
      { numRuns: 50 },
    );
  });

  test("selected fields with other weights rank like an index created with them", async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.nat(14), async (example, mask) => {
        const chosen = example.fields.filter((_, i) => i === 0 || (mask >> i) % 2 === 1);
        const weighted = chosen.map((field, i) => ({ ...field, weight: i + 1.5 }));
        const searcher = await openSearcher(example);
        const slow = slowBm25f(findLiveDocuments(example), example.query, weighted, 0.9);
        const byName = weighted.map(({ name, weight }) => [name, weight]);
        const options = { ranker: "bm25f", top: 30 };
        const hits = await searcher.rank(example.query, {
          ...options,
          fields: Object.fromEntries(byName),
        });
        expect(hits.documents).toHaveLength(slow.length);
        expectSame(searcher, hits, slow);
        const fieldTexts = byName.map(([name, weight]) => `${name}^${weight}`);
        expect(await searcher.rank(example.query, { ...options, fields: fieldTexts })).toEqual(
          hits,
        );
      }),
      { numRuns: 30 },
    );
  });

  test("other rankers read the fields as one text", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (example) => {
        const searcher = await openSearcher(example);
        const plain = new MemoryDirectory();
        const documents = findLiveDocuments(example).map(({ id, fields }) => ({
          id,
          text: example.fields.map(({ name }) => fields[name]?.join(" ")).join(" "),
        }));
        // A document without a word counts for an index without fields.
        const texts = documents.filter(({ text }) => text.trim() !== "");
        await buildIndex(plain, texts, { analysis: PLAIN });
        const plainSearcher = new Searcher(await IndexSnapshot.open(plain));
        for (const ranker of ["bm25", "lm", "rm3(bm25)", "tfidf"]) {
          const hits = await searcher.rank(example.query, { ranker, top: 30 });
          const expected = await plainSearcher.rank(example.query, { ranker, top: 30 });
          const readIds = (each: Searcher, { documents }: typeof hits) =>
            [...documents].map((document) => each.view.id(document));
          expect(readIds(searcher, hits)).toEqual(readIds(plainSearcher, expected));
          expect([...hits.scores]).toEqual([...expected.scores]);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("an explanation adds up, field by field", async () => {
    await fc.assert(
      fc.asyncProperty(
        cases,
        fc.constantFrom("bm25f", "sum(bm25)", "bm25f(preset=lucene)"),
        async (example, ranker) => {
          const searcher = await openSearcher(example);
          const hits = await searcher.rank(example.query, { ranker });
          for (const [i, document] of hits.documents.entries()) {
            const explanation = await searcher.explain(example.query, document, { ranker });
            expect(explanation.value).toBe(hits.scores[i]);
            expect(explanation.parts.reduce((sum, { value }) => sum + value, 0)).toBe(
              explanation.value,
            );
            for (const { value, parts } of explanation.parts) {
              expect(parts.length).toBeGreaterThan(0);
              expect(parts.reduce((sum, part) => sum + part.value, 0)).toBe(value);
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

test("a choice of fields is rejected by an index without fields", async () => {
  const directory = new MemoryDirectory();
  await buildIndex(directory, [{ id: "a", text: "red" }]);
  const searcher = new Searcher(await IndexSnapshot.open(directory));
  await expect(searcher.rank(["red"], { fields: ["text"] })).rejects.toThrow("without fields");
});

describe("a choice of fields", () => {
  const createSearcher = async (): Promise<Searcher> => {
    const directory = new MemoryDirectory();
    await buildIndex(directory, [{ id: "a", title: "red", fields: { body: "blue", price: 3 } }], {
      fields: { title: {}, body: {}, price: "number" },
    });
    const snapshot = await IndexSnapshot.open(directory);
    return new Searcher(snapshot, { fields: SearchViewCache.create(snapshot) });
  };

  test.each([
    [["titel"], 'no field "titel"; did you mean "title"'],
    [["price"], 'field "price" is a number; only a text is searched'],
    [["title", "title^2"], "chosen twice"],
    [["title^"], "finite weight above 0, got NaN"],
    [{ title: -1 }, "finite weight above 0, got -1"],
    [[], "at least one field"],
    ["title", "must be an array"],
  ])("rejects %j", async (fields, message) => {
    const searcher = await createSearcher();
    const options = { fields: fields as never, ranker: "bm25f" };
    await expect(searcher.rank(["red"], options)).rejects.toThrow(message);
  });

  test("with weights needs a ranker that weights fields", async () => {
    const searcher = await createSearcher();
    const fields = ["title^2", "body"];
    await expect(searcher.rank(["red"], { fields, ranker: "lm" })).rejects.toThrow(
      "bm25f and sum weight fields",
    );
    const hits = await searcher.rank(["red"], { fields: ["title", "body"], ranker: "lm" });
    expect(hits.documents).toHaveLength(1);
  });
});

test("each field analyses the query with its own analyzer", async () => {
  const directory = new MemoryDirectory();
  await buildIndex(
    directory,
    [
      { id: "de", fields: { de: "Die Häuser am See", en: "" } },
      { id: "en", fields: { de: "", en: "houses by the lake" } },
    ],
    { fields: { en: {}, de: { analyzer: { language: "german" } } } },
  );
  const snapshot = await IndexSnapshot.open(directory);
  const { openFieldAnalyzers: fieldAnalyzers } = await import("../../index/schema/index.ts");
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  const analyzers = await fieldAnalyzers(snapshot.settings.schema);
  const fields = SearchViewCache.create(snapshot, analyzer, analyzers);
  const searcher = new Searcher(snapshot, { analyzer, fields });
  const documents = async (query: string): Promise<string[]> => {
    const { documents } = await searcher.rank(query, { ranker: "bm25f" });
    return [...documents].map((document) => snapshot.id(document));
  };
  expect(await documents("Haus")).toEqual(["de"]);
  expect(await documents("housing")).toEqual(["en"]);
  expect((await documents("Häuser houses")).sort()).toEqual(["de", "en"]);
});
