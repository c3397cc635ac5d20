import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareBytes } from "../../common/bytes/byte-order.ts";
import type { IndexView } from "../../index/snapshots/index-view.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import { fuzzyTerms } from "./fuzzy-terms.ts";

/** A sorted list as a dictionary. */
function dictionary(sorted: readonly string[]): Pick<IndexView, "termsFrom"> {
  return {
    termsFrom: (start, limit) =>
      sorted.filter((term) => compareBytes(term, start) >= 0).slice(0, limit),
  };
}

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
      fuzzyTerms(dictionary(terms), "color", edits, TimeLimit.none()).map(
        ({ term, edits: n }) => `${term} ${n}`,
      );
    expect(found(1)).toEqual(["colon 1", "color 0", "colour 1", "dolor 1"]);
    expect(found(2)).toEqual(["colon 1", "color 0", "colour 1", "cool 2", "dolor 1"]);
  });

  test("equals the definition for any dictionary and any word", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 5 });
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 300, size: "max" }),
        word,
        fc.integer({ min: 1, max: 2 }),
        (words, typed, edits) => {
          const sorted = words.toSorted();
          const expected = sorted
            .map((term) => ({ term, edits: distance(term, typed) }))
            .filter((each) => each.edits <= edits);
          const found = fuzzyTerms(dictionary(sorted), typed, edits, TimeLimit.none());
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("stops when time is up", () => {
    const terms = Array.from({ length: 5000 }, (_, i) => `t${i}`);
    const limit = new TimeLimit(0, () => 1);
    expect(fuzzyTerms(dictionary(terms), "t1", 2, limit).length).toBeLessThan(1024);
  });

  test("reads few of the terms that start too far away", () => {
    const far = Array.from({ length: 5000 }, (_, i) => `zz${String(i).padStart(4, "0")}`);
    const terms = ["color", ...far, "zzz\u{10ffff}", "zzz\u{10ffff}x", "\u{1f600}"];
    const all = dictionary(terms);
    let read = 0;
    const counting = {
      termsFrom: (start: string, limit: number): readonly string[] => {
        const some = all.termsFrom(start, limit);
        read += some.length;
        return some;
      },
    };
    expect(fuzzyTerms(counting, "colo", 1, TimeLimit.none())).toEqual([
      { term: "color", edits: 1 },
    ]);
    expect(read).toBeLessThan(200);
  });

  test("comes to an end among terms that go on with the last character", () => {
    const terms = Array.from({ length: 300 }, (_, i) => `zz\u{10ffff}${i}`).sort(compareBytes);
    expect(fuzzyTerms(dictionary(terms), "a", 1, TimeLimit.none())).toEqual([]);
  });
});
