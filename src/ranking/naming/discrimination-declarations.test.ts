import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../../test/oracle/memory-index.ts";
import { TermWeights } from "../../index/weights/term-weights.ts";
import { WeightedView } from "../../index/weights/weighted-view.ts";
import { Searcher } from "../searcher.ts";

// Term frequencies by document: t1 [2,0,1], t2 [1,1,0], t3 [0,3,1].
const toy = new MemoryIndex([
  { id: "1", terms: ["t1", "t1", "t2"] },
  { id: "2", terms: ["t2", "t3", "t3", "t3"] },
  { id: "3", terms: ["t1", "t3"] },
]);
const weighted = new WeightedView(
  toy,
  new TermWeights([
    ["t1", 0.5],
    ["t2", 1.5],
    ["t3", 1],
  ]),
);

/**
 * Worked out by hand for the query t1 t2 (k1 1.2, b .75, mu 10). For instance
 * TF-IDF of document 1, plain: cf = 3, 2, 4, so idf = ln(5/3), ln(5/2) and the
 * score is 2 · .510826 + .916291 = 1.937942; weighted: cf = 1.5, 3, 4, so
 * 2 · .5 · ln(5/1.5) + 1.5 · ln(5/3) = 1.203973 + .766238 = 1.970211.
 */
const SCORES = [
  ["tdv-tfidf(idf=cf)", [1.937942, 0.916291, 0.510826], [1.970211, 0.766238, 0.601986]],
  ["tdv-tfidf", [0.957113, 0.510826, 0.223144], [1.027863, 0.334715, 0.346574]],
  ["tdv-bm25(idf=cf)", [1.618676, 0.806336, 0.591482], [1.914674, 0.521991, 1.037525]],
  ["tdv-bm25", [0.817648, 0.449527, 0.258377], [1.012057, 0.228021, 0.59732]],
  ["tdv-lm(mu=10)", [0.316839, -0.301381, -0.102279], [0.356835, -0.388955, -0.030063]],
] as const;

describe("rankers for learned term weights", () => {
  test.each(SCORES)(
    "%s scores the toy collection as computed by hand",
    async (ranker, plain, learned) => {
      const query = ["t1", "t2"];
      const documents = [0, 1, 2];
      const before = await new Searcher(toy).score(query, documents, { ranker });
      const after = await new Searcher(weighted).score(query, documents, { ranker });
      for (const i of documents) {
        expect(before[i]).toBeCloseTo(plain[i] as number, 5.5);
        expect(after[i]).toBeCloseTo(learned[i] as number, 5.5);
      }
    },
  );

  test("use weighted lengths", () => {
    expect([0, 1, 2].map((document) => weighted.length(document))).toEqual([2.5, 4.5, 1.5]);
    expect(weighted.totalLength / 3).toBeCloseTo(2.833333, 6);
  });

  test.each([
    ["tdv-bm25", "bm25(k1=1.2,b=0.75,idf=cf-smooth,form=k1-plus-1)"],
    ["tdv-lm", "lm(mu=2500)"],
    ["tdv-tfidf", "tfidf(form=tdv,idf=cf-smooth)"],
  ])("%s equals %s bit for bit where all weights are 1", async (learned, plain) => {
    const terms = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(terms, { minLength: 1, maxLength: 8 }),
        terms,
        async (texts, query) => {
          const index = new MemoryIndex(texts.map((each, i) => ({ id: `${i}`, terms: each })));
          const unweighted = new Searcher(new WeightedView(index, new TermWeights([])));
          const before = await new Searcher(index).rank(query, { ranker: plain });
          expect(await unweighted.rank(query, { ranker: learned })).toEqual(before);
        },
      ),
    );
  });
});
