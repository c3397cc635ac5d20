import { expect, test } from "vitest";
import { buildIndex, IndexSnapshot } from "../index/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { openAnalyzer } from "../text/index.ts";
import { readDocumentTerms } from "./document-terms.ts";
import { ranker } from "./naming/ranker-name.ts";
import { countQueryTerms, measureQuantisation, quantiseRanker } from "./quantised-ranker.ts";
import type { BagRanker } from "./ranker.ts";
import { Searcher } from "./searcher.ts";

async function open(texts: readonly string[]): Promise<Searcher> {
  const directory = new MemoryDirectory();
  const documents = texts.map((text, i) => ({ id: `d${i}`, title: "", text, fields: {} }));
  await buildIndex(directory, documents);
  return new Searcher(await IndexSnapshot.open(directory), { analyzer: await openAnalyzer() });
}

const bag = (name: string): BagRanker => ranker(name) as BagRanker;

// tf-idf without idf counts occurrences: impacts are 255 · tf / 4, easy to check by
// hand.
const RAW = "tfidf(form=raw-tf,idf=none)";

test("the largest contribution is 2^bits - 1, the others in proportion, and none is below 1", async () => {
  const searcher = await open(["oak oak oak oak", "oak elm", "elm", "fir"]);
  const inner = bag(RAW);
  const quantisation = measureQuantisation(searcher.view, inner, { bits: 8 });
  expect(quantisation).toEqual({ bits: 8, largest: 4 });
  const quantisedRanker = quantiseRanker(inner, quantisation);
  const impact = quantisedRanker.impact(searcher.view, "oak");
  expect([1, 2, 3, 4].map((tf) => impact?.(tf, 9))).toEqual([64, 128, 191, 255]); // 63.75, 127.5, 191.25
  const tiny = quantiseRanker(inner, { bits: 1, largest: 1000 });
  expect(tiny.impact(searcher.view, "oak")?.(1, 9)).toBe(1);
});

test("scores are sums of count times impact", async () => {
  const searcher = await open(["oak oak oak oak", "oak elm", "elm", "fir"]);
  const inner = bag(RAW);
  const quantisedRanker = quantiseRanker(
    inner,
    measureQuantisation(searcher.view, inner, { bits: 8 }),
  );
  const { documents, scores } = await searcher.rank("oak elm elm", { ranker: quantisedRanker });
  expect(Array.from(documents, (d) => searcher.view.id(d))).toEqual(["d0", "d1", "d2"]);
  expect([...scores]).toEqual([255, 64 + 2 * 64, 2 * 64]);
});

test("a saturated count is rounded to 64ths: k3 = 1 makes 2 of 3 occurrences 1.5", () => {
  expect([...countQueryTerms(["oak", "elm", "oak", "oak"], 1)]).toEqual([
    ["oak", 1.5],
    ["elm", 1],
  ]);
  expect([...countQueryTerms(["oak", "oak"])]).toEqual([["oak", 2]]);
});

test("a ranker that scores lengths keeps its order, shifted so that the worst length counts 0", async () => {
  const searcher = await open(["oak elm", "oak elm fir fir fir fir", "oak", "elm yew yew"]);
  const inner = bag("lm(mu=10)");
  const quantisation = measureQuantisation(searcher.view, inner, { bits: 14 });
  const quantisedRanker = quantiseRanker(inner, quantisation);
  expect(quantisedRanker.lengthImpact(searcher.view, 6)).toBe(0); // the longest document
  expect(quantisedRanker.lengthImpact(searcher.view, 1)).toBeGreaterThan(0);
  const ids = async (by: string | typeof quantisedRanker) => [
    ...(await searcher.rank("oak elm", { ranker: by })).documents,
  ];
  expect(await ids(quantisedRanker)).toEqual(await ids("lm(mu=10)"));
});

test("negative contributions and invalid widths are rejected", async () => {
  const searcher = await open(["oak", "oak elm", "oak fir"]);
  expect(() => measureQuantisation(searcher.view, bag("bm25(idf=rsj)"))).toThrow(/must be ≥ 0/);
  expect(() => measureQuantisation(searcher.view, bag("bm25"), { bits: 15 })).toThrow(/1 to 14/);
});

test("documents are returned with their terms, also those without terms", async () => {
  const searcher = await open(["oak elm oak", "the", "elm"]);
  expect([...readDocumentTerms(searcher.view, () => (tf) => tf)]).toEqual([
    { document: 0, terms: ["elm", "oak"], numbers: [1, 2] },
    { document: 1, terms: [], numbers: [] },
    { document: 2, terms: ["elm"], numbers: [1] },
  ]);
  const termsWithoutOne = readDocumentTerms(searcher.view, (term) =>
    term === "oak" ? () => 7 : undefined,
  );
  expect([...termsWithoutOne].map(({ numbers }) => numbers)).toEqual([[7], [], []]);
});

test("ranges of any size give the same, and open a list only for documents with its term", async () => {
  const words = ["oak", "elm", "fir", "yew", "ash"];
  const texts = Array.from({ length: 60 }, (_, i) =>
    words.filter((_word, n) => i % (3 * n + 2) === n).join(" "),
  );
  const { view } = await open([...texts, "box"]);
  const number = () => (tf: number) => tf;
  const whole = [...readDocumentTerms(view, number)];
  expect(whole.at(-1)).toEqual({ document: 60, terms: ["box"], numbers: [1] });
  for (const documentsPerRange of [1, 2, 7, 60]) {
    const opened = new Map<string, number>();
    const count = (term: string) => {
      opened.set(term, (opened.get(term) ?? 0) + 1);
      return view.postings(term);
    };
    const terms = readDocumentTerms(view, number, { open: count, documentsPerRange });
    expect([...terms]).toEqual(whole);
    for (const term of [...words, "box"]) {
      const postings = view.term(term)?.documentFrequency ?? 0;
      expect(opened.get(term) ?? 0, term).toBeLessThanOrEqual(postings + 1);
    }
  }
});

test("clauses of some terms are kept, not those of all terms of an index", async () => {
  const words = Array.from({ length: 17_000 }, (_, i) => `w${i}`);
  const { view } = await open([words.join(" "), "w0 w0"]);
  let reads = 0;
  const counted: typeof view = Object.create(view, {
    term: {
      value: (term: string) => {
        reads++;
        return view.term(term);
      },
    },
  });
  const quantised = quantiseRanker(bag("bm25"), { bits: 8, largest: 10 });
  const impact = quantised.impact(counted, "w0")?.(2, 2);
  const first = reads;
  quantised.impact(counted, "w0");
  expect(reads).toBe(first); // kept
  for (const word of words) quantised.impact(counted, word);
  const before = reads;
  expect(quantised.impact(counted, "w0")?.(2, 2)).toBe(impact);
  expect(reads).toBeGreaterThan(before); // computed again
});
