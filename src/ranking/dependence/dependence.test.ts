import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../../test/oracle/memory-index.ts";
import {
  bm25Formula,
  type Counts,
  type Formula,
  lmFormula,
  rankByFormula,
  tf,
} from "../formulas.contract.ts";
import { ranker } from "../naming/ranker-name.ts";
import { documentAtATime } from "../traversal/document-at-a-time.ts";
import { scoreDocuments } from "../traversal/score-documents.ts";
import { termAtATime } from "../traversal/term-at-a-time.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import { createDependenceWindows } from "./dependence-windows.ts";
import { computeProximity, type ProximityMeasure } from "./proximity-measures.ts";
import { formatWindow } from "./window-postings.ts";
import { countOrdered, countUnordered } from "./windows.ts";

const acceptAll = (): boolean => true;

function labels(
  kind: "sequential" | "full",
  query: string,
  isIndexed: (t: string) => boolean = acceptAll,
): string[] {
  return createDependenceWindows({ kind }, query.split(" "), isIndexed).map(
    ({ window, count }) => `${count}×${formatWindow(window)}`,
  );
}

describe("the windows of a query", () => {
  test("are its neighbours in sequential dependence", () => {
    expect(labels("sequential", "a b c")).toEqual([
      "1×#1(a b)",
      "1×#1(b c)",
      "1×#uw8(a b)",
      "1×#uw8(b c)",
    ]);
  });

  test("count a pair that occurs twice in the query twice", () => {
    expect(labels("sequential", "a b a b")).toEqual([
      "2×#1(a b)",
      "1×#1(b a)",
      "2×#uw8(a b)",
      "1×#uw8(b a)",
    ]);
  });

  test("are all phrases and all sets up to three terms in full dependence", () => {
    expect(labels("full", "a b c")).toEqual([
      "1×#1(a b)",
      "1×#1(b c)",
      "1×#1(a b c)",
      "1×#uw8(a b)",
      "1×#uw8(a c)",
      "1×#uw8(b c)",
      "1×#uw12(a b c)",
    ]);
  });

  test("leave out an unknown term without pairing its neighbours", () => {
    expect(labels("sequential", "a zebra b", (term) => term !== "zebra")).toEqual([]);
  });

  test("stop at twelve terms", () => {
    const query = Array.from({ length: 40 }, (_, i) => `t${i}`).join(" ");
    // 11 pairs and 10 triples in a row; 12·11/2 pairs and 12·11·10/6 triples in any order
    expect(labels("full", query)).toHaveLength(11 + 10 + 66 + 220);
  });
});

/** log((tf + mu·cf/|C|) / (|d| + mu)), half an occurrence for a feature that never occurs. */
function feature(frequency: (d: readonly string[]) => number, mu: number, inverse = false) {
  return (document: readonly string[], counts: Counts): number => {
    const cf = counts.documents.reduce((sum, d) => sum + frequency(d), 0) || 0.5;
    const p = inverse ? counts.size / cf : cf / counts.size;
    return Math.log((frequency(document) + mu * p) / (document.length + mu));
  };
}

function findPositions(document: readonly string[], terms: readonly string[]): Uint32Array[] {
  return terms.map((term) =>
    Uint32Array.from(document.flatMap((word, position) => (word === term ? [position] : []))),
  );
}

/** 0 for no values: a group without windows adds nothing. */
const mean = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);

/** The weighted means of the three groups, for queries of different known terms. */
function fieldFormula(full: boolean, weights: readonly number[], mu: number): Formula {
  return (query, document, counts) => {
    const terms = counts.filterIndexed(query);
    const unigrams = terms.map((t) => feature((d) => tf(t, d), mu)(document, counts));
    const isIndexed = (term: string): boolean => counts.cf(term) > 0;
    const windows = createDependenceWindows(
      { kind: full ? "full" : "sequential" },
      query,
      isIndexed,
    );
    if (windows.length === 0) return mean(unigrams);
    const groups = (["ordered", "unordered"] as const).map((kind) =>
      mean(
        windows.flatMap(({ window, count }) => {
          if (window.kind !== kind) return [];
          const countWindow = kind === "ordered" ? countOrdered : countUnordered;
          const value = feature(
            (d) => countWindow(findPositions(d, window.terms), window.size),
            mu,
          );
          return Array.from({ length: count }, () => value(document, counts));
        }),
      ),
    );
    const [wt = 0, wo = 0, wu = 0] = weights;
    return wt * mean(unigrams) + wo * (groups[0] as number) + wu * (groups[1] as number);
  };
}

function withProximity(base: Formula, measure: ProximityMeasure): Formula {
  return (query, document, counts) => {
    const matchedTerms = [...new Set(query)].filter((term) => document.includes(term));
    const distance =
      matchedTerms.length < 2
        ? document.length
        : computeProximity(measure, findPositions(document, matchedTerms));
    return base(query, document, counts) + Math.log(0.3 + Math.exp(-distance));
  };
}

