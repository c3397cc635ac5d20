import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openAnalyzer } from "./analyzer.ts";
import type { AnalyzerOptions } from "./analyzer-options.ts";
import { STEMMERS } from "./stemmer.ts";
import { Tokens } from "./tokens.ts";

describe("Analyzer", () => {
  test("returns surface forms for one view and index terms for the other", async () => {
    const analyzer = await openAnalyzer();
    const text = "The dogs weren't running.";
    expect(analyzer.tokenise(text).map((token) => token.text)).toEqual([
      "the",
      "dogs",
      "were",
      "n't",
      "running",
    ]);
    expect(analyzer.terms(text)).toEqual(["dog", "n't", "run"]);
  });

  test("looks stop words up before stemming", async () => {
    // Porter stems both "being" and "be" to "be"; only the listed form is a stop word.
    const analyzer = await openAnalyzer({ stemmer: "porter", stopWords: ["being"] });
    expect(analyzer.terms("being be")).toEqual(["be"]);
  });

  test("accepts stop words in any spelling", async () => {
    const analyzer = await openAnalyzer({
      stopWords: ["DON’T", "Été"],
      foldAccents: true,
      apostrophes: "join",
    });
    expect(analyzer.terms("don't ete summer")).toEqual(["summer"]);
  });

  test("indexes an acronym without its periods, unstemmed", async () => {
    const analyzer = await openAnalyzer();
    expect(analyzer.terms("U.S.A. USA C.S.")).toEqual(["usa", "usa", "cs"]);
  });

  test("does not index punctuation that it keeps as tokens", async () => {
    const analyzer = await openAnalyzer({ keepPunctuation: true });
    expect(analyzer.terms("well, 3.14 (ok) 😀")).toEqual(["well", "3.14", "ok"]);
  });

  test("stems in the chosen language", async () => {
    const german = await openAnalyzer({ language: "german" });
    // Stems by Snowball, PyStemmer 2.2.0.3: häuser haus, katzen katz.
    expect(german.terms("Häuser Katzen")).toEqual(["haus", "katz"]);
  });

  test("reuses one Tokens object for several texts", async () => {
    const analyzer = await openAnalyzer();
    const tokens = new Tokens();
    analyzer.read("a first text", tokens);
    expect(analyzer.read("second", tokens)).toBe(tokens);
    expect([tokens.count, tokens.form(0)]).toEqual([1, "second"]);
  });

  test("returns the same terms from its cache", async () => {
    const analyzer = await openAnalyzer({ stopWords: "english" });
    for (const form of ["running", "the", "u.s.", ","]) {
      expect(analyzer.term(form)).toBe(analyzer.term(form));
    }
    expect(analyzer.term("the")).toBeUndefined();
  });

  test("produces the same tokens and terms from its stored options", async () => {
    const texts = fc.string({ unit: "binary", maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(anyOptions, texts, async (options, text) => {
        const first = await openAnalyzer(options);
        const second = await openAnalyzer(JSON.parse(JSON.stringify(first.options)));
        expect(second.options).toEqual(first.options);
        expect(second.tokenise(text)).toEqual(first.tokenise(text));
        expect(second.terms(text)).toEqual(first.terms(text));
      }),
    );
  });
});

const anyOptions: fc.Arbitrary<AnalyzerOptions> = fc.record(
  {
    language: fc.constantFrom("english", "other", "german", "turkish"),
    stemmer: fc.constantFrom(...STEMMERS),
    stopWords: fc.oneof(
      fc.constantFrom("none" as const, "english" as const),
      fc.array(fc.string({ maxLength: 5 }), { maxLength: 5 }),
    ),
    foldAccents: fc.boolean(),
    keepPunctuation: fc.boolean(),
    apostrophes: fc.constantFrom("english", "join", "split"),
  },
  { requiredKeys: [] },
);
