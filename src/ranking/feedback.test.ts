import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../test/oracle/memory-index.ts";
import { ranker } from "./naming/ranker-name.ts";

const FLAT = "bm25(k1=0,b=0,idf=none)"; // every match scores 1

function createIndex(...texts: readonly string[]): MemoryIndex {
  return new MemoryIndex(texts.map((text, i) => ({ id: `d${i + 1}`, terms: text.split(" ") })));
}

async function weights(
  view: MemoryIndex,
  name: string,
  query: string,
): Promise<[string, number][]> {
  const { clauses } = await ranker(name).prepare(view, query.split(" "));
  return clauses.map(({ label, facts }) => [label, facts.queryWeight as number]);
}

function expectWeights(actual: [string, number][], expected: Record<string, number>): void {
  expect(actual.map(([term]) => term)).toEqual(Object.keys(expected));
  for (const [term, weight] of actual)
    expect(weight, term).toBeCloseTo(expected[term] as number, 12);
}

describe("rm3", () => {
  const view = createIndex("aa bb cc cc", "aa bb dd", "ee");

  test("learns terms as Anserini does", async () => {
    // Both documents score 1. The best terms of d1 are cc 2/3 and aa 1/3 (bb loses the
    // tie), those of d2 aa 1/2 and bb 1/2. Sums: aa 5/6, cc 2/3, bb 1/2; the two
    // largest, normalised: aa 5/9, cc 4/9.
    const learned = await weights(view, `rm3(${FLAT},docs=2,terms=2,max-df=1)`, "aa");
    expectWeights(learned, { aa: 0.5 + 0.5 * (5 / 9), cc: 0.5 * (4 / 9) });
  });

  test("weighs documents by their scores", async () => {
    // idf none, k1 = 1, b = 0: d1 scores tf/(tf + 1) = 2/3 for aa twice, d2 1/2.
    // d1: aa 2/3, xx 1/3; d2: aa 1/2, yy 1/2. Sums: aa 4/9 + 1/4, xx 2/9, yy 1/4.
    const two = createIndex("aa aa xx", "aa yy");
    const learned = await weights(two, "rm3(bm25(k1=1,b=0,idf=none),max-df=1)", "aa");
    const sum = 4 / 9 + 1 / 4 + 2 / 9 + 1 / 4;
    expectWeights(learned, {
      aa: 0.5 + (0.5 * (4 / 9 + 1 / 4)) / sum,
      yy: (0.5 * (1 / 4)) / sum,
      xx: (0.5 * (2 / 9)) / sum,
    });
  });

  test("learns terms as Indri does, without the terms of the query", async () => {
    // Equal scores: posteriors 1/2. bb: 1/2·1/4 + 1/2·1/3 = 7/24, cc: 1/2·2/4 = 6/24, dd: 4/24. Kept: bb 7/13, cc 6/13.
    const name = `rm3(${FLAT},variant=indri,docs=2,terms=2,weight=0.25,max-df=1)`;
    expectWeights(await weights(view, name, "aa"), {
      aa: 0.25,
      bb: 0.75 * (7 / 13),
      cc: 0.75 * (6 / 13),
    });
  });

  test("turns log likelihoods into posteriors", async () => {
    // lm(mu=1), p(aa) = 2/5: d1 has length 3, d2 length 2.
    // Likelihoods up to a constant: d1 (1 + 2.5)/(1 + 3), d2 (1 + 2.5)/(1 + 2), so 3 : 4.
    const two = createIndex("aa xx xx", "aa yy");
    // d1: xx 2/3, aa 1/3; d2: aa 1/2, yy 1/2 → aa 3/7·1/3 + 4/7·1/2 = 3/7, xx 2/7, yy 2/7.
    const learned = await weights(two, "rm3(lm(mu=1),max-df=1)", "aa");
    expectWeights(learned, { aa: 0.5 + 0.5 * (3 / 7), xx: 1 / 7, yy: 1 / 7 });
  });

  test("keeps repetitions and drops unknown terms of the original query", async () => {
    const learned = await weights(view, `rm3(${FLAT},terms=0)`, "aa zebra ee aa");
    expectWeights(learned, { aa: 0.5 * (2 / 3), ee: 0.5 * (1 / 3) });
  });

  test("does not learn short, long, odd or common terms", async () => {
    const long = "l".repeat(21);
    const odd = createIndex(`aa z ${long} café x1 über`, "aa", "bb", "cc");
    // max-df 0.3 excludes aa, which half of the documents contain; x1 is the only one
    // left.
    const learned = await weights(odd, `rm3(${FLAT},max-df=0.3)`, "aa");
    expectWeights(learned, { aa: 0.5, x1: 0.5 });
  });

  test("is the first pass when there is nothing to learn", async () => {
    expectWeights(await weights(view, "rm3(bm25,max-df=0)", "aa"), { aa: 0.5 });
    expect(await weights(view, "rm3", "zebra")).toEqual([]);
  });

  test("learns only from documents that the filter lets through", async () => {
    const { clauses } = await ranker(`rm3(${FLAT},max-df=1)`).prepare(view, ["aa"], {
      filter: new Set([1]),
    });
    expect(clauses.map(({ label }) => label)).toEqual(["aa", "bb", "dd"]);
  });

  test("lists the rankers that it can build on", () => {
    expect(() => ranker("rm3(sdm)")).toThrow(
      'rm3 builds on one of bm25, lm, lm-jm, tfidf, pl, tdv-bm25, tdv-lm, tdv-tfidf, got "sdm"',
    );
    expect(() => ranker("rm3(bm25,lm)")).toThrow("rm3 takes one base");
  });
});
