import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  computeNormalisedProximity,
  computeProximity,
  PROXIMITY_MEASURES,
} from "./proximity-measures.ts";
import { computeProximityBonus } from "./proximity-ranker.ts";
import { countOrdered, countUnordered } from "./windows.ts";

const text = "t1 t2 t1 t3 t5 t4 t2 t3 t4".split(" ");

function findPositions(words: readonly string[], ...terms: readonly string[]): Uint32Array[] {
  return terms.map((term) =>
    Uint32Array.from(words.flatMap((word, position) => (word === term ? [position] : []))),
  );
}

describe("windows in t1 t2 t1 t3 t5 t4 t2 t3 t4", () => {
  test("count neighbours in order", () => {
    // t1 at 0 2, t2 at 1 6: t1 t2 at 0-1; t2 t1 at 1-2.
    expect(countOrdered(findPositions(text, "t1", "t2"), 1)).toBe(1);
    expect(countOrdered(findPositions(text, "t2", "t1"), 1)).toBe(1);
    expect(countOrdered(findPositions(text, "t1", "t2"), 4)).toBe(2); // 2 … 6 is a step of 4
    expect(countOrdered(findPositions(text, "t2", "t3", "t4"), 1)).toBe(1);
  });

  test("count closeness in any order by the sweep", () => {
    // (0,1) within 2, then (2,1) within 2, then (2,6) spans 5.
    expect(countUnordered(findPositions(text, "t1", "t2"), 8)).toBe(3);
    expect(countUnordered(findPositions(text, "t1", "t2"), 2)).toBe(2);
    // (0,5) spans 6, (2,5) spans 4, then t1 is used up.
    expect(countUnordered(findPositions(text, "t1", "t4"), 8)).toBe(2);
  });
});

describe("windows", () => {
  test("count nothing when a term is missing", () => {
    const positions = findPositions(text, "t1", "t9");
    expect([countOrdered(positions, 9), countUnordered(positions, 9)]).toEqual([0, 0]);
  });

  test("count a term beside itself by pairs of occurrences", () => {
    const positions = findPositions(["a", "a", "b", "a"], "a", "a");
    expect(countOrdered(positions, 1)).toBe(1);
    expect(countOrdered(positions, 2)).toBe(2);
  });

  test("in order equal a search from each start, for any text", () => {
    const letters = fc.constantFrom<string>("a", "b", "c");
    const words = fc.array(letters, { maxLength: 20 });
    const terms = fc.array(letters, { minLength: 2, maxLength: 3 });
    fc.assert(
      fc.property(words, terms, fc.integer({ min: 1, max: 4 }), (document, window, gap) => {
        const starts = document.filter((_, start) => {
          let position = document.indexOf(window[0] as string, start);
          if (position !== start) return false;
          for (const term of window.slice(1)) {
            const next = document.indexOf(term, position + 1);
            if (next === -1 || next - position > gap) return false;
            position = next;
          }
          return true;
        });
        expect(countOrdered(findPositions(document, ...window), gap)).toBe(starts.length);
      }),
      { numRuns: 500 },
    );
  });
});

describe("proximity measures", () => {
  test.each([
    [
      ["t1", "t2"],
      [7, 2, 1, 1, 1],
    ],
    [
      ["t1", "t2", "t3"],
      [8, 3, 1, 1, 1],
    ],
    [
      ["t1", "t4", "t5"],
      [9, 4, 1, 2, 3],
    ],
  ])("of %j in the text are %j", (terms, expected) => {
    const positions = findPositions(text, ...terms);
    const measures = Object.keys(PROXIMITY_MEASURES) as (keyof typeof PROXIMITY_MEASURES)[];
    expect(measures.map((measure) => computeProximity(measure, positions))).toEqual(expected);
  });

  test("normalise span by occurrences and cover by terms, and leave distances alone", () => {
    const positions = findPositions(text, "t1", "t2"); // four occurrences, two terms
    expect(computeNormalisedProximity("span", positions)).toBe(7 / 4);
    expect(computeNormalisedProximity("min-cover", positions)).toBe(1);
    expect(computeNormalisedProximity("max-dist", positions)).toBe(1);
  });

  test("equal a search through all choices of positions, for any text", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", "x"), { minLength: 3, maxLength: 14 });
    fc.assert(
      fc.property(words, (random) => {
        const positions = findPositions([...random, "a", "b", "c"], "a", "b", "c").map((list) => [
          ...list,
        ]);
        const [as = [], bs = [], cs = []] = positions;
        const choices = as.flatMap((a) => bs.flatMap((b) => cs.map((c) => [a, b, c])));
        const covers = choices.map((choice) => Math.max(...choice) - Math.min(...choice) + 1);
        const nearest = (x: number[], y: number[]): number =>
          Math.min(...x.flatMap((p) => y.map((q) => Math.abs(p - q))));
        const pairs = [nearest(as, bs), nearest(as, cs), nearest(bs, cs)];
        const lists = positions.map((list) => Uint32Array.from(list));
        expect(computeProximity("min-cover", lists)).toBe(Math.min(...covers));
        expect(computeProximity("min-dist", lists)).toBe(Math.min(...pairs));
        expect(computeProximity("max-dist", lists)).toBe(Math.max(...pairs));
        expect(computeProximity("ave-dist", lists)).toBeCloseTo(
          pairs.reduce((x, y) => x + y) / 3,
          12,
        );
      }),
    );
  });
});

describe("the proximity bonus", () => {
  test("is log(alpha + exp(-distance))", () => {
    const expected = [0.262364, -0.403648, -0.831639, -1.050431, -1.181761, -1.203821];
    for (const [i, distance] of [0, 1, 2, 3, 5, 10].entries()) {
      expect(computeProximityBonus(distance, 0.3)).toBeCloseTo(expected[i] as number, 6);
    }
  });

  test("falls with distance, and ever more slowly", () => {
    const bonuses = Array.from({ length: 20 }, (_, distance) =>
      computeProximityBonus(distance + 1, 0.3),
    );
    const drops = bonuses.slice(1).map((bonus, i) => (bonuses[i] as number) - bonus);
    for (const [i, drop] of drops.entries()) {
      expect(drop).toBeGreaterThan(0);
      if (i > 0) expect(drop).toBeLessThan(drops[i - 1] as number);
    }
  });
});
