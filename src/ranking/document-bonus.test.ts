import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createIndex } from "../search/index.ts";
import { SearchViewCache } from "./fields/search-view-cache.ts";
import { Searcher } from "./searcher.ts";
import { MultiTerm } from "./syntax/expanded-index.ts";

const WORDS = ["dynamic", "route", "page", "data", "form"];
const texts = (maxLength: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength }).map((words) => words.join(" "));

test("searches by kernels and without, with bonuses, equal the scores of all documents", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ title: texts(3), body: texts(9) }), { minLength: 1, maxLength: 60 }),
      texts(3),
      fc.record({
        top: fc.integer({ min: 1, max: 20 }),
        excluded: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4 }),
        isFiltered: fc.boolean(),
      }),
      async (rows, query, { top, excluded, isFiltered }) => {
        const index = await createIndex({ fields: { title: { weight: 5 }, body: {} } });
        await index.add(rows.map((row, i) => ({ id: String(i), ...row })));
        await index.withReader(async ({ snapshot, analyzer }) => {
          const options = { ranker: "bm25f", exactFields: ["title"] };
          const exclude = new Set(excluded.filter((document) => document < rows.length));
          const filter = isFiltered
            ? { has: (document: number): boolean => document % 3 !== 0 }
            : { has: () => true };
          const fields = SearchViewCache.create(snapshot, analyzer);
          const kernels = new Searcher(snapshot, { analyzer, fields });
          const plain = new Searcher(snapshot, { analyzer, fields, kernelsFrom: Infinity });
          const all = Uint32Array.from(rows, (_, document) => document);
          const scores = await plain.score(query, all, options);
          const expected = [...scores]
            .map((score, document) => ({ document, score }))
            .filter(({ score, document }) => score > 0 && filter.has(document))
            .filter(({ document }) => !exclude.has(document))
            .sort((a, b) => b.score - a.score || snapshot.compareIds(b.document, a.document))
            .slice(0, top);
          for (const searcher of [kernels, plain]) {
            const hits = await searcher.rank(query, { ...options, top, exclude, filter });
            const found = [...hits.documents].map((document, i) => {
              return { document, score: hits.scores[i] };
            });
            expect(found).toEqual(expected);
          }
        });
      },
    ),
    { numRuns: 60 },
  );
});

test("documents with a word as typed are scored from the lists of its corrections, which are not added up first", async () => {
  const addUp = vi.spyOn(MultiTerm.prototype, "list", "get");
  for (const fields of [{ title: { weight: 5 }, body: {} }, undefined]) {
    const index = await createIndex(fields === undefined ? {} : { fields });
    const rows = Array.from({ length: 200 }, (_, i) => {
      const body = i % 7 === 0 ? "the route of data" : `page form ${"data ".repeat(i % 5)}`;
      return { id: String(i), title: i % 9 === 0 ? "routes" : "page", body };
    });
    rows.push({ id: "typed", title: "ruote", body: "ruote of some data" });
    await index.add(
      rows.map(({ id, title, body }) => ({ id, text: `${title} ${body}`, title, body })),
    );
    await index.withReader(async ({ snapshot, analyzer }) => {
      const views = SearchViewCache.create(snapshot, analyzer);
      const searcher = new Searcher(snapshot, { analyzer, ...(views && { fields: views }) });
      const options = { ranker: views ? "bm25f" : "bm25", fuzzy: true, prefix: true };
      const hits = await searcher.rank("ruote dat", { ...options, top: 20 });
      expect(snapshot.id(hits.documents[0] as number)).toBe("typed");
      expect(hits.documents.length).toBe(20);
      expect(addUp).not.toHaveBeenCalled();
      expect([...hits.scores]).toEqual([
        ...(await searcher.score("ruote dat", hits.documents, options)),
      ]);
      expect(addUp).toHaveBeenCalled();
      addUp.mockClear();
    });
  }
});
