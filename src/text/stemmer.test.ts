import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { porter } from "./porter.ts";
import { porter2 } from "./porter2.ts";
import { openStemmer, STEMMED_LANGUAGES, type StemmerName } from "./stemmer.ts";

const reference = join(import.meta.dirname, "../../test/reference");

function facts(name: string): string[][] {
  return readFileSync(join(reference, name), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(" "));
}

describe.each([
  ["porter", porter],
  ["porter2", porter2],
] as const)("%s", (name, stem) => {
  test("returns the stems of Snowball for over a thousand words", () => {
    const pairs = facts(`snowball-${name}.txt`);
    expect(pairs.length).toBeGreaterThanOrEqual(1000);
    const mismatches = pairs.filter(([word = "", expected]) => stem(word) !== expected);
    expect(mismatches).toEqual([]);
  });

  test("answers any string with a string at most one letter longer", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (word) => {
        expect(stem(word).length).toBeLessThanOrEqual(word.length + 1);
      }),
    );
  });
});

describe("openStemmer", () => {
  const pairs = facts("snowball-languages.txt");

  test.each(STEMMED_LANGUAGES)("returns the stems of Snowball for %s", async (language) => {
    const stem = await openStemmer(language);
    const own = pairs.filter(([name]) => name === language);
    expect(own.length).toBeGreaterThanOrEqual(10);
    expect(own.map(([, word = ""]) => `${word} ${stem(word)}`)).toEqual(
      own.map(([, word, expected]) => `${word} ${expected}`),
    );
  });

  test("keeps a word that the package would stem to nothing", async () => {
    // Snowball 2.2 removes -ισα and leaves nothing; Snowball 3.1 returns ισ.
    expect((await openStemmer("greek"))("ισα")).toBe("ισα");
  });

  test("returns the word itself for none", async () => {
    expect((await openStemmer("none"))("running")).toBe("running");
  });

  test("lists the stemmers for an unknown name", async () => {
    for (const name of ["klingon", "constructor", ""]) {
      await expect(openStemmer(name as StemmerName)).rejects.toMatchObject({
        code: "BAD_ARGUMENT",
        message: expect.stringContaining("porter, porter2, none, arabic"),
      });
    }
  });
});
