import { describe, expect, test } from "vitest";
import { TERM_PREFERENCES } from "./mined-pairs.ts";
import type { TermPreference } from "./term-preference.ts";

const IDF: Readonly<Record<string, number>> = { rare: 5, scarce: 5.2, common: 1 };

/** The preference of an axiom for space-separated words; x, y and z are other words. */
function computePreference(id: string, query: string, first: string, second: string): number {
  const axiom = TERM_PREFERENCES.find((each) => each.id === id) as TermPreference;
  const statistics = { query: query.split(" "), idf: (term: string) => IDF[term] ?? 0 };
  const [a, b] = [first.split(" "), second.split(" ")];
  const preference = axiom.prefer(statistics, a, b);
  expect(axiom.prefer(statistics, b, a)).toBe(preference === 0 ? 0 : -preference);
  return preference;
}

describe.each([
  ["TFC1", "rare common", "rare common x y", "rare x y z", 1],
  ["TFC1", "rare common", "rare x y z", "common x y z", 0], // each has one more of a term
  ["TFC1", "rare", "rare rare x y z x y z", "rare x y", 0], // lengths differ by more than 10 %
  ["TFC3", "rare scarce", "rare scarce x", "rare rare x", 1],
  ["TFC3", "rare common", "rare common x", "rare rare x", 0], // not equally rare
  ["M-TDC", "rare common", "rare rare common", "rare common common x", 1],
  ["M-TDC", "rare common common", "rare rare common", "rare common common", 0], // less often in the query
  ["M-TDC", "rare common other", "rare rare common other", "rare common common", 0], // other is not covered
  ["LEN-M-TDC", "rare common", "rare rare common", "rare common common", 1],
  ["LEN-M-TDC", "rare common", "rare rare common", "rare common common x", 0],
  ["LNC1", "rare", "rare x", "rare x y", 1],
  ["LNC1", "rare", "rare rare x", "rare x y z", 0],
  ["TF-LNC", "rare", "rare rare x y", "rare x y", 1],
  ["TF-LNC", "rare", "rare rare x y", "rare x y z", 0],
  ["LB1", "rare common", "rare common", "common common", 1],
  ["LB1", "rare common", "rare x", "common x", 0],
  ["PROX1", "rare common", "rare common x", "rare x common", 1],
  ["PROX1", "rare common", "rare common x", "rare x y", 0], // not the same terms
  ["PROX2", "rare common", "rare x common y", "x rare y common", 1],
  ["PROX3", "rare common", "x rare common", "rare x common", 1],
  ["PROX3", "rare common", "common rare x", "rare x common", 0], // no phrase in either
  ["PROX4", "rare common", "rare common x rare common", "rare common x y z", 1], // more closest groups
  ["PROX4", "rare common", "x rare common", "rare x common", 1],
  ["PROX5", "rare common", "rare common x", "rare x common", 1],
  ["PROX5", "rare", "rare x", "x rare", 0], // one term has no width
] as const)("%s on %j", (id, query, first, second, expected) => {
  test(`prefers ${["the second", "neither", "the first"][expected + 1]}`, () => {
    expect(computePreference(id, query, first, second)).toBe(expected);
  });
});
