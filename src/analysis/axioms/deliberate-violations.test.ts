/**
 * Tests the axioms themselves: for every axiom a tiny ranker that obeys it, which must hold, and
 * its inverse, which must be detected.
 */

import { describe, expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { cosine } from "../../scoring/index.ts";
import type { TestedRanker, WordSequence } from "./axiom.ts";
import { AXIOMS } from "./axiom-list.ts";
import { testAxiom } from "./axiom-test.ts";
import {
  computeMeanGap,
  computeMeanSpan,
  findClosestGroups,
  findPhrasePosition,
  sumFirstPositions,
} from "./query-term-positions.ts";
import { SMALL_LEXICON, SMALL_VECTORS } from "./small-lexicon.contract.ts";
import { TermSampler } from "./term-sampler.ts";

type Formula = (query: WordSequence, words: WordSequence) => number;

const distinct = (query: WordSequence): string[] => [...new Set(query)];
const tf = (term: string, words: WordSequence): number =>
  words.filter((word) => word === term).length;
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const matches: Formula = (query, words) => sum(distinct(query).map((term) => tf(term, words)));
const coverage: Formula = (query, words) =>
  distinct(query).filter((term) => words.includes(term)).length;
const rarity: Formula = (query, words) =>
  sum(distinct(query).map((term) => tf(term, words) * (SMALL_LEXICON.of(term)?.idf ?? 0)));
const similarity = (a: string, b: string): number => cosine(SMALL_VECTORS(a), SMALL_VECTORS(b));
const between: Formula = (query, words) =>
  Math.abs(words.indexOf(query[0] as string) - words.indexOf(query[1] as string)) - 1;

const OBEYS: Readonly<Record<string, Formula>> = {
  TFC1: matches,
  "TFC1-multi": matches,
  TFC2: (query, words) => Math.sqrt(matches(query, words)),
  TFC3: coverage,
  "TDC-2004": rarity,
  "TDC-2011": rarity,
  "TDC-2011-any": rarity,
  "M-TDC": rarity,
  "LEN-M-TDC": rarity,
  LNC1: (_, words) => -words.length,
  "LNC1-insert": (_, words) => -words.length,
  LNC2: (_, words) => words.length,
  "TF-LNC": matches,
  LB1: (query, words) => 10 + coverage(query, words) / 100,
  P1: (query, words) => -between(query, words),
  P2: (query, words) => -Math.log1p(between(query, words)),
  PROX1: (query, words) => -(computeMeanGap(query, words) ?? NaN),
  PROX2: (query, words) => -(sumFirstPositions(query, words) ?? NaN),
  PROX3: (query, words) => -Math.min(1000, findPhrasePosition(query, words)),
  PROX4: (query, words) => {
    const { others, count } = findClosestGroups(query, words) ?? { others: NaN, count: NaN };
    return -others + count / 1000;
  },
  PROX5: (query, words) => -(computeMeanSpan(query, words) ?? NaN),
  STMC1: ([term = ""], [word = ""]) => similarity(term, word),
  STMC2: (query, words) => matches(query, words) / words.length,
  STMC3: (query, words) =>
    sum(query.map((term) => Math.max(...words.map((word) => similarity(term, word))))),
};

function createRanker(formula: Formula): TestedRanker {
  return {
    name: "made for this test",
    score: async (cases) =>
      cases.map(({ query, documents }) => documents.map(({ words }) => formula(query, words))),
  };
}

function createSampler(id: string): TermSampler {
  return new TermSampler(SMALL_LEXICON, new Random(5).split(id), { getVector: SMALL_VECTORS });
}

describe.each(AXIOMS)("$id", (axiom) => {
  const obeys = OBEYS[axiom.id] ?? (() => NaN);

  test("holds for a ranker that obeys it", async () => {
    const result = await testAxiom(axiom, createRanker(obeys), createSampler(axiom.id), 1000);
    expect(result).toMatchObject({ instances: 1000, satisfied: 1000, verdict: "holds" });
  });

  test("is violated by the inverse ranker", async () => {
    const breaks: Formula = (query, words) => -obeys(query, words);
    const base: Formula = axiom.id === "LB1" ? (q, w) => 20 + breaks(q, w) : breaks;
    const result = await testAxiom(axiom, createRanker(base), createSampler(axiom.id), 300);
    expect(result.verdict).toBe("violated");
    expect(result.satisfied).toBe(axiom.isStrict ? 0 : result.ties);
    expect(result.worst?.below).toBeGreaterThan(result.worst?.above as number);
  });

  test("is broken by a constant score exactly if it is strict", async () => {
    const result = await testAxiom(
      axiom,
      createRanker(() => 1),
      createSampler(axiom.id),
      50,
    );
    expect(result).toMatchObject({ ties: 50, satisfied: axiom.isStrict ? 0 : 50 });
  });
});

test("a score that is not finite, or missing, is refused", async () => {
  const [axiom] = AXIOMS as [(typeof AXIOMS)[number]];
  const broken = createRanker(() => NaN);
  await expect(testAxiom(axiom, broken, createSampler("x"), 10)).rejects.toThrow(
    "returned the score NaN",
  );
  const silent = { ...broken, score: async () => [] };
  await expect(testAxiom(axiom, silent, createSampler("x"), 10)).rejects.toThrow("0 scores for 2");
});
