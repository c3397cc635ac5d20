import { expect, test } from "vitest";
import { AccumulatorTags } from "./accumulator-tags.ts";

test("few clauses leave their frequencies, each in bits of its own", () => {
  const marks = new AccumulatorTags(3);
  // 27 bits for three clauses: nine each, whose highest value stands for what does not fit.
  expect([marks.bits, marks.unknown, marks.several]).toEqual([9, 511, 0]);
  expect(marks.encode(2, 5)).toBe(5 * 2 ** 18);
  expect(marks.encode(1, 4000)).toBe(511 * 2 ** 9);
  expect(marks.encodeLastRow(0)).toBe(511 + 2 ** 27);
});

test("many clauses of few words count how many of each word match", () => {
  // 27 lists of one word take five bits, one list takes one bit; 26 bits are not one for each of 28.
  const marks = new AccumulatorTags(28, [{ clauses: 27 }, { clauses: 1 }]);
  expect(marks.bits).toBe(0);
  const sum = (clauses: readonly number[]): number =>
    clauses.reduce((all, clause) => all + marks.encode(clause, 7), 0);
  expect(sum([3, 27]) & marks.several).toBe(0);
  expect(sum([3, 4]) & marks.several).not.toBe(0);
  const all = Array.from({ length: 27 }, (_, clause) => clause);
  expect(sum(all) & marks.several).not.toBe(0);
  expect(sum([...all, 27])).toBeLessThan(marks.lastRow);
});

test("more words than there are bits tell nothing but that they match", () => {
  const words = Array.from({ length: 14 }, () => ({ clauses: 2 }));
  const marks = new AccumulatorTags(28, words);
  expect([marks.bits, marks.several]).toEqual([0, 0]);
  expect(marks.encode(27, 9)).toBe(1);
});

test("up to 26 clauses of words tell which of them match, below room for as many last rows", () => {
  const marks = new AccumulatorTags(26, [{ clauses: 13 }, { clauses: 13 }]);
  expect([marks.bits, marks.unknown, marks.several]).toEqual([1, 1, 0]);
  expect(marks.encode(25, 9)).toBe(2 ** 25);
  expect(marks.lastRow).toBe(2 ** 26);
  // 26 last rows and all marks stay below the bit that tells candidates.
  expect(26 * marks.lastRow + 2 ** 26 - 1).toBeLessThan(2 ** 31);
  // Without words they tell nothing, as frequencies are what scores need.
  expect(new AccumulatorTags(26).bits).toBe(0);
});
