import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryIndex, type TermDocument } from "../../test/oracle/memory-index.ts";
import { bagOfWords } from "./bag-of-words.ts";
import {
  bm25Formula,
  type Formula,
  lmFormula,
  lmJmFormula,
  plFormula,
  rankByFormula,
  tfIdfFormula,
} from "./formulas.contract.ts";
import { ranker } from "./naming/ranker-name.ts";
import type { Ranker } from "./ranker.ts";
import { bm25Match } from "./scorers/bm25.ts";
import { createTableSalience, idf } from "./scorers/salience.ts";
import { documentAtATime } from "./traversal/document-at-a-time.ts";
import { scoreDocuments } from "./traversal/score-documents.ts";
import { termAtATime } from "./traversal/term-at-a-time.ts";

function createDocuments(...texts: readonly string[]): TermDocument[] {
  return texts.map((text, i) => ({
    id: `d${i + 1}`,
    terms: text.split(" ").filter((term) => term !== ""),
  }));
}

async function computeScores(
  view: MemoryIndex,
  name: string | Ranker,
  query: string,
): Promise<number[]> {
  const chosenRanker = typeof name === "string" ? ranker(name) : name;
  const prepared = await chosenRanker.prepare(view, query.split(" "));
  const all = Array.from({ length: view.documentLimit }, (_, document) => document);
  return [...scoreDocuments(view, prepared, all)];
}

const SIX_DECIMALS = 5e-7;

function expectClose(
  actual: readonly number[],
  expected: readonly number[],
  tolerance = SIX_DECIMALS,
) {
  expect(actual.length).toBe(expected.length);
  for (const [i, value] of actual.entries()) {
    expect(Math.abs(value - (expected[i] as number)), `value ${i}: ${value}`).toBeLessThan(
      tolerance,
    );
  }
}

describe("the tiny collection", () => {
  // Worked out by hand: N = 4, mean length 3.5, 14 occurrences; df(a) = df(c) = 2, cf(a) = 3, cf(c) = 4.
  // For example TF-IDF of d1: (log 3 + log 2)·log 2 = 1.241953.
  const view = new MemoryIndex(createDocuments("a b c a", "a b", "c d e f c c", "d e"));

  test.each([
    ["tfidf", [1.241953, 0.480453, 0.960906, 0]],
    ["tfidf(form=raw-tf)", [2.748872, 0.916291, 2.748872, 0]],
    ["pl(b=0.75)", [1.121764, 0.708036, 0.625706, 0]],
    ["bm25(idf=plain,form=k1-plus-1)", [1.567315, 0.754407, 0.950398, 0]],
    ["bm25", [0.824903, 0.397056, 0.500209, 0]],
    ["lm", [0.0048, 0.00066, -0.001519, -0.003996]],
    ["lm(mu=10)", [0.286406, 0.018349, -0.222167, -0.364643]],
  ])("is scored by %s as the formulas say", async (name, expected) => {
    expectClose(await computeScores(view, name, "a c"), expected);
  });

  test("is scored by lm-jm as the formula says", async () => {
    // p(a) = 3/14, p(c) = 4/14, odds .15/.85: d1: log(1 + .176471·2/4·14/3) + log(1 + .176471/4·14/4);
    // d2: log(1 + .176471/2·14/3); d3: log(1 + .176471·3/6·14/4).
    const odds = 0.15 / 0.85;
    const expected = [
      Math.log(1 + (odds * 2 * 14) / (4 * 3)) + Math.log(1 + (odds * 14) / (4 * 4)),
      Math.log(1 + (odds * 14) / (2 * 3)),
      Math.log(1 + (odds * 3 * 14) / (6 * 4)),
      0,
    ];
    expectClose(await computeScores(view, "lm-jm", "a c"), expected, 1e-12);
  });

  test("orders the tie of d1 and d3 by the larger id first, and leaves out documents without a match", async () => {
    const prepared = await ranker("tfidf(form=raw-tf)").prepare(view, ["a", "c"]);
    for (const traverse of [documentAtATime, termAtATime]) {
      expect([...traverse(view, prepared).documents]).toEqual([2, 0, 1]);
      expect([...traverse(view, prepared, { top: 1 }).documents]).toEqual([2]);
    }
  });
});

describe("the collection of the discrimination toy", () => {
  // t1 [2,0,1], t2 [1,1,0], t3 [0,3,1]: idf from collection frequency is log(5/cf) or log(5/(cf + 1)).
  const view = new MemoryIndex(createDocuments("t1 t1 t2", "t2 t3 t3 t3", "t1 t3"));

  test.each([
    ["tfidf(form=raw-tf,idf=cf)", [1.937942, 0.916291, 0.510826]],
    ["tfidf(form=raw-tf,idf=cf-smooth)", [0.957113, 0.510826, 0.223144]],
    ["bm25(k1=1.2,b=0.75,form=k1-plus-1,idf=cf)", [1.618676, 0.806336, 0.591482]],
    ["bm25(k1=1.2,b=0.75,form=k1-plus-1,idf=cf-smooth)", [0.817648, 0.449527, 0.258377]],
    ["lm(mu=10)", [0.316839, -0.301381, -0.102279]],
  ])("is scored by %s as the formulas say", async (name, expected) => {
    expectClose(await computeScores(view, name, "t1 t2"), expected);
  });
});

