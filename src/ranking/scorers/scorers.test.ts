import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bm25Match } from "./bm25.ts";
import { dirichletMatch } from "./dirichlet.ts";
import { jelinekMercerMatch } from "./jelinek-mercer.ts";
import type { Match, MatchStatistics } from "./match.ts";
import { pivotedLengthMatch } from "./pivoted-length.ts";
import { createTableSalience, IDF_FORMULAS, type IdfForm, idf } from "./salience.ts";
import { tfIdfMatch } from "./tf-idf.ts";

const collection: MatchStatistics = {
  documentCount: 1000,
  totalLength: 100_000,
  averageLength: 100,
  maxCollectionFrequency: 5000,
};

const term = fc.record({
  documentFrequency: fc.integer({ min: 1, max: 1000 }),
  collectionFrequency: fc.integer({ min: 1, max: 5000 }),
});

const matches = fc.oneof(
  fc.constantFrom<Match>(tfIdfMatch(), tfIdfMatch({ form: "raw-tf" })),
  fc.double({ min: 0, max: 1, noNaN: true }).map((b) => pivotedLengthMatch({ b })),
  fc
    .record({
      k1: fc.double({ min: 0, max: 5, noNaN: true }),
      b: fc.double({ min: 0, max: 1, noNaN: true }),
      form: fc.constantFrom<("lucene" | "k1-plus-1")[]>("lucene", "k1-plus-1"),
    })
    .map(bm25Match),
  fc.double({ min: 0.01, max: 1e6, noNaN: true }).map((mu) => dirichletMatch({ mu })),
  fc.double({ min: 0.01, max: 0.99, noNaN: true }).map((lambda) => jelinekMercerMatch({ lambda })),
);

/** Rounding may turn an exact tie into a tiny difference. */
const ROUNDING = 1 + 1e-12;

describe("every match has its declared properties", () => {
  const positiveInteger = fc.integer({ min: 1, max: 200 });

  test("grows with frequency, shrinks with length and is not negative", () => {
    fc.assert(
      fc.property(
        matches,
        term,
        positiveInteger,
        positiveInteger,
        fc.nat(50),
        (match, statistics, f, extra, more) => {
          const score = match.term(statistics, collection);
          const length = f + extra + more;
          const value = score(f, length);
          if (match.isNonNegative) expect(value).toBeGreaterThanOrEqual(0);
          if (match.growsWithFrequency) {
            expect(score(f + 1, length) * ROUNDING).toBeGreaterThanOrEqual(value);
          }
          if (match.shrinksWithLength) {
            expect(score(f, length + 1)).toBeLessThanOrEqual(value * ROUNDING);
          }
          const part = match.document ?? (() => 0);
          expect(part(length + 1)).toBeLessThanOrEqual(part(length));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    [() => bm25Match({ k1: -1 }), "BM25 k1 must be finite and ≥ 0, got -1"],
    [() => bm25Match({ k1: Infinity }), "BM25 k1"],
    [() => bm25Match({ b: 1.5 }), "BM25 b must be between 0 and 1, got 1.5"],
    [() => bm25Match({ b: NaN }), "got NaN"],
    [() => pivotedLengthMatch({ b: -0.1 }), "PL b must be between 0 and 1, got -0.1"],
    [() => dirichletMatch({ mu: 0 }), "LM mu must be finite and above 0, got 0"],
    [() => jelinekMercerMatch({ lambda: 1 }), "LM-JM lambda must be above 0 and below 1, got 1"],
  ])("rejects parameters out of range: %s", (createMatch, message) => {
    expect(createMatch).toThrow(message);
  });
});

describe("scorers on weighted counts", () => {
  // The discrimination toy with weights (.5, 1.5, 1): frequencies, lengths and
  // statistics are fractional. Rows t1 [1,0,.5], t2 [1.5,1.5,0], t3 [0,3,1]; lengths
  // 2.5, 4.5, 1.5; mean 17/6; cf 1.5, 3, 4.
  const counts = [
    [1, 0, 0.5],
    [1.5, 1.5, 0],
  ];
  const lengths = [2.5, 4.5, 1.5];
  const frequencies = [1.5, 3];
  const weighted: MatchStatistics = {
    documentCount: 3,
    totalLength: 8.5,
    averageLength: 8.5 / 3,
    maxCollectionFrequency: 4,
  };

  function scores(match: Match, form: IdfForm): number[] {
    return lengths.map((length, document) => {
      const parts = counts.map((row, t) => {
        const collectionFrequency = frequencies[t] as number;
        const statistics = { documentFrequency: 2, collectionFrequency };
        const frequency = row[document] as number;
        const termIdf = idf(form)("t", statistics, weighted);
        const matchScore =
          frequency === 0 ? 0 : match.term(statistics, weighted)(frequency, length);
        return termIdf * matchScore + (match.document?.(length) ?? 0);
      });
      return parts.reduce((a, b) => a + b);
    });
  }

  test.each([
    ["TF-IDF, Eq. 3", tfIdfMatch({ form: "raw-tf" }), "cf", [1.970211, 0.766238, 0.601986]],
    ["TF-IDF, +1", tfIdfMatch({ form: "raw-tf" }), "cf-smooth", [1.027863, 0.334715, 0.346574]],
    [
      "BM25, Eq. 3",
      bm25Match({ k1: 1.2, b: 0.75, form: "k1-plus-1" }),
      "cf",
      [1.914674, 0.521991, 1.037525],
    ],
    [
      "BM25, +1",
      bm25Match({ k1: 1.2, b: 0.75, form: "k1-plus-1" }),
      "cf-smooth",
      [1.012057, 0.228021, 0.59732],
    ],
    ["LM", dirichletMatch({ mu: 10 }), "none", [0.356835, -0.388955, -0.030063]],
  ] as const)("equal the matrix form of %s", (_, match, form, expected) => {
    for (const [i, score] of scores(match, form).entries()) {
      expect(score).toBeCloseTo(expected[i] as number, 6);
    }
  });
});

describe("salience", () => {
  test("is never negative except for rsj", () => {
    fc.assert(
      fc.property(
        term,
        fc.constantFrom(...(Object.keys(IDF_FORMULAS) as IdfForm[])),
        (statistics, form) => {
          const termIdf = idf(form)("t", statistics, collection);
          if (form !== "rsj") expect(termIdf).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(termIdf)).toBe(true);
        },
      ),
    );
  });

  test("from a table has the values of the table, and 0 or another value for other terms", () => {
    const statistics = { documentFrequency: 1, collectionFrequency: 1 };
    const table = new Map([["a", 2.5]]);
    expect(createTableSalience(table)("a", statistics, collection)).toBe(2.5);
    expect(createTableSalience(table)("b", statistics, collection)).toBe(0);
    expect(createTableSalience(table, 1)("b", statistics, collection)).toBe(1);
  });
});
