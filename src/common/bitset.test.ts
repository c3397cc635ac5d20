import fc from "fast-check";
import { expect, test } from "vitest";
import { Bitset } from "./bitset.ts";

const LIMIT = 100;
const numbers = fc.uniqueArray(fc.nat(LIMIT - 1));

function createSet(members: readonly number[]): Bitset {
  const set = new Bitset(LIMIT);
  for (const member of members) set.add(member);
  return set;
}

function listMembers(set: Bitset): number[] {
  return Array.from({ length: LIMIT }, (_, number) => number).filter((number) => set.has(number));
}

test("equals a Set in union, intersection, difference and size", () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const [one, other] = [new Set(a), new Set(b)];
      const sorted = (all: Iterable<number>): number[] => [...new Set(all)].sort((x, y) => x - y);
      const [union, both, rest] = [createSet(a), createSet(a), createSet(a)];
      union.addAll(createSet(b));
      both.keepAll(createSet(b));
      rest.removeAll(createSet(b));
      expect(listMembers(union)).toEqual(sorted([...a, ...b]));
      expect(listMembers(both)).toEqual(sorted(a.filter((each) => other.has(each))));
      expect(listMembers(rest)).toEqual(sorted(a.filter((each) => !other.has(each))));
      expect(createSet(a).size).toBe(one.size);
    }),
  );
});

test("counts full words", () => {
  const all = createSet(Array.from({ length: LIMIT }, (_, number) => number));
  expect(all.size).toBe(LIMIT);
  expect(new Bitset(0).size).toBe(0);
});

test("uses the bits of given memory, and writes to it", () => {
  const bytes = Uint8Array.of(0, 0, 0, 0, 5, 0, 0, 0);
  const set = new Bitset(32, bytes.subarray(4));
  expect([0, 1, 2].map((number) => set.has(number))).toEqual([true, false, true]);
  set.add(8);
  expect([...bytes.subarray(4)]).toEqual([5, 1, 0, 0]);
});

test("returns its numbers in a range, and counts at least these", () => {
  fc.assert(
    fc.property(numbers, fc.nat({ max: LIMIT }), fc.nat({ max: LIMIT }), (all, a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const inside = [...new Set(all)].filter((each) => each >= from && each < to);
      const set = createSet(all);
      expect([...set.numbersBetween(from, to)]).toEqual(inside.sort((x, y) => x - y));
      expect(set.countAround(from, to)).toBeGreaterThanOrEqual(inside.length);
      expect(set.countAround(from, to)).toBeLessThanOrEqual(set.size);
    }),
  );
});
