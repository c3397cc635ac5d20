import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../../test/oracle/memory-index.ts";
import { TermWeights } from "../../index/weights/term-weights.ts";
import { WeightedView } from "../../index/weights/weighted-view.ts";
import { Searcher } from "../../ranking/searcher.ts";
import { createDifferentiableModel, MODELS, type TermSlopes } from "./differentiable-model.ts";
import { TermMatrix } from "./term-matrix.ts";
import { WeightedCollection } from "./weighted-collection.ts";
import { WeightedScorer } from "./weighted-scorer.ts";

const TERMS = ["a", "b", "c", "d", "e"];

const texts = fc.array(fc.array(fc.constantFrom(...TERMS), { maxLength: 12 }), {
  minLength: 1,
  maxLength: 8,
});
const weightOfTerm = fc.array(fc.constantFrom(0, 0.25, 0.5, 1, 1.5, 3), {
  minLength: TERMS.length,
  maxLength: TERMS.length,
});
const cases = MODELS.flatMap((name) =>
  (["smooth", "cf-smooth", "cf"] as const).flatMap((idf) =>
    (["plain", "weighted", "whole"] as const).map((query) => [name, idf, query] as const),
  ),
);

describe.each(cases)("the differentiable %s, idf %s, query %s", (name, idf, query) => {
  const model = createDifferentiableModel(name, { idf, query, mu: 20 });

  test("scores like the search engine", async () => {
    const queryTerms = fc.array(fc.constantFrom(...TERMS), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, weightOfTerm, queryTerms, async (documents, numbers, words) => {
        const index = new MemoryIndex(documents.map((terms, i) => ({ id: `${i}`, terms })));
        const table = new TermWeights(TERMS.map((term, i) => [term, numbers[i] as number]));
        const searcher = new Searcher(new WeightedView(index, table));
        const all = documents.map((_, i) => i);
        const expected = await searcher.score(words, all, { ranker: model.ranker() });

        const matrix = new TermMatrix(index);
        const weights = Float64Array.from(matrix.terms, (term) => table.weight(term));
        const collection = new WeightedCollection(matrix, weights);
        const scorer = new WeightedScorer(model, weights);
        for (const i of all) {
          const score = scorer.score(matrix.query(words), matrix.document(i), collection);
          expect(score).toBeCloseTo(expected[i] as number, 9);
        }
      }),
    );
  });

  test("has the gradient of finite differences", () => {
    const numbers = {
      frequency: fc.double({ min: 0.1, max: 9, noNaN: true }),
      collectionFrequency: fc.double({ min: 0.5, max: 50, noNaN: true }),
      length: fc.double({ min: 1, max: 90, noNaN: true }),
      totalLength: fc.double({ min: 90, max: 900, noNaN: true }),
      maxCollectionFrequency: fc.double({ min: 50, max: 90, noNaN: true }),
    };
    const at = fc.record({ ...numbers, documentFrequency: fc.integer({ min: 1, max: 10 }) });
    fc.assert(
      fc.property(at, (point) => {
        const fresh = (): TermSlopes => ({ ...point, parameters: new Float64Array(2) });
        const slopes = fresh();
        model.term(point, 10, slopes);
        for (const key of Object.keys(numbers) as (keyof typeof numbers)[]) {
          const step = 1e-5 * point[key];
          const up = model.term({ ...point, [key]: point[key] + step }, 10, fresh());
          const down = model.term({ ...point, [key]: point[key] - step }, 10, fresh());
          const measured = (up - down) / (2 * step);
          expect(Math.abs(slopes[key] - measured)).toBeLessThan(1e-5 * (1 + Math.abs(measured)));
        }
      }),
    );
  });
});

test("an unknown model is refused by name", () => {
  expect(() => createDifferentiableModel("pl" as "lm")).toThrow("one of bm25, lm, tfidf, got pl");
});
