import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ProgressReport } from "../common/progress.ts";
import type { Collection } from "./collection.ts";
import { computeCollectionStatistics, countWords } from "./collection-statistics.ts";
import type { Document, Judgement, Query } from "./document.ts";

interface Parts {
  documents?: readonly Document[];
  queries?: Readonly<Record<string, readonly Query[]>>;
  judgements?: Readonly<Record<string, readonly Judgement[]>>;
}

async function* each<T>(items: readonly T[] = []): AsyncGenerator<T> {
  yield* items;
}

function collection({ documents, queries = {}, judgements = {} }: Parts): Collection {
  return {
    name: "small",
    format: "memory",
    splits: Object.keys(queries),
    notes: [],
    documents: () => each(documents),
    queries: (split) => each(queries[split]),
    judgements: (split) => each(judgements[split]),
  };
}

const small = collection({
  documents: [
    { id: "1", title: "Wing flutter", text: "at high speed" }, // 5 words
    { id: "2", text: "heat" }, // 1 word
    { id: "3", title: "", text: " \n" }, // none
  ],
  queries: {
    train: [{ id: "a", text: "wing heat" }],
    test: [
      { id: "b", text: "flutter" },
      { id: "c", text: "the speed of sound" },
      { id: "d", text: "sound" },
    ],
  },
  judgements: {
    test: [
      { query: "b", document: "1", grade: 2 },
      { query: "b", document: "2", grade: -1 },
      { query: "b", document: "3", grade: 1 },
      { query: "c", document: "1", grade: 1 },
      { query: "c", document: "2", grade: 0 },
    ],
  },
});

describe("computeCollectionStatistics", () => {
  test("counts documents and measures title and text together", async () => {
    const { documents, emptyDocuments, documentLength } = await computeCollectionStatistics(small);
    expect([documents, emptyDocuments]).toEqual([3, 1]);
    // Lengths 5, 1, 0: mean 2, variance (9 + 1 + 4) / 3.
    expect(documentLength.mean).toBeCloseTo(2, 12);
    expect(documentLength.deviation).toBeCloseTo(Math.sqrt(14 / 3), 12);
  });

  test("describes each split, and the queries of all together", async () => {
    const { splits, queryLength } = await computeCollectionStatistics(small);
    expect(splits).toEqual([
      {
        split: "train",
        queries: 1,
        queryLength: { mean: 2, deviation: 0 },
        judgements: 0,
        judgedQueries: 0,
        relevantPerQuery: 0,
        grades: [],
      },
      {
        split: "test",
        queries: 3,
        // Lengths 1, 4, 1: mean 2, variance (1 + 4 + 1) / 3.
        queryLength: { mean: 2, deviation: expect.closeTo(Math.SQRT2, 12) },
        judgements: 5,
        judgedQueries: 2, // d has none
        relevantPerQuery: 1.5, // b two, c one
        grades: [
          { grade: -1, judgements: 1 },
          { grade: 0, judgements: 1 },
          { grade: 1, judgements: 2 },
          { grade: 2, judgements: 1 },
        ],
      },
    ]);
    // Lengths 2, 1, 4, 1: mean 2, variance (0 + 1 + 4 + 1) / 4.
    expect(queryLength.mean).toBeCloseTo(2, 12);
    expect(queryLength.deviation).toBeCloseTo(Math.sqrt(1.5), 12);
  });

  test("measures lengths with the given function", async () => {
    const { documentLength } = await computeCollectionStatistics(small, {
      length: (text) => text.length,
    });
    // "Wing flutter at high speed" has 26 characters, the others 4 and 2.
    expect(documentLength.mean).toBeCloseTo(32 / 3, 12);
  });

  test("counts a query of several splits once in the length of all", async () => {
    const wing = { id: "a", text: "wing" };
    const queries = { test: [wing], all: [wing, { id: "b", text: "wing heat speed" }] };
    const { queryLength } = await computeCollectionStatistics(collection({ queries }));
    expect(queryLength).toEqual({ mean: 2, deviation: 1 }); // lengths 1 and 3
  });

  test("returns zeros for an empty collection", async () => {
    expect(await computeCollectionStatistics(collection({}))).toEqual({
      name: "small",
      format: "memory",
      documents: 0,
      emptyDocuments: 0,
      documentLength: { mean: 0, deviation: 0 },
      queryLength: { mean: 0, deviation: 0 },
      splits: [],
    });
  });

  test("equals the two-pass formulas on any lengths", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1000), { minLength: 1 }), async (lengths) => {
        const documents = lengths.map((n, i) => ({ id: `${i}`, text: "w ".repeat(n) }));
        const { documentLength } = await computeCollectionStatistics(collection({ documents }));
        const mean = lengths.reduce((sum, n) => sum + n, 0) / lengths.length;
        const variance = lengths.reduce((sum, n) => sum + (n - mean) ** 2, 0) / lengths.length;
        expect(documentLength.mean).toBeCloseTo(mean, 8);
        expect(documentLength.deviation).toBeCloseTo(Math.sqrt(variance), 8);
      }),
      { numRuns: 30 },
    );
  });

  test("reports progress", async () => {
    const reports: ProgressReport[] = [];
    await computeCollectionStatistics(small, { progress: (report) => reports.push(report) });
    expect(reports.map(({ task, done, unit }) => `${task}: ${done} ${unit}`)).toEqual([
      "reading small: 3 documents",
      "reading small:train: 1 queries",
      "reading small:train: 0 judgements",
      "reading small:test: 3 queries",
      "reading small:test: 5 judgements",
    ]);
  });
});

test("counts words separated by white space", () => {
  expect(["", "  ", "a", " a\tb \n c\u00a0d "].map(countWords)).toEqual([0, 0, 1, 4]);
});
