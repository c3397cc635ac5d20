import { describe, expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { cosine } from "../../scoring/index.ts";
import { Lexicon } from "./lexicon.ts";
import { SMALL_LEXICON, SMALL_VECTORS } from "./small-lexicon.contract.ts";
import { type SamplerOptions, TermSampler } from "./term-sampler.ts";

const createSampler = (options: SamplerOptions = {}, seed = 1) =>
  new TermSampler(SMALL_LEXICON, new Random(seed), options);

describe("a lexicon", () => {
  test("has ten strata with about a tenth of the postings each, rarest first", () => {
    const sizes = SMALL_LEXICON.strata.map((stratum) =>
      stratum.reduce((sum, { documentFrequency }) => sum + documentFrequency, 0),
    );
    const total = sizes.reduce((a, b) => a + b);
    expect(sizes.length).toBeGreaterThanOrEqual(7); // the first word alone has two tenths
    for (const size of sizes.slice(0, 5)) expect(Math.abs(size / total - 0.1)).toBeLessThan(0.05);
    expect(SMALL_LEXICON.strata.flat()).toEqual(SMALL_LEXICON.entries);
    expect(SMALL_LEXICON.strata.at(-1)).toHaveLength(1);
  });

  test("needs twenty terms", () => {
    expect(() => new Lexicon(SMALL_LEXICON.entries.slice(0, 19))).toThrow(
      "at least 20 terms, got 19",
    );
  });
});

describe("a sampler", () => {
  test("draws the same again from the same seed, and something else from another", () => {
    const sample = (seed: number) => {
      const from = createSampler({}, seed);
      return [from.terms(3), from.drawRarerFirst(), from.drawEqualTerms(), from.fillers(20, [])];
    };
    expect(sample(3)).toEqual(sample(3));
    expect(sample(3)).not.toEqual(sample(4));
  });

  test("draws the most frequent term as often as any stratum", () => {
    const from = createSampler();
    const sample = Array.from({ length: 2000 }, () => from.term().word);
    const share = sample.filter((word) => word === "word0").length / sample.length;
    expect(share).toBeCloseTo(1 / SMALL_LEXICON.strata.length, 1);
  });

  test("puts the rarer of two terms first, by documents and by occurrences", () => {
    const from = createSampler();
    for (let i = 0; i < 200; i++) {
      const [rare, common] = from.drawRarerFirst() ?? expect.fail("no pair");
      expect(rare.documentFrequency).toBeLessThan(common.documentFrequency);
      expect(rare.collectionFrequency).toBeLessThan(common.collectionFrequency);
    }
  });

  test("finds pairs of different terms whose idf and occurrences differ by at most 1 %", () => {
    const from = createSampler();
    const pairs = Array.from({ length: 200 }, () => from.drawEqualTerms()).filter(
      (pair) => pair !== undefined,
    );
    expect(pairs.length).toBeGreaterThan(10);
    for (const [a, b] of pairs) {
      expect(a.term).not.toBe(b.term);
      expect(Math.abs(a.idf - b.idf)).toBeLessThanOrEqual(0.01 * Math.max(a.idf, b.idf));
    }
  });

  test("fills with words outside the query, frequent ones more often", () => {
    const from = createSampler();
    const query = from.terms(3);
    const fillers = from.fillers(2000, query);
    expect(fillers.filter((word) => query.some((each) => each.word === word))).toEqual([]);
    const count = (word: string) => fillers.filter((each) => each === word).length;
    expect(count("word1") + count("word2")).toBeGreaterThan(10 * count("word150"));
  });

  test("draws neutral fillers below a cosine of 0.2 with every query word", () => {
    const from = createSampler({ fillers: "neutral", getVector: SMALL_VECTORS });
    const query = from.terms(2);
    const cosines = (words: readonly string[]) =>
      words.flatMap((word) =>
        query.map((each) => Math.abs(cosine(SMALL_VECTORS(word), SMALL_VECTORS(each.word)))),
      );
    expect(Math.max(...cosines(from.fillers(200, query)))).toBeLessThan(0.2);
    const natural = createSampler({ getVector: SMALL_VECTORS }).fillers(200, query);
    expect(Math.max(...cosines(natural))).toBeGreaterThan(0.2);
  });

  test("reports that neutral fillers need vectors", () => {
    expect(() => createSampler({ fillers: "neutral" })).toThrow("need word vectors");
  });

  test("places words at different positions and returns the positions of the fillers", () => {
    const from = createSampler();
    const [term] = from.terms(1) as [ReturnType<TermSampler["term"]>];
    const { words, slots, free } = from.layout(20, [term], [term.word, term.word]);
    expect(words).toHaveLength(20);
    expect(slots.map((slot) => words[slot])).toEqual([term.word, term.word]);
    expect([...slots, ...free].sort((a, b) => a - b)).toEqual(words.map((_, position) => position));
    expect(words.filter((word) => word === term.word)).toHaveLength(2);
  });

  test("uses only lengths that a ranker reads in full", () => {
    const from = createSampler({ longest: 60 });
    const lengths = new Set(Array.from({ length: 100 }, () => from.length()));
    expect([...lengths].sort()).toEqual([20, 50]);
    expect(() => createSampler({ longest: 10 }).length()).toThrow("the ranker reads 10");
  });
});
