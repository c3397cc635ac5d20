import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TimeLimit } from "../traversal/time-limit.ts";
import { hasPhrase } from "./phrase.ts";

const ascending = fc
  .uniqueArray(fc.nat(40), { maxLength: 20 })
  .map((positions) => Uint32Array.from(positions).sort());

describe("a phrase match", () => {
  test("exists exactly if some start has every term at its offset", () => {
    const terms = fc.array(fc.tuple(ascending, fc.nat(5)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(terms, (all) => {
        const positions = all.map(([list]) => list);
        const offsets = all.map(([, offset]) => offset);
        const plain = Array.from({ length: 41 }, (_, start) => start).some((start) =>
          positions.every((list, i) => list.includes(start + (offsets[i] as number))),
        );
        expect(hasPhrase(positions, offsets, TimeLimit.none())).toBe(plain);
      }),
      { numRuns: 2000 },
    );
  });

  test("is found in time linear in the positions", () => {
    // White and house alternate; "house house" never occurs, and each pair of positions
    // nearly matches.
    const half = 500_000;
    const housePositions = Uint32Array.from({ length: half }, (_, i) => 2 * i + 1);
    let count = 0;
    const limit = new TimeLimit(Infinity, () => {
      count += 1024; // the clock is read once in 1,024 counts
      return 0;
    });
    expect(hasPhrase([housePositions, housePositions], [0, 1], limit)).toBe(false);
    expect(count).toBeLessThan(5 * half);
  });
});
