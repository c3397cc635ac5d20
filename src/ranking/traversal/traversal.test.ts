import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../../test/oracle/memory-index.ts";
import { compareBytes } from "../../common/bytes/byte-order.ts";
import { ranker } from "../naming/ranker-name.ts";
import { documentAtATime } from "./document-at-a-time.ts";
import { scoreDocuments } from "./score-documents.ts";
import { termAtATime } from "./term-at-a-time.ts";
import { TimeLimit } from "./time-limit.ts";

const traversals = [
  ["document at a time", documentAtATime],
  ["term at a time", termAtATime],
] as const;

const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 });
const collections = fc.array(words, { minLength: 1, maxLength: 30 });

describe("the traversals", () => {
  test("agree with each other and with scores of documents by number to the last bit, ties included", async () => {
    const names = fc.constantFrom("bm25", "lm(mu=5)", "tfidf(form=tdv)", "bm25(idf=rsj)");
    const options = fc.record({
      top: fc.integer({ min: 1, max: 40 }),
      minMatch: fc.integer({ min: 1, max: 3 }),
      filter: fc.option(
        fc.uniqueArray(fc.nat(29)).map((allowed) => new Set(allowed)),
        { nil: undefined },
      ),
    });
    await fc.assert(
      fc.asyncProperty(collections, words, names, options, async (texts, query, name, options) => {
        const view = new MemoryIndex(
          texts.map((terms, i) => ({ id: `${i % 7}-${i}`, terms })),
          { deleted: new Set([3]) },
        );
        const prepared = await ranker(name).prepare(view, query);
        const hits = documentAtATime(view, prepared, options);
        expect(termAtATime(view, prepared, options)).toEqual(hits);
        // Accumulators are reused: no query may affect the next one.
        expect(termAtATime(view, prepared, options)).toEqual(hits);
        expect(scoreDocuments(view, prepared, hits.documents)).toEqual(hits.scores);

        const matching = texts.flatMap((terms, document) => {
          const matchCount = new Set(query.filter((term) => terms.includes(term))).size;
          const isAllowed = options.filter?.has(document) ?? true;
          return document !== 3 && isAllowed && matchCount >= options.minMatch ? [document] : [];
        });
        const scores = scoreDocuments(view, prepared, matching);
        const sorted = matching
          .map((document, i) => ({ document, score: scores[i] as number }))
          .sort(
            (x, y) => y.score - x.score || compareBytes(view.id(y.document), view.id(x.document)),
          )
          .slice(0, options.top);
        expect([...hits.documents]).toEqual(sorted.map(({ document }) => document));
      }),
      { numRuns: 300 },
    );
  });

  test.each(traversals)(
    "%s scores only documents with three of four terms for minMatch 3",
    async (_, traverse) => {
      // Antony, Brutus, Caesar and Calpurnia in the lecture; only 8, 16 and 32 are in
      // three lists.
      const lists = {
        a: [3, 4, 8, 16, 32, 64, 128],
        b: [2, 4, 8, 16, 32, 64, 128],
        c: [1, 2, 3, 5, 8, 13, 21, 34],
        d: [13, 16, 32],
      };
      const documents = Array.from({ length: 129 }, (_, document) => ({
        id: String(document),
        terms: Object.entries(lists).flatMap(([term, list]) =>
          list.includes(document) ? [term] : [],
        ),
      }));
      const view = new MemoryIndex(documents);
      const prepared = await ranker("bm25").prepare(view, ["a", "b", "c", "d"]);
      const hits = traverse(view, prepared, { minMatch: 3 });
      expect([...hits.documents].sort((a, b) => a - b)).toEqual([8, 16, 32]);
    },
  );

  test.each(traversals)("%s rejects invalid values of top and minMatch", async (_, traverse) => {
    const view = new MemoryIndex([{ id: "d", terms: ["a"] }]);
    const prepared = await ranker("bm25").prepare(view, ["a"]);
    expect(() => traverse(view, prepared, { top: 0 })).toThrow("whole number ≥ 1, got 0");
    expect(() => traverse(view, prepared, { minMatch: 0 })).toThrow("minMatch must be");
    expect(() => traverse(view, prepared, { minMatch: 1.5 })).toThrow("got 1.5");
  });

  test.each(traversals)(
    "%s returns nothing for an index without documents",
    async (_, traverse) => {
      const view = new MemoryIndex([]);
      const prepared = await ranker("bm25").prepare(view, ["a"]);
      expect(traverse(view, prepared, { top: 1000 })).toEqual({
        documents: new Uint32Array(0),
        scores: new Float64Array(0),
        isPartial: false,
      });
    },
  );
});

describe("a deadline", () => {
  const documents = Array.from({ length: 5000 }, (_, i) => ({ id: `d${i}`, terms: ["a"] }));
  const view = new MemoryIndex(documents);

  test.each(traversals)(
    "stops %s within 1,024 postings and flags the result",
    async (_, traverse) => {
      const prepared = await ranker("bm25").prepare(view, ["a"]);
      let reads = 0;
      const limit = new TimeLimit(2, () => ++reads); // over at the second read
      const hits = traverse(view, prepared, { top: 5000, limit });
      expect(hits.isPartial).toBe(true);
      expect(hits.documents.length).toBeGreaterThanOrEqual(2047);
      expect(hits.documents.length).toBeLessThanOrEqual(2048);
      expect(reads).toBe(2);
    },
  );

  test.each(traversals)(
    "does not change the result of %s if it is not reached",
    async (_, traverse) => {
      const prepared = await ranker("bm25").prepare(view, ["a"]);
      const limit = new TimeLimit(1, () => 0);
      expect(traverse(view, prepared, { limit })).toEqual(traverse(view, prepared));
    },
  );
});

describe("scores of documents by number", () => {
  const view = new MemoryIndex([
    { id: "x", terms: ["a"] },
    { id: "y", terms: ["a", "a"] },
  ]);

  test("are in the requested order, repetitions included", async () => {
    const prepared = await ranker("tfidf(form=tdv)").prepare(view, ["a"]);
    // idf log(3/2)
    const one = Math.log(1.5);
    expect([...scoreDocuments(view, prepared, [1, 0, 1])]).toEqual([2 * one, one, 2 * one]);
  });

  test.each([2, -1, 0.5])("reject document %s", async (document) => {
    const prepared = await ranker("bm25").prepare(view, ["a"]);
    expect(() => scoreDocuments(view, prepared, [document])).toThrow("is not in the index");
  });
});
