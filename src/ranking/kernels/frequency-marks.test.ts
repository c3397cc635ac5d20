import { expect, test } from "vitest";
import { FrequencyMarks } from "./frequency-marks.ts";

test("few clauses leave their frequencies, each in bits of its own", () => {
  const marks = new FrequencyMarks(3);
  // 27 bits for three clauses: nine each, whose highest value stands for what does not fit.
  expect([marks.bits, marks.unknown, marks.several]).toEqual([9, 511, 0]);
  expect(marks.mark(2, 5)).toBe(5 * 2 ** 18);
  expect(marks.mark(1, 4000)).toBe(511 * 2 ** 9);
  expect(marks.lastMark(0)).toBe(511 + 2 ** 27);
});

test("many clauses of few words count how many of each word match", () => {
  // 20 lists of one word take five bits, one list takes one bit: 14 clauses and more leave no frequencies.
  const marks = new FrequencyMarks(21, [{ clauses: 20 }, { clauses: 1 }]);
  expect(marks.bits).toBe(0);
  const sum = (clauses: readonly number[]): number =>
    clauses.reduce((all, clause) => all + marks.mark(clause, 7), 0);
  expect(sum([3, 20]) & marks.several).toBe(0);
  expect(sum([3, 4]) & marks.several).not.toBe(0);
  const all = Array.from({ length: 20 }, (_, clause) => clause);
  expect(sum(all) & marks.several).not.toBe(0);
  expect(sum([...all, 20])).toBeLessThan(marks.lastRow);
});

test("more words than there are bits tell nothing but that they match", () => {
  const words = Array.from({ length: 14 }, () => ({ clauses: 2 }));
  const marks = new FrequencyMarks(28, words);
  expect([marks.bits, marks.several]).toEqual([0, 0]);
  expect(marks.mark(27, 9)).toBe(1);
});