describe("every ranker of terms together", () => {
  const cases: [string, Formula][] = [
    ["fi", (q, d, c) => mean(c.filterIndexed(q).map((t) => feature((x) => tf(t, x), 1000)(d, c)))],
    [
      "fi(mu=7,background=inverse)",
      (q, d, c) => mean(c.filterIndexed(q).map((t) => feature((x) => tf(t, x), 7, true)(d, c))),
    ],
    [
      "fi(groups=sum)",
      (q, d, c) =>
        c.filterIndexed(q).reduce((sum, t) => sum + feature((x) => tf(t, x), 1000)(d, c), 0),
    ],
    ["sdm", fieldFormula(false, [0.85, 0.1, 0.05], 1000)],
    ["sdm(mu=5,terms=0.5,ordered=0.3,unordered=0.2)", fieldFormula(false, [0.5, 0.3, 0.2], 5)],
    ["fdm(mu=5)", fieldFormula(true, [0.8, 0.1, 0.1], 5)],
    ["proximity(bm25,min-dist)", withProximity(bm25Formula(0.9, 0.4, "lucene"), "min-dist")],
    ["proximity(bm25,span)", withProximity(bm25Formula(0.9, 0.4, "lucene"), "span")],
    ["proximity(lm(mu=5),min-cover)", withProximity(lmFormula(5), "min-cover")],
    ["proximity(lm(mu=5),ave-dist)", withProximity(lmFormula(5), "ave-dist")],
    ["proximity(lm-jm,max-dist)", (q, d, c) => withProximity(jm, "max-dist")(q, d, c)],
  ];
  const jm: Formula = (q, d, c) =>
    c.filterIndexed(q).reduce((sum, t) => {
      const p = c.cf(t) / c.size;
      return sum + (tf(t, d) === 0 ? 0 : Math.log(1 + (0.15 * tf(t, d)) / (0.85 * d.length * p)));
    }, 0);
  const collection = fc.array(
    fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 12 }),
    { maxLength: 10 },
  );
  const queries = fc.array(fc.constantFrom("a", "b", "c", "d", "zebra"), { maxLength: 5 });

  test.each(cases)(
    "%s equals its formula on any collection, in either traversal",
    async (name, formula) => {
      await fc.assert(
        fc.asyncProperty(collection, queries, async (texts, query) => {
          const documents = texts.map((terms, i) => ({ id: `d${i}`, terms }));
          const view = new MemoryIndex(documents);
          const prepared = await ranker(name).prepare(view, query);
          const expected = rankByFormula(formula, query, documents);
          const scores = new Map(expected.map(({ id, score }) => [id, score]));
          const hits = documentAtATime(view, prepared, { top: 20 });
          expect(hits.documents).toHaveLength(expected.length);
          for (const [rank, document] of hits.documents.entries()) {
            expect(hits.scores[rank]).toBeCloseTo(scores.get(view.id(document)) as number, 10);
          }
          expect(termAtATime(view, prepared, { top: 20 })).toEqual(hits);
          expect(scoreDocuments(view, prepared, hits.documents)).toEqual(hits.scores);
        }),
        { numRuns: 100 },
      );
    },
  );
});

describe("dependence", () => {
  const texts = ["white house paint", "house white paint", "white paint house", "grey paint"];
  const documents = texts.map((text, i) => ({ id: `d${i}`, terms: text.split(" ") }));
  const view = new MemoryIndex(documents);

  test("prefers the phrase to its reverse, and ignores order without windows", async () => {
    const rankIds = async (name: string): Promise<number[]> => {
      const prepared = await ranker(name).prepare(view, ["white", "house"]);
      return [...scoreDocuments(view, prepared, [0, 1, 2])];
    };
    const [phrase = 0, reversed = 0, distant = 0] = await rankIds("sdm");
    expect(phrase).toBeGreaterThan(reversed);
    expect(reversed).toBe(distant); // both within eight words
    const [a, b, c] = await rankIds("fi");
    expect([a, b]).toEqual([b, c]);
  });

  test("of one term alone is full independence", async () => {
    const scores = async (name: string): Promise<Float64Array> =>
      scoreDocuments(view, await ranker(name).prepare(view, ["paint"]), [0, 1, 2, 3]);
    expect(await scores("sdm")).toEqual(await scores("fi"));
    expect(await scores("fdm")).toEqual(await scores("fi"));
  });

  test("needs positions, unless the query has no windows", async () => {
    const plain = new MemoryIndex(documents, { positions: false });
    const two = ["white", "house"];
    await expect(ranker("sdm").prepare(plain, two)).rejects.toThrow("need an index with positions");
    await expect(ranker("proximity").prepare(plain, two)).rejects.toThrow(
      "needs an index with positions",
    );
    const { clauses } = await ranker("sdm(ordered=0,unordered=0)").prepare(plain, two);
    expect(clauses).toHaveLength(2);
  });

  test("stops the search for windows when time is up", async () => {
    const documents = Array.from({ length: 3000 }, (_, i) => ({ id: `d${i}`, terms: ["a", "b"] }));
    const limit = new TimeLimit(1, () => 1);
    const { clauses } = await ranker("sdm").prepare(new MemoryIndex(documents), ["a", "b"], {
      limit,
    });
    expect(limit.isOver).toBe(true);
    expect(clauses[2]?.statistics.documentFrequency).toBeLessThan(1024);
  });
});
