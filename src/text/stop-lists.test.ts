import { describe, expect, test } from "vitest";
import { completeOptions } from "./analyzer-options.ts";
import { STEMMED_LANGUAGES } from "./stemmer.ts";
import { STOP_LISTS } from "./stop-lists.ts";
import { Tokeniser } from "./tokeniser.ts";

describe("STOP_LISTS", () => {
  test("has a short list and one of the size of SMART's, which contains the short one", () => {
    expect(STOP_LISTS["english-short"].length).toBeGreaterThanOrEqual(30);
    expect(STOP_LISTS["english-short"].length).toBeLessThanOrEqual(35);
    expect(STOP_LISTS.english.length).toBeGreaterThan(550);
    expect(STOP_LISTS.english.length).toBeLessThan(620);
    expect(STOP_LISTS.english).toEqual(expect.arrayContaining([...STOP_LISTS["english-short"]]));
  });

  test("contains no words that people search for", () => {
    for (const word of ["ai", "ca", "sha", "c", "b", "novel", "new", "computer", "second"]) {
      expect(STOP_LISTS.english).not.toContain(word);
    }
  });

  test("covers every part of a contraction", () => {
    const tokeniser = new Tokeniser();
    const text = "I'm you're he's she'd we've they'll don't didn't isn't won't wouldn't it'd've";
    const missing = tokeniser
      .tokenise(text)
      .filter(({ text }) => !STOP_LISTS.english.includes(text));
    expect(missing).toEqual([]);
  });

  test("spells each word as the tokeniser outputs it", () => {
    const tokeniser = new Tokeniser();
    // Parts of contractions never occur alone in a text.
    const never = STOP_LISTS.english.filter(
      (word) => !word.startsWith("'") && tokeniser.tokenise(word)[0]?.text !== word,
    );
    expect(never).toEqual([]);
  });

  test.each(STEMMED_LANGUAGES)("has a list of %s words as its own tokens", (language) => {
    const { apostrophes } = completeOptions({ language });
    const tokeniser = new Tokeniser({ apostrophes });
    const list = STOP_LISTS[language];
    expect(list.length).toBeGreaterThan(15);
    expect(list.filter((word) => tokeniser.tokenise(word)[0]?.text !== word)).toEqual([]);
  });
});
