import { expect, test } from "vitest";
import { AccumulatorTags } from "./accumulator-tags.ts";

test("few clauses store their frequencies, each in its own bits", () => {
  const tags = new AccumulatorTags(3);
  // 27 bits for three clauses: nine each. The highest value means that the frequency
  // does not fit.
  expect([tags.bits, tags.unknown, tags.multiple]).toEqual([9, 511, 0]);
  expect(tags.encode(2, 5)).toBe(5 * 2 ** 18);
  expect(tags.encode(1, 4000)).toBe(511 * 2 ** 9);
  expect(tags.encodeLastRow(0)).toBe(511 + 2 ** 27);
});

test("many clauses of few words count the matching clauses of each word", () => {
  // 27 lists of one word take five bits, one list takes one bit; 26 bits are fewer than
  // one for each of 28 clauses.
  const tags = new AccumulatorTags(28, [{ clauses: 27 }, { clauses: 1 }]);
  expect(tags.bits).toBe(0);
  const sum = (clauses: readonly number[]): number =>
    clauses.reduce((all, clause) => all + tags.encode(clause, 7), 0);
  expect(sum([3, 27]) & tags.multiple).toBe(0);
  expect(sum([3, 4]) & tags.multiple).not.toBe(0);
  const all = Array.from({ length: 27 }, (_, clause) => clause);
  expect(sum(all) & tags.multiple).not.toBe(0);
  expect(sum([...all, 27])).toBeLessThan(tags.lastRow);
});

test("more words than bits record only that they match", () => {
  const words = Array.from({ length: 14 }, () => ({ clauses: 2 }));
  const tags = new AccumulatorTags(28, words);
  expect([tags.bits, tags.multiple]).toEqual([0, 0]);
  expect(tags.encode(27, 9)).toBe(1);
});

test("up to 26 clauses of words record which of them match, below the bits that count as many last rows", () => {
  const tags = new AccumulatorTags(26, [{ clauses: 13 }, { clauses: 13 }]);
  expect([tags.bits, tags.unknown, tags.multiple]).toEqual([1, 1, 0]);
  expect(tags.encode(25, 9)).toBe(2 ** 25);
  expect(tags.lastRow).toBe(2 ** 26);
  // 26 last rows and all tags stay below the bit that marks candidates.
  expect(26 * tags.lastRow + 2 ** 26 - 1).toBeLessThan(2 ** 31);
  // Without words, tags of one bit are useless: scores need frequencies.
  expect(new AccumulatorTags(26).bits).toBe(0);
});
