import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../test/oracle/memory-index.ts";
import { LEXICAL_RANKERS } from "./naming/rankers.ts";
import type { QueryAnalyzer } from "./query-analyzer.ts";
import { type RankOptions, Searcher } from "./searcher.ts";
import { MAX_PATTERNS } from "./syntax/clause-reader.ts";

const CASES = Number(process.env.FUZZ_CASES ?? 20_000);
const STOPPED = new Set(["the", "of", "a"]);

/** Lower-case letters, a few stop words, and a stemmer that removes a final s. */
const analyzer: QueryAnalyzer = {
  tokenise: (text) =>
    [...text.toLowerCase().matchAll(/[a-z0-9é]+/g)].map(({ 0: form, index }) => ({
      text: form,
      start: index,
      end: index + form.length,
    })),
  term: (form) => (STOPPED.has(form) ? undefined : form.replace(/s$/, "")),
  terms: (text) => analyzer.tokenise(text).flatMap(({ text: form }) => analyzer.term(form) ?? []),
};

function createIndex(...texts: readonly string[]): MemoryIndex {
  return new MemoryIndex(
    texts.map((text, i) => {
      const forms = analyzer.tokenise(text).map((token) => token.text);
      const positions = forms.flatMap((form, position) =>
        analyzer.term(form) === undefined ? [] : [position],
      );
      return { id: `d${i}`, terms: analyzer.terms(text), positions: positions };
    }),
  );
}

const view = createIndex(
  "the white house",
  "a house of cards, white cards",
  "cards of the house",
  "a computer computes computations",
  "colour and color",
  "blue paint",
);

async function searchIds(
  query: string,
  options: RankOptions = { syntax: true },
  searchedView = view,
): Promise<string[]> {
  const { documents } = await new Searcher(searchedView, { analyzer }).rank(query, options);
  return [...documents].map((document) => searchedView.id(document)).sort();
}

describe("a text query", () => {
  test("is a list of words without the option", async () => {
    expect(await searchIds('+"white house" -paint', {})).toEqual(["d0", "d1", "d2", "d5"]);
    expect(await searchIds("comput*", {})).toEqual([]);
  });

  test("matches a phrase with the same gaps as in the index", async () => {
    expect(await searchIds('"white house"')).toEqual(["d0"]);
    expect(await searchIds('"house of cards"')).toEqual(["d1"]);
    expect(await searchIds('"house cards"')).toEqual([]);
  });

  test("scores a phrase together with other words", async () => {
    expect(await searchIds('"white house" paint')).toEqual(["d0", "d5"]);
  });

  test("requires every must and excludes every not", async () => {
    expect(await searchIds("+house cards")).toEqual(["d0", "d1", "d2"]);
    expect(await searchIds("+house +cards")).toEqual(["d1", "d2"]);
    expect(await searchIds("house -white")).toEqual(["d2"]);
    expect(await searchIds('house -"white house"')).toEqual(["d1", "d2"]);
    expect(await searchIds("+zebra house")).toEqual([]);
    expect(await searchIds("-house")).toEqual([]);
    expect(await searchIds("+the house")).toEqual(["d0", "d1", "d2"]); // a stop word is ignored
  });

  test("expands a prefix, also to stemmed words", async () => {
    expect(await searchIds("comput*")).toEqual(["d3"]);
    expect(await searchIds("col*")).toEqual(["d4"]);
    expect(await searchIds("cards*")).toEqual(["d1", "d2"]); // indexed as "card"
    expect(await searchIds("zebra* paint")).toEqual(["d5"]);
  });

  test("expands a misspelt word", async () => {
    expect(await searchIds("hause~")).toEqual(["d0", "d1", "d2"]);
    expect(await searchIds("pt~1")).toEqual([]);
    expect(await searchIds("paimt~1 -white~2")).toEqual(["d5"]);
  });

  test("scores an expansion as one word that occurs at all its positions", async () => {
    const searcher = new Searcher(view, { analyzer });
    const { parts } = await searcher.explain("comput*", 3, { syntax: true });
    // computer, computes and computations: three terms, one document. Each counts by
    // the share of it that "comput" is; this index has terms only: 6 of 8, 7 and 11
    // letters.
    expect(parts.map(({ label }) => label)).toEqual(["comput* (3 terms)"]);
    expect(parts[0]?.facts).toMatchObject({ documentFrequency: 3 }); // one for each term
    expect(parts[0]?.facts.frequency).toBeCloseTo(6 / 8 + 6 / 7 + 6 / 11, 12);
  });

  test("rejects a phrase if the index has neither positions nor tokens", async () => {
    const plain = new MemoryIndex(
      [
        { id: "d0", terms: ["house", "white"] },
        { id: "d1", terms: ["white"] },
      ],
      { positions: false },
    );
    await expect(searchIds('"white house"', { syntax: true }, plain)).rejects.toThrow(
      'a "phrase" needs an index with positions or with a forward index; this one has neither',
    );
    expect(await searchIds('"white" house', { syntax: true }, plain)).toEqual(["d0", "d1"]);
  });

  test("reads patterns beyond the first 64 as words", async () => {
    const patterns = Array.from({ length: MAX_PATTERNS - 1 }, (_, i) => `zebra${i}*`).join(" ");
    expect(await searchIds(`${patterns} pain*`)).toEqual(["d5"]);
    expect(await searchIds(`${patterns} zebra* pain*`)).toEqual([]);
    expect(await searchIds(`${patterns} zebra* paint*`)).toEqual(["d5"]);
  });

  test("works with every ranker", async () => {
    for (const { name } of LEXICAL_RANKERS) {
      expect(
        await searchIds('+"house of cards" whit*', { syntax: true, ranker: name }),
        name,
      ).toEqual(["d1"]);
    }
  });
});

