import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { createSubwordEmbeddings, SubwordLexicon } from "./subword-lexicon.ts";
import { SubwordVectors } from "./subword-vectors.ts";
import { hashNgrams } from "./subwords.ts";
import { UNKNOWN, Vocabulary } from "./vocabulary.ts";

const ngrams = { smallest: 4, largest: 4, buckets: 5 };
const vocabulary = Vocabulary.fromCounts(
  new Map(["dogs", "newt", "a"].map((word, i) => [word, 9 - i])),
);
const random = new Random(4);
/** fastText has dogs and cats; the model's words are dogs, newt and a. */
const vectors = new SubwordVectors(
  ["cats", "dogs"],
  2,
  Float32Array.from({ length: 7 * 2 }, () => random.normal()),
  ngrams,
);

describe("SubwordLexicon", () => {
  test("numbers words of the vocabulary by their ids, and others after them", () => {
    const lexicon = new SubwordLexicon(vocabulary, ngrams);
    expect(["dogs", "newt", "a"].map((word) => lexicon.id(word))).toEqual([2, 3, 4]);
    expect(lexicon.size).toBe(5);
    expect(["cats", "frog", "cats"].map((word) => lexicon.id(word))).toEqual([5, 6, 5]);
    expect(lexicon.size).toBe(7);
    expect([0, UNKNOWN, 2, 5, 6, 7].map((id) => lexicon.word(id))).toEqual([
      ...[undefined, undefined, "dogs", "cats", "frog", undefined],
    ]);
  });

  test("composes a word of its own row and those of its n-grams, which come after all ids", () => {
    const lexicon = new SubwordLexicon(vocabulary, ngrams);
    const buckets = (word: string): number[] => hashNgrams(word, ngrams).map((row) => 5 + row);
    expect(lexicon.rows).toBe(10);
    expect([...lexicon.bag(2)]).toEqual([2, ...buckets("dogs")]);
    expect([...lexicon.bag(lexicon.id("frogs"))]).toEqual(buckets("frogs"));
    expect([...lexicon.bag(4)]).toEqual([4]); // too short for n-grams
    expect([0, UNKNOWN].map((id) => lexicon.bag(id).length)).toEqual([0, 0]);
  });

  test("leaves an unseen word without n-grams unknown", () => {
    expect(new SubwordLexicon(vocabulary, ngrams).id("b")).toBe(UNKNOWN);
  });

  test("assigns ids to a limited number of unseen words, and keeps them", () => {
    const lexicon = new SubwordLexicon(vocabulary, ngrams, 2);
    const ids = ["cats", "frog", "toad", "frog", "cats"].map((word) => lexicon.id(word));
    expect(ids).toEqual([5, 6, UNKNOWN, 6, 5]);
  });

  test("rejects invalid n-grams", () => {
    expect(() => new SubwordLexicon(vocabulary, { ...ngrams, smallest: 5 })).toThrow(
      "n-grams need 1 ≤ smallest ≤ largest",
    );
  });
});

describe("subwordTable", () => {
  const lexicon = new SubwordLexicon(vocabulary, ngrams);
  const table = createSubwordEmbeddings(lexicon, vectors, new Random(1));
  const mean = (word: string): number[] => {
    const bag = [...lexicon.bag(lexicon.id(word))];
    return [0, 1].map(
      (i) => bag.reduce((sum, row) => sum + (table[2 * row + i] as number), 0) / bag.length,
    );
  };

  test.each(["dogs", "newt", "cats-and-dogs"])("begins %s with its vector in fastText", (word) => {
    const [x = 0, y = 0] = vectors.getVector(word);
    expect(mean(word)).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
  });

  test("leaves the rows of padding and the unknown word at zero, and samples rows without any vector", () => {
    expect([...table.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    expect(mean("a").every((value) => value !== 0)).toBe(true);
  });
});
