import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TimeLimit } from "../traversal/time-limit.ts";
import { fuzzyTerms } from "./fuzzy-terms.ts";

/** Levenshtein's distance by its recursive definition. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [x, y] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return distance(x, y);
  return 1 + Math.min(distance(x, y), distance(x, b), distance(a, y));
}

describe("fuzzyTerms", () => {
  test("finds what is one or two edits away", () => {
    const terms = ["colon", "color", "colour", "cool", "dolor", "flavour"];
    const found = (edits: number): string[] =>
      fuzzyTerms(terms, "color", edits, TimeLimit.none()).map(
        ({ term, edits: n }) => `${term} ${n}`,
      );
    expect(found(1)).toEqual(["colon 1", "color 0", "colour 1", "dolor 1"]);
    expect(found(2)).toEqual(["colon 1", "color 0", "colour 1", "cool 2", "dolor 1"]);
  });

  test("equals the definition for any dictionary and any word", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 5 });
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 40 }),
        word,
        fc.integer({ min: 1, max: 2 }),
        (words, typed, edits) => {
          const sorted = words.toSorted();
          const expected = sorted
            .map((term) => ({ term, edits: distance(term, typed) }))
            .filter((each) => each.edits <= edits);
          expect(fuzzyTerms(sorted, typed, edits, TimeLimit.none())).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("stops when time is up", () => {
    const terms = Array.from({ length: 5000 }, (_, i) => `t${i}`);
    const limit = new TimeLimit(0, () => 1);
    expect(fuzzyTerms(terms, "t1", 2, limit).length).toBeLessThan(1024);
  });
});
