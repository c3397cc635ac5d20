import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeReranked } from "./merge-reranked.ts";

const hits = (scores: readonly number[]) => ({
  documents: Uint32Array.from(scores, (_, i) => 100 + i),
  scores: Float64Array.from(scores),
  isPartial: false,
});

describe("newOrder", () => {
  test("sorts the head by the new scores and keeps the tail below it", () => {
    const { documents, scores } = mergeReranked(hits([9, 8, 7, 6]), [0.1, 0.5]);
    expect([...documents]).toEqual([101, 100, 102, 103]);
    // The tail begins at 7, so the head ends at 8: 0.1 and 0.5 move up by 7.9.
    expect(scores[0]).toBeCloseTo(8.4, 12);
    expect(scores[1]).toBeCloseTo(8, 12);
    expect([...scores.subarray(2)]).toEqual([7, 6]);
  });

  test("drops the tail on request and keeps the scores unchanged", () => {
    const { documents, scores } = mergeReranked(hits([9, 8, 7]), [0.25, 0.5], { dropTail: true });
    expect([...documents]).toEqual([101, 100]);
    expect([...scores]).toEqual([0.5, 0.25]);
  });

  test("keeps the order of the first stage where scores are equal", () => {
    expect([...mergeReranked(hits([3, 2, 1]), [5, 5, 5]).documents]).toEqual([100, 101, 102]);
  });

  test("returns decreasing scores above the tail and keeps every document", () => {
    const score = fc.oneof(
      fc.constantFrom(0, 1, -1, 1e-30),
      fc.float({ noNaN: true, min: -1e6, max: 1e6 }),
    );
    fc.assert(
      fc.property(fc.array(score, { maxLength: 20 }), fc.nat(20), (headScores, tail) => {
        const length = headScores.length + tail;
        const before = hits(Array.from({ length }, (_, i) => 50 - i));
        const { documents, scores } = mergeReranked(before, headScores);
        expect([...documents].sort()).toEqual([...before.documents].sort());
        for (let i = 1; i < length; i++) expect(scores[i]).toBeLessThan(Number(scores[i - 1]));
        const order = headScores
          .map((_, i) => i)
          .sort((a, b) => Number(headScores[b]) - Number(headScores[a]) || a - b);
        expect([...documents.subarray(0, headScores.length)]).toEqual(order.map((i) => 100 + i));
      }),
    );
  });

  test("accepts an empty ranking and rejects more scores than documents", () => {
    expect(mergeReranked(hits([]), []).documents).toHaveLength(0);
    expect(() => mergeReranked(hits([1]), [1, 2])).toThrow("2 scores for a ranking of 1 documents");
  });
});