describe("a bag of words", () => {
  const view = new MemoryIndex(createDocuments("a b", "a a c", "b c"));

  test("weights a term by its number of occurrences in the query", async () => {
    const [once = 0] = await computeScores(view, "bm25", "a");
    expect((await computeScores(view, "bm25", "a a"))[0]).toBe(2 * once);
  });

  test("saturates repetitions in the query by k3", async () => {
    // (8 + 1)·2 / (8 + 2) = 1.8
    const [once = 0] = await computeScores(view, "bm25", "a");
    const [twice = 0] = await computeScores(view, "bm25(k3=8)", "a a");
    expect(twice / once).toBeCloseTo(1.8, 12);
  });

  test("ignores unknown terms, also in the length part", async () => {
    for (const name of ["bm25", "lm", "lm-jm", "tfidf", "pl"]) {
      expect(await computeScores(view, name, "a zebra")).toEqual(
        await computeScores(view, name, "a"),
      );
    }
  });

  test("has no clauses when the index contains no query term", async () => {
    const prepared = await ranker("lm").prepare(view, ["zebra", ""]);
    expect(prepared.clauses).toEqual([]);
    for (const traverse of [documentAtATime, termAtATime]) {
      expect(traverse(view, prepared).documents).toHaveLength(0);
    }
  });

  test("takes any map of terms to numbers in place of idf, also negative ones", async () => {
    const salience = createTableSalience(new Map([["a", -2]]));
    const match = bm25Match({ k1: 0, b: 0 }); // every match is 1
    expect(await computeScores(view, bagOfWords({ match, salience }), "a b")).toEqual([-2, -2, 0]);
    const prepared = await bagOfWords({ match, salience }).prepare(view, ["a", "b"]);
    expect([...documentAtATime(view, prepared).documents]).toEqual([2, 1, 0]);
  });

  test("names a term whose salience is not finite", async () => {
    const nanRanker = bagOfWords({ match: bm25Match(), salience: () => NaN });
    await expect(computeScores(view, nanRanker, "a")).rejects.toThrow('got NaN for "a"');
  });

  test("with salience none equals salience 1 for every term", async () => {
    const ones = bagOfWords({ match: bm25Match(), salience: () => 1 });
    expect(await computeScores(view, "bm25(idf=none)", "a b c")).toEqual(
      await computeScores(view, ones, "a b c"),
    );
  });

  test("scores a term in every document 0 under plain idf, but still returns its documents", async () => {
    const all = new MemoryIndex(createDocuments("a", "a b"));
    const prepared = await ranker("tfidf").prepare(all, ["a"]);
    expect([...documentAtATime(all, prepared).scores]).toEqual([0, 0]);
  });

  test("turns negative under rsj for a term in most documents, and stays at 0 with rsj-floor", () => {
    // N = 4, df = 3: log(1.5 / 3.5)
    const statistics = { documentFrequency: 3, collectionFrequency: 3 };
    const collection = {
      documentCount: 4,
      totalLength: 4,
      averageLength: 1,
      maxCollectionFrequency: 3,
    };
    expect(idf("rsj")("t", statistics, collection)).toBeCloseTo(Math.log(1.5 / 3.5), 12);
    expect(idf("rsj-floor")("t", statistics, collection)).toBe(0);
  });
});

describe("every ranker over single terms", () => {
  const collection = fc.array(
    fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 10 }),
    { maxLength: 12 },
  );
  const query = fc.array(fc.constantFrom("a", "b", "c", "d", "zebra"), { maxLength: 6 });
  const cases: [string, Formula][] = [
    ["tfidf", tfIdfFormula("log-tf", "plain")],
    ["tfidf(form=raw-tf)", tfIdfFormula("raw-tf", "smooth")],
    ["tfidf(idf=rsj)", tfIdfFormula("log-tf", "rsj")],
    ["pl", plFormula(0.2)],
    ["pl(b=1)", plFormula(1)],
    ["bm25", bm25Formula(0.9, 0.4, "lucene")],
    ["bm25(preset=tdv)", bm25Formula(1.2, 0.75, "smooth", 2.2)],
    ["bm25(k1=0,b=1,idf=plain)", bm25Formula(0, 1, "plain")],
    ["bm25(idf=rsj)", bm25Formula(0.9, 0.4, "rsj")],
    ["bm25(idf=rsj-floor)", bm25Formula(0.9, 0.4, "rsj-floor")],
    ["bm25(idf=cf)", bm25Formula(0.9, 0.4, "cf")],
    ["bm25(idf=cf-smooth)", bm25Formula(0.9, 0.4, "cf-smooth")],
    ["bm25(idf=none)", bm25Formula(0.9, 0.4, "none")],
    ["lm", lmFormula(1000)],
    ["lm(mu=3)", lmFormula(3)],
    ["lm-jm(lambda=0.7)", lmJmFormula(0.7)],
  ];

  test.each(cases)(
    "%s equals its formula on any collection, in either traversal",
    async (name, formula) => {
      await fc.assert(
        fc.asyncProperty(
          collection,
          query,
          fc.integer({ min: 1, max: 3 }),
          async (texts, terms, minMatch) => {
            const documents = texts.map((words, i) => ({ id: `d${i}`, terms: words }));
            const view = new MemoryIndex(documents);
            const prepared = await ranker(name).prepare(view, terms);
            const expected = rankByFormula(formula, terms, documents, minMatch);
            const scores = new Map(expected.map(({ id, score }) => [id, score]));
            for (const traverse of [documentAtATime, termAtATime]) {
              const hits = traverse(view, prepared, { top: 20, minMatch });
              expect(hits.documents).toHaveLength(expected.length);
              for (const [rank, document] of hits.documents.entries()) {
                expect(hits.scores[rank]).toBeCloseTo(scores.get(view.id(document)) as number, 10);
              }
            }
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});
