import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Neighbours } from "./neighbours.ts";
import { SubwordVectors } from "./subword-vectors.ts";
import { WordVectors } from "./word-vectors.ts";

function createTable(rows: Record<string, number[]>): WordVectors {
  const words = Object.keys(rows);
  return new WordVectors(words, 2, Float32Array.from(Object.values(rows).flat()));
}

describe("Neighbours", () => {
  const vectors = createTable({
    east: [2, 0],
    north: [0, 1],
    "north-east": [3, 3],
    none: [0, 0],
    west: [-1, 0],
  });

  test("ranks words by the angle, whatever their length", () => {
    // cos 45° = 0.7071; a right angle gives 0; the other way -1. The word itself and
    // zeros are left out.
    const results = new Neighbours(vectors).findNearest("east");
    expect(results.map(({ word }) => word)).toEqual(["north-east", "north", "west"]);
    expect(results.map(({ cosine }) => cosine)).toEqual([expect.closeTo(Math.SQRT1_2, 12), 0, -1]);
  });

  test("equals sorting all words by their cosine", () => {
    const rows = fc.array(
      fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 15 }), (list, count) => {
        const words = list.map((_, i) => `w${i}`);
        const all = new WordVectors(words, 2, Float32Array.from(list.flat()));
        const expected = list
          .map(([x, y], i) => ({
            word: `w${i}`,
            cosine: (x + 2 * y) / Math.hypot(x, y) / Math.sqrt(5),
            i,
          }))
          .filter(({ cosine }) => !Number.isNaN(cosine))
          .map((entry) => ({ ...entry, cosine: Math.round(entry.cosine * 1e9) / 1e9 }))
          .sort((a, b) => b.cosine - a.cosine || a.i - b.i)
          .slice(0, count);
        const results = new Neighbours(all).findNearestToVector([1, 2], count);
        const rounded = results.map(({ cosine }) => Math.round(cosine * 1e9) / 1e9);
        expect(rounded).toEqual(expected.map(({ cosine }) => cosine));
      }),
    );
  });

  test("solves analogies: the fourth word for three", () => {
    const family = createTable({
      man: [1, 0],
      woman: [0, 1],
      king: [1, 0.2],
      queen: [0.1, 1.2],
      tree: [1, 1],
    });
    // Unit vectors: king (.981, .196) - man (1, 0) + woman (0, 1) = (-.019, 1.196), nearest to queen.
    expect(new Neighbours(family).solveAnalogy("man", "king", "woman", 1)[0]?.word).toBe("queen");
  });

  test("composes a vector for a word that is not in the table", () => {
    const ngrams = { smallest: 3, largest: 3, buckets: 1 };
    const subwords = new SubwordVectors(
      ["east", "west"],
      2,
      Float32Array.of(2, 0, -2, 0, 1, 1),
      ngrams,
    );
    expect(new Neighbours(subwords).findNearest("eastern", 1)[0]?.word).toBe("east");
  });

  test("names a word without a vector", () => {
    const neighbours = new Neighbours(vectors);
    for (const word of ["nowhere", "none"]) {
      expect(() => neighbours.findNearest(word)).toThrow(
        `there is no vector for the word "${word}"`,
      );
    }
    expect(() => neighbours.findNearestToVector([1], 1)).toThrow(
      "the vectors have 2 numbers, got one of 1",
    );
  });
});
