/**
 * The known verdicts of classical rankers, on a grid: frequencies 1 to 20, lengths 20 to 500 at a
 * mean length of 100, 2 to 10 repetitions. The shares were computed from the formulas independently
 * of this program and rounded to two decimals.
 */

import { describe, expect, test } from "vitest";
import { ranker } from "../../ranking/index.ts";
import type { AxiomInstance } from "./axiom.ts";
import { createPairInstance } from "./axiom.ts";
import { type AxiomResult, AxiomTally } from "./axiom-result.ts";
import {
  createAddedTermInstance,
  createRepetitionInstance,
  LNC1,
  LNC2,
  TF_LNC,
} from "./families/length.ts";
import {
  createAppendInstance,
  createExchangeInstance,
  TDC_2004,
  TDC_2011,
  TDC_2011_ANY,
} from "./families/term-discrimination.ts";
import { createDiminishingInstance, TFC1, TFC2 } from "./families/term-frequency.ts";
import { createIndexRanker } from "./rankers/index-ranker.ts";
import { createStatisticsCollection } from "./statistics-collection.contract.ts";

const FREQUENCIES = [1, 2, 3, 5, 10, 20];
const LENGTHS = [20, 50, 100, 200, 500];

/** p(rare|C) is 1e-4, p(common|C) is 0.05, and `most` is in more than half of the documents. */
const statistics = (documentFrequency: number, collectionFrequency: number) => ({
  documentFrequency,
  collectionFrequency,
});
const view = createStatisticsCollection({
  documentCount: 10_000,
  averageLength: 100,
  terms: {
    rare: statistics(90, 100),
    middle: statistics(900, 1000),
    common: statistics(4000, 50_000),
    most: statistics(9000, 60_000),
  },
});
const entry = (term: string) => ({ word: term, term, ...statistics(0, 0), idf: 0 });

/** The given words, followed by fillers up to the length. */
function text(length: number, ...groups: readonly (readonly [string, number])[]): string[] {
  const termWords = groups.flatMap(([word, count]) => Array.from({ length: count }, () => word));
  return [...termWords, ...Array.from({ length: length - termWords.length }, () => "filler")];
}

/** Every frequency in every length that can hold it. */
function grid(
  word: string,
  make: (words: string[], frequency: number) => AxiomInstance[],
): AxiomInstance[] {
  return LENGTHS.flatMap((length) =>
    FREQUENCIES.filter((frequency) => frequency <= length).flatMap((frequency) =>
      make(text(length, [word, frequency]), frequency),
    ),
  );
}

async function testInstances(
  name: string,
  axiom: { readonly id: string; readonly isStrict: boolean },
  instances: readonly AxiomInstance[],
): Promise<AxiomResult> {
  const analyzer = { term: (word: string) => word };
  const under = createIndexRanker(view, analyzer, { name, ranker: ranker(name) });
  const scores = await under.score(instances);
  const tally = new AxiomTally(axiom);
  for (const [i, instance] of instances.entries()) {
    tally.add(instance, scores[i] as ArrayLike<number>);
  }
  return tally.result;
}

const oneMore = (word: string): AxiomInstance[] =>
  grid(word, (words, tf) =>
    tf === words.length
      ? []
      : [createPairInstance([word], text(words.length, [word, tf + 1]), words)],
  );
const steps = (word: string): AxiomInstance[] =>
  grid(word, (words, tf) =>
    tf + 2 > words.length ? [] : [createDiminishingInstance(word, words, [tf, tf + 1])],
  );
const longer = (word: string): AxiomInstance[] =>
  grid(word, (words) => [createPairInstance([word], words, [...words, "filler"])]);
const repetitions = (word: string): AxiomInstance[] =>
  grid(word, (words) =>
    [2, 3, 5, 10].map((times) => createRepetitionInstance([word], words, times)),
  );
const copies = (word: string): AxiomInstance[] =>
  grid(word, (words) => [1, 5, 20].map((count) => createAddedTermInstance(word, words, count)));
const added = (occurrences: readonly number[]): AxiomInstance[] =>
  occurrences.flatMap((a) =>
    occurrences.map((b) =>
      createAppendInstance([entry("rare"), entry("middle")], text(60, ["rare", a], ["middle", b])),
    ),
  );
const swaps: AxiomInstance[] = [0, ...FREQUENCIES].flatMap((a) =>
  FREQUENCIES.map((b) =>
    createExchangeInstance(
      [entry("rare"), entry("middle")],
      text(60, ["rare", a], ["middle", b]),
      a,
    ),
  ),
);

const POSITIVE = [
  "tfidf",
  "tfidf(form=raw-tf)",
  "pl(b=0.2)",
  "pl(b=0.75)",
  "bm25",
  "bm25(b=1)",
  "lm",
];

