import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeRankingOrder, type RankingOrderOptions } from "./ranking-order.ts";

function ordered(lines: readonly (readonly [string, number])[], options?: RankingOrderOptions) {
  const documents = lines.map(([id]) => id);
  const scores = Float64Array.from(lines, ([, score]) => score);
  return [...computeRankingOrder({ documents, scores }, options)].map((i) => documents[i]);
}

describe("computeRankingOrder", () => {
  test("sorts by descending score and, on equal scores, by descending id in byte order", () => {
    const lines = [
      ["d1", 1],
      ["d2", 3],
      ["d10", 1],
      ["D9", 1],
    ] as const;
    expect(ordered(lines)).toEqual(["d2", "d10", "d1", "D9"]);
  });

  test("orders ids by bytes where UTF-16 units would differ", () => {
    const lines = [
      ["\uFFFD", 1],
      ["😀", 1],
    ] as const;
    expect(ordered(lines)).toEqual(["😀", "\uFFFD"]);
  });

  test("treats scores that differ only beyond 32 bits as equal, unless the precision is f64", () => {
    const lines = [
      ["c", 0.50000001],
      ["e", 0.5],
    ] as const;
    expect(ordered(lines)).toEqual(["e", "c"]);
    expect(ordered(lines, { precision: "f32" })).toEqual(["e", "c"]);
    expect(ordered(lines, { precision: "f64" })).toEqual(["c", "e"]);
  });

  test("accepts infinite scores, and treats scores that overflow 32 bits as infinite", () => {
    const lines = [
      ["a", -Infinity],
      ["b", 1e300],
      ["c", Infinity],
      ["d", -Infinity],
    ] as const;
    expect(ordered(lines)).toEqual(["c", "b", "d", "a"]);
  });

  test("equals a sort by an obvious comparison", () => {
    const line = fc.tuple(fc.constantFrom(0, 0.1, 0.5, 0.50000001, 2, -1), fc.nat(50));
    fc.assert(
      fc.property(fc.uniqueArray(line, { selector: ([, id]) => id }), (lines) => {
        const expected = lines
          .map(([score, id]) => ({ id: `d${id}`, score: Math.fround(score) }))
          .sort((a, b) => b.score - a.score || Buffer.compare(Buffer.from(b.id), Buffer.from(a.id)))
          .map(({ id }) => id);
        expect(ordered(lines.map(([score, id]) => [`d${id}`, score]))).toEqual(expected);
      }),
    );
  });

  test("follows the rank column on request, equal ranks in file order", () => {
    const documents = ["a", "b", "c", "d"];
    const scores = Float64Array.of(4, 3, 2, 1);
    const ranks = Float64Array.of(3, 1, 2, 1);
    const order = computeRankingOrder({ documents, scores, ranks }, { orderBy: "rank" });
    expect([...order]).toEqual([1, 3, 2, 0]);
  });

  test("orders an empty ranking", () => {
    expect(ordered([])).toEqual([]);
  });

  test("rejects values that are not numbers, and names the document", () => {
    expect(() => ordered([["d7", NaN]])).toThrow('the score of document "d7" is not a number');
  });

  test("rejects a rank order without ranks, missing scores and unknown options", () => {
    const ranking = { documents: ["a"], scores: Float64Array.of(1) };
    expect(() => computeRankingOrder(ranking, { orderBy: "rank" })).toThrow(
      "without a rank column",
    );
    expect(() => computeRankingOrder({ ...ranking, scores: new Float64Array(0) })).toThrow(
      "one score per document, got 0 for 1 documents",
    );
    expect(() => computeRankingOrder(ranking, { orderBy: "id" as "rank" })).toThrow(
      'orderBy must be score or rank, got "id"',
    );
    expect(() => computeRankingOrder(ranking, { precision: "f16" as "f32" })).toThrow(
      'precision must be f32 or f64, got "f16"',
    );
  });
});
