import fc from "fast-check";
import { expect, test } from "vitest";
import { createIndex } from "../search/index.ts";
import { type BoostValues, boostScore } from "./boost-score.ts";
import { createDocumentBoost } from "./document-boost.ts";
import { SearchViewCache } from "./fields/search-view-cache.ts";
import { Searcher } from "./searcher.ts";

const WORDS = ["oak", "desk", "lamp", "chair", "stool"];
const texts = (maxLength: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength }).map((words) => words.join(" "));

/** A factor is never below 0, an amount never below 0. */
const boosts = fc.array(
  fc.record({
    isFactor: fc.boolean(),
    size: fc.constantFrom(0.01, 1, 30),
    steps: fc.constantFrom(1, 2, 1000),
    isLowering: fc.boolean(),
    seed: fc.nat(1000),
  }),
  { minLength: 1, maxLength: 3 },
);

const describeBoost = (isFactor: boolean, values: Float64Array): BoostValues => ({
  ...{ label: "boost", formula: "weight · x", weight: 1 },
  ...{ isFactor, values },
});

test("searches by kernels and without, with boosts, equal the scores of all documents", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ title: texts(3), body: texts(9) }), { minLength: 1, maxLength: 90 }),
      texts(3),
      boosts,
      fc.record({
        top: fc.integer({ min: 1, max: 20 }),
        ranker: fc.constantFrom("bm25f", "bm25", "bm25(idf=rsj)", "lm", "sdm", "tfidf"),
        fields: fc.constantFrom(undefined, ["body"], ["title", "body"]),
        exactFields: fc.constantFrom([], ["title"]),
        isFiltered: fc.boolean(),
      }),
      async (rows, query, chosen, { top, fields: names, isFiltered, ...scoring }) => {
        const index = await createIndex({ fields: { title: { weight: 5 }, body: {} } });
        const half = rows.length >> 1;
        const documents = rows.map((row, i) => ({ id: String(i), ...row }));
        for (const part of [documents.slice(0, half), documents.slice(half)]) {
          if (part.length > 0) await index.add(part);
        }
        await index.withReader(async ({ snapshot, analyzer }) => {
          const limit = snapshot.documentLimit;
          const values = chosen.map(({ isFactor, size, steps, isLowering, seed }) =>
            describeBoost(
              isFactor,
              Float64Array.from({ length: limit }, (_, i) => {
                const share = Math.floor((((i + seed) * 7919) % 1009) / (1009 / steps)) / steps;
                return isFactor && isLowering ? -share : size * share;
              }),
            ),
          );
          const boost = createDocumentBoost(values, limit);
          const options = { ...scoring, boost, ...(names === undefined ? {} : { fields: names }) };
          const allowed = documents.flatMap((_, i) => (i % 3 === 0 ? [] : [i]));
          const filter = isFiltered ? { filter: new Set(allowed) } : {};
          const views = SearchViewCache.create(snapshot, analyzer);
          const kernels = new Searcher(snapshot, { analyzer, fields: views });
          const plain = new Searcher(snapshot, { analyzer, fields: views, kernelsFrom: Infinity });
          const matching = await plain.matches(query, { ...options, ...filter });
          const all: number[] = [];
          matching.documents.forEach((document) => {
            all.push(document);
          });
          const { boost: _, ...unboosted } = options;
          const scores = await plain.score(query, all, unboosted);
          const expected = all
            .map((document, i) => {
              return { document, score: boostScore(boost, document, scores[i] as number) };
            })
            .sort((a, b) => b.score - a.score || snapshot.compareIds(b.document, a.document))
            .slice(0, top);
          for (const searcher of [kernels, plain]) {
            const hits = await searcher.rank(query, { ...options, ...filter, top });
            const found = [...hits.documents].map((document, i) => {
              return { document, score: hits.scores[i] };
            });
            expect(found).toEqual(expected);
          }
          const [best] = expected;
          if (best === undefined) return;
          const { value, parts } = await plain.explain(query, best.document, options);
          expect(value).toBe(best.score);
          expect(parts.reduce((sum, part) => sum + part.value, 0)).toBe(value);
        });
      },
    ),
    { numRuns: 50 },
  );
});

test("factors apply in order, then amounts are added", () => {
  const value = (isFactor: boolean, number: number): BoostValues =>
    describeBoost(isFactor, Float64Array.of(number));
  const boost = createDocumentBoost([value(false, 1), value(true, 0.5), value(true, -0.25)], 1);
  expect(boostScore(boost, 0, 8)).toBe(8 * 1.5 * 0.75 + 1); // 10
});

test("the bounds of a class contain the boosts of its documents", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 1 }),
      (amounts) => {
        const values = Float64Array.from(amounts);
        const boost = createDocumentBoost(
          [describeBoost(false, values), describeBoost(true, values)],
          amounts.length,
        );
        for (const [i, amount] of amounts.entries()) {
          const number = boost.classes[i] as number;
          expect(boost.minAmounts[number]).toBeLessThanOrEqual(amount);
          expect(boost.maxAmounts[number]).toBeGreaterThanOrEqual(amount);
          expect(boost.minFactors[number]).toBeLessThanOrEqual(1 + amount);
          expect(boost.maxFactors[number]).toBeGreaterThanOrEqual(1 + amount);
        }
      },
    ),
  );
});