describe("known verdicts", () => {
  test.each(POSITIVE)("%s satisfies TFC1 and LNC1 everywhere", async (name) => {
    for (const word of ["rare", "common"]) {
      expect((await testInstances(name, TFC1, oneMore(word))).share).toBe(1);
      expect((await testInstances(name, LNC1, longer(word))).share).toBe(1);
    }
  });

  test.each(POSITIVE.filter((name) => name !== "tfidf(form=raw-tf)"))(
    "%s satisfies TFC2 everywhere",
    async (name) => {
      for (const word of ["rare", "common"]) {
        expect((await testInstances(name, TFC2, steps(word))).share).toBe(1);
      }
    },
  );

  test("linear TF-IDF has equal steps, which break TFC2 as ties", async () => {
    const result = await testInstances("tfidf(form=raw-tf)", TFC2, steps("rare"));
    expect(result).toMatchObject({ share: 0, ties: result.instances, verdict: "violated" });
  });

  test("TF-IDF ignores length, so LNC1 is all ties", async () => {
    const result = await testInstances("tfidf", LNC1, longer("rare"));
    expect(result.ties).toBe(result.instances);
  });

  test.each([
    ["pl(b=0.2)", "rare", 0.58, "conditional"],
    ["pl(b=0.75)", "rare", 0.05, "violated"],
    ["lm", "common", 0.5, "conditional"],
    ["lm", "rare", 1, "not shown"],
    ["bm25", "rare", 1, "not shown"],
    ["tfidf", "rare", 1, "not shown"],
    ["tfidf(form=raw-tf)", "rare", 1, "not shown"],
  ])("%s satisfies LNC2 for a %s term in %d of the grid", async (name, word, share, verdict) => {
    const result = await testInstances(name, LNC2, repetitions(word));
    expect(result.share).toBeCloseTo(share, 2);
    expect(result.verdict).toBe(verdict); // a grid of 120 cases is too small to show that one holds
  });

  test("BM25 with b = 1 satisfies LNC2 by ties alone", async () => {
    const result = await testInstances("bm25(b=1)", LNC2, repetitions("rare"));
    expect(result).toMatchObject({ share: 1, ties: result.instances });
  });

  test("LM satisfies LNC2 exactly where tf/|d| is at least p(w|C)", async () => {
    for (const instance of repetitions("common")) {
      const { words } = instance.documents[1] as { words: readonly string[] };
      const density = words.filter((word) => word === "common").length / words.length;
      const { share } = await testInstances("lm", LNC2, [instance]);
      expect(share).toBe(density >= 0.05 ? 1 : 0);
    }
  });

  test.each([
    ["tfidf", 1],
    ["tfidf(form=raw-tf)", 1],
    ["pl(b=0.2)", 1],
    ["pl(b=0.75)", 0.96],
    ["bm25", 1],
    ["bm25(b=1)", 0.97], // ties for the document that is 20 times the term and nothing else
    ["lm", 1],
  ])("%s satisfies TF-LNC in %d of the grid", async (name, share) => {
    expect((await testInstances(name, TF_LNC, copies("rare"))).share).toBeCloseTo(share, 2);
  });

  test.each(POSITIVE)("%s satisfies TDC-2011 on documents without query terms", async (name) => {
    expect((await testInstances(name, TDC_2011, added([0]))).share).toBe(1);
  });

  test.each(["tfidf", "pl(b=0.2)", "pl(b=0.75)", "bm25", "bm25(b=1)", "lm"])(
    "%s dampens repetitions and satisfies TDC-2004 and TDC-2011 only conditionally",
    async (name) => {
      for (const [axiom, instances] of [
        [TDC_2004, swaps],
        [TDC_2011_ANY, added([0, ...FREQUENCIES])],
      ] as const) {
        const result = await testInstances(name, axiom, instances);
        expect(result.verdict).toBe("conditional");
        expect(result.share).toBeLessThan(0.85);
      }
    },
  );

  test("linear TF-IDF satisfies TDC in every form", async () => {
    expect((await testInstances("tfidf(form=raw-tf)", TDC_2004, swaps)).share).toBe(1);
    const any = await testInstances("tfidf(form=raw-tf)", TDC_2011_ANY, added([0, ...FREQUENCIES]));
    expect(any.share).toBe(1);
  });

  test.each([
    [TFC1, oneMore],
    [LNC1, longer],
    [LNC2, repetitions],
    [TF_LNC, copies],
  ] as const)(
    "the idf of Robertson and Spärck Jones breaks $id for a term in most documents",
    async (axiom, make) => {
      const result = await testInstances("bm25(idf=rsj)", axiom, make("most"));
      expect(result).toMatchObject({ share: 0, verdict: "violated" });
    },
  );
});

describe("SDM's background", () => {
  test("cf/|C| discriminates: the rarer of two terms contributes more", async () => {
    for (const name of ["fi", "sdm"]) {
      expect((await testInstances(name, TDC_2011, added([0]))).share).toBe(1);
    }
  });

  test("|C|/cf, proposed as a replacement, favours the more common term", async () => {
    // log(1 + 1/(mu·|C|/cf)) is cf/(mu·|C|) for small values: it grows with cf.
    const result = await testInstances("sdm(background=inverse,mu=0.01)", TDC_2011, added([0]));
    expect(result).toMatchObject({ share: 0, ties: 0, verdict: "violated" });
  });

  test("|C|/cf with the usual mu gives occurrences almost no weight", async () => {
    const result = await testInstances("sdm(background=inverse)", TFC1, oneMore("rare"));
    expect(result).toMatchObject({ share: 0, ties: result.instances });
  });
});
