import fc from "fast-check";
import { expect, test } from "vitest";
import { SharedHeap } from "../common/threads/index.ts";
import { Column } from "../index/columns/index.ts";
import { countOrdinals, loadOrdinalCounter } from "./count-ordinals.ts";
import { DocumentSet } from "./document-set.ts";

const DOCUMENTS = 10_001;

/** The values 0, 1 and so on. */
function createNumberValues(count: number): Column["values"] {
  const all = Array.from({ length: count }, (_, i) => i);
  return { count, at: (ordinal) => ordinal, countBelow: Number, all: () => all };
}

test("the kernels count what a loop counts, wherever the column begins", async () => {
  await loadOrdinalCounter(DOCUMENTS);
  const heap = new SharedHeap();
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.nat(70),
      fc.integer({ min: 1, max: 50 }),
      fc.nat(),
      (values, base, rarity, seed) => {
        let state = 1 + (seed % 2147483646);
        const random = (below: number): number => {
          state = (48271 * state) % 2147483647; // Park and Miller, 1988
          return state % below;
        };
        const ordinals = Uint8Array.from({ length: DOCUMENTS }, () => random(values + 1));
        const column = new Column(createNumberValues(values), ordinals);
        // Documents of other segments before and after.
        const set = new DocumentSet(base + DOCUMENTS + 40);
        const expected = new Uint32Array(values + 1);
        for (let number = 0; number < base + DOCUMENTS + 40; number++) {
          if (random(rarity) > 0) continue;
          set.add(number);
          const ordinal = ordinals[number - base];
          if (ordinal !== undefined) expected[ordinal] = (expected[ordinal] as number) + 1;
        }
        const expectedCounts = [...expected.subarray(1)];
        expect([...countOrdinals(column, base, set, { heap }).subarray(1)]).toEqual(expectedCounts);
        expect([...countOrdinals(column, base, set, { heap }).subarray(1)]).toEqual(expectedCounts);
        expect([...countOrdinals(column, base, set).subarray(1)]).toEqual(expectedCounts);
      },
    ),
    { numRuns: 30 },
  );
});