describe("Searcher", () => {
  test("takes terms without an analyzer, and text only with one", async () => {
    const searcher = new Searcher(view);
    expect([...(await searcher.rank(["paint"])).documents]).toEqual([5]);
    await expect(searcher.rank("paint")).rejects.toThrow("needs a searcher with an analyzer");
  });

  test("scores and explains documents by number as it ranks them", async () => {
    const searcher = new Searcher(view, { analyzer });
    const { documents, scores } = await searcher.rank("white house cards", { ranker: "lm" });
    expect(await searcher.score("white house cards", documents, { ranker: "lm" })).toEqual(scores);
    const { value } = await searcher.explain("white house cards", documents[0] as number, {
      ranker: "lm",
    });
    expect(value).toBe(scores[0]);
  });

  test("combines its own filter with the query's", async () => {
    expect(await searchIds("+house", { syntax: true, filter: new Set([1, 5]) })).toEqual(["d1"]);
    expect(await searchIds("house", { filter: new Set([2, 5]) })).toEqual(["d2"]);
  });

  test("needs a clock for a deadline and flags a partial result", async () => {
    const manyDocuments = new MemoryIndex(
      Array.from({ length: 4000 }, (_, i) => ({ id: `d${i}`, terms: ["a"] })),
    );
    await expect(new Searcher(manyDocuments).rank(["a"], { deadline: 5 })).rejects.toThrow(
      "needs a searcher with a clock",
    );
    const searcher = new Searcher(manyDocuments, { clock: () => 10 });
    expect((await searcher.rank(["a"], { deadline: 5 })).isPartial).toBe(true);
    expect((await searcher.rank(["a"], { deadline: 11 })).isPartial).toBe(false);
  });

  test("ranks very long queries the same way", async () => {
    const documents = Array.from({ length: 40 }, (_, i) => ({
      id: `d${i}`,
      terms: Array.from({ length: 20 }, (_, j) => `t${(i * 7 + j * j) % 150}`),
    }));
    const searcher = new Searcher(new MemoryIndex(documents));
    const query = Array.from({ length: 150 }, (_, i) => `t${i}`);
    const { documents: ranked, scores } = await searcher.rank(query, { top: 40 });
    expect(ranked).toHaveLength(40);
    expect(await searcher.score(query, ranked)).toEqual(scores);
  });

  test(`accepts ${CASES} strings of all kinds, as words and as syntax`, async () => {
    const searcher = new Searcher(view, { analyzer });
    const words = fc.constantFrom(
      "house",
      "white",
      "cards",
      "comput",
      "of",
      "é",
      "😀",
      "\ud800",
      "(",
      "/",
      "?",
      "'",
      "{",
    );
    const operators = fc.constantFrom('"', "+", "-", "*", "~", "~1", " ", " ");
    const query = fc.oneof(
      fc.array(fc.oneof(words, operators), { maxLength: 12 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary", maxLength: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(query, fc.boolean(), async (text, syntax) => {
        const { documents, scores } = await searcher.rank(text, { syntax });
        expect(documents.length).toBe(scores.length);
        expect(scores.every(Number.isFinite)).toBe(true);
      }),
      { numRuns: CASES },
    );
  });

  test("accepts a megabyte of text", async () => {
    const searcher = new Searcher(view, { analyzer });
    const text = "white house +cards -zebra* \"of\" 'x' ".repeat(30_000);
    for (const syntax of [false, true]) {
      expect((await searcher.rank(text, { syntax })).documents.length).toBeGreaterThan(0);
    }
  });
});
