import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeMaxEdits, EditTable } from "./edit-distance.ts";

function units(word: string): Uint16Array {
  return Uint16Array.from(word, (_, i) => word.charCodeAt(i));
}

/** The definition, from the ends of both words. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const same = a.at(-1) === b.at(-1) ? 0 : 1;
  let smallest = Math.min(
    distance(a.slice(0, -1), b.slice(0, -1)) + same,
    distance(a, b.slice(0, -1)) + 1,
    distance(a.slice(0, -1), b) + 1,
  );
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    smallest = Math.min(smallest, distance(a.slice(0, -2), b.slice(0, -2)) + 1);
  }
  return smallest;
}

describe("EditTable", () => {
  test.each([
    ["form", "form", 0],
    ["form", "from", 1],
    ["form", "farm", 1],
    ["shooes", "shoes", 1],
    ["recieve", "receive", 1],
    ["chocolate", "chcoolat", 2],
    ["form", "firms", 2],
    ["ca", "abc", 3],
  ])("counts the edits from %s to %s: %i", (word, other, edits) => {
    expect(new EditTable(word, 3).countEdits(units(other), 0, other.length)).toBe(edits);
  });

  test("equals the definition, and counts no further than the maximum", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, maxEdits) => {
        const expected = Math.min(distance(a, b), maxEdits + 1);
        expect(new EditTable(a, maxEdits).countEdits(units(b), 0, b.length)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  test("finds the nearest prefix", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 5 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 2 }), (a, b, maxEdits) => {
        const all = Array.from({ length: b.length + 1 }, (_, i) => distance(a, b.slice(0, i)));
        const expected = Math.min(...all, maxEdits + 1);
        expect(new EditTable(a, maxEdits).countEditsToPrefix(units(b), 0, b.length)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  test("handles many words in turn", () => {
    const table = new EditTable("house", 2);
    const list = ["mouse", "hosue", "h", "houseboat", "", "house"];
    expect(list.map((each) => table.countEdits(units(each), 0, each.length))).toEqual([
      1, 1, 3, 3, 3, 0,
    ]);
  });
});

test("longer words may have more edits", () => {
  expect([0, 3, 4, 7, 8, 300].map(computeMaxEdits)).toEqual([0, 0, 1, 1, 2, 2]);
});
