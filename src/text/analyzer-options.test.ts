import { describe, expect, test } from "vitest";
import {
  ANALYZER_VERSION,
  type AnalyzerOptions,
  applySearchDefaults,
  completeOptions,
} from "./analyzer-options.ts";

describe("completeOptions", () => {
  test("fills every default", () => {
    expect(completeOptions()).toEqual({
      version: 1,
      language: "english",
      stemmer: "porter2",
      stopWords: "english-short",
      foldAccents: false,
      keepPunctuation: false,
      apostrophes: "english",
    });
  });

  test("takes other defaults from the language", () => {
    expect(completeOptions({ language: "french" })).toMatchObject({
      stemmer: "french",
      stopWords: "none",
      apostrophes: "split",
    });
    expect(completeOptions({ language: "other" })).toMatchObject({
      stemmer: "none",
      apostrophes: "join",
    });
  });

  test.each([
    [
      { stemer: "porter" },
      'unknown analyzer option "stemer"; the options are version, language, stemmer, stopWords, foldAccents, keepPunctuation, apostrophes, compounds, wordParts, emoji, indexStopWords',
    ],
    [{ language: "klingon" }, "language must be one of english, other, arabic"],
    [{ stemmer: "lovins" }, "stemmer must be one of porter, porter2, none, arabic"],
    [
      { stopWords: "klingon" },
      "stopWords must be one of none, english-short, english, arabic, danish",
    ],
    [{ stopWords: [1] }, "or a list of words, got"],
    [{ stopWords: "constructor" }, "stopWords must be one of"],
    [{ foldAccents: 1 }, "foldAccents must be one of true, false, got"],
    [{ keepPunctuation: "no" }, "keepPunctuation must be one of true, false"],
    [{ apostrophes: "drop" }, "apostrophes must be one of english, join, split"],
    [{ version: 0 }, "version must be a whole number from 1"],
    [null, "analyzer options must be an object"],
    [["porter"], "analyzer options must be an object"],
    [{ version: "1" }, "version must be a whole number from 1"],
  ])("rejects %j and lists the allowed values", (options, message) => {
    expect(() => completeOptions(options as AnalyzerOptions)).toThrow(
      expect.objectContaining({ code: "BAD_ARGUMENT", message: expect.stringContaining(message) }),
    );
  });

  test("includes later options only if they are on, with the version that introduced them", () => {
    expect(completeOptions({ emoji: false })).toEqual(completeOptions());
    expect(completeOptions({ emoji: true })).toEqual({
      ...completeOptions(),
      version: 2,
      emoji: true,
    });
    expect(() => completeOptions({ emoji: "yes" } as never)).toThrow("emoji must be one of true");
  });

  test("are those for everyday text, with the stop list of the language", () => {
    expect(completeOptions(applySearchDefaults({ language: "german", emoji: false }))).toEqual({
      ...completeOptions({ language: "german" }),
      version: 2,
      stopWords: "german",
      foldAccents: true,
      compounds: true,
      wordParts: true,
      indexStopWords: true,
    });
    expect(completeOptions(applySearchDefaults()).stopWords).toBe("english-short");
  });

  test("rejects options of a later release", () => {
    expect(() => completeOptions({ version: ANALYZER_VERSION + 1 })).toThrow(
      expect.objectContaining({ code: "INDEX_TOO_NEW" }),
    );
  });
});
