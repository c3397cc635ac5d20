import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXHAUSTED, type PostingsCursor } from "../../src/index/snapshots/index-view.ts";
import { MemoryIndex } from "./memory-index.ts";

const index = new MemoryIndex([
  { id: "d1", terms: ["a", "b", "c", "a"] },
  { id: "d2", terms: ["a", "b"] },
  { id: "d3", terms: [] },
]);

describe("MemoryIndex", () => {
  test("counts documents, lengths and terms", () => {
    expect([index.documentLimit, index.documentCount, index.totalLength]).toEqual([3, 3, 6]);
    expect(index.term("a")).toEqual({ documentFrequency: 2, collectionFrequency: 3 });
    expect([index.length(0), index.length(2)]).toEqual([4, 0]);
    expect([index.id(1), index.find("d3"), index.find("d4")]).toEqual(["d2", 2, undefined]);
  });

  test("iterates over a posting list with frequencies and positions", () => {
    const cursor = index.postings("a") as PostingsCursor;
    expect(cursor.document).toBe(-1);
    expect([cursor.next(), cursor.frequency, [...cursor.positions()]]).toEqual([0, 2, [0, 3]]);
    expect([cursor.next(), cursor.frequency, [...cursor.positions()]]).toEqual([1, 1, [0]]);
    expect([cursor.next(), cursor.next(), cursor.document]).toEqual([
      EXHAUSTED,
      EXHAUSTED,
      EXHAUSTED,
    ]);
  });

  test("seeks to the first document at or after the target, and stays if already there", () => {
    const cursor = index.postings("b") as PostingsCursor;
    expect([cursor.seek(0), cursor.seek(0), cursor.seek(1), cursor.seek(2)]).toEqual([
      0,
      0,
      1,
      EXHAUSTED,
    ]);
  });

  test("has no statistics for a term in no live document", () => {
    const remaining = index.without("d1", "unknown");
    expect([remaining.term("c"), remaining.postings("c")]).toEqual([undefined, undefined]);
    expect(remaining.termsWithPrefix("", 9)).toEqual(["a", "b"]);
  });

  test("keeps numbers and updates statistics when documents are deleted", () => {
    const remaining = index.without("d1");
    expect([remaining.documentLimit, remaining.documentCount, remaining.totalLength]).toEqual([
      3, 2, 2,
    ]);
    expect(remaining.term("a")).toEqual({ documentFrequency: 1, collectionFrequency: 1 });
    expect([
      remaining.find("d1"),
      remaining.find("d2"),
      remaining.without("d2").documentCount,
    ]).toEqual([undefined, 1, 1]);
  });

  test("allows an id again after its document was deleted", () => {
    const documents = ["old", "new"].map((term) => ({ id: "d", terms: [term] }));
    const updated = new MemoryIndex(documents, { deleted: new Set([0]) });
    expect([updated.find("d"), updated.term("old")]).toEqual([1, undefined]);
    expect(() => new MemoryIndex(documents)).toThrow('document id "d" is given twice');
  });

  test("lists terms in byte order from a prefix on, at most the limit", () => {
    // U+FF5E is three bytes EF…, U+1F600 four bytes F0…: UTF-16 order would swap them.
    const words = new MemoryIndex([{ id: "d", terms: ["b", "ab", "a", "a\u{1f600}", "a\uff5e"] }]);
    expect(words.termsWithPrefix("a", 9)).toEqual(["a", "ab", "a\uff5e", "a\u{1f600}"]);
    expect(words.termsWithPrefix("a", 2)).toEqual(["a", "ab"]);
    expect(words.termsFrom("ab", 2)).toEqual(["ab", "a\uff5e"]);
  });

  test("accepts positions with gaps for stop words", () => {
    const gaps = new MemoryIndex([{ id: "d", terms: ["house", "cards"], positions: [0, 2] }]);
    const cursor = gaps.postings("cards") as PostingsCursor;
    cursor.next();
    expect([...cursor.positions()]).toEqual([2]);
    expect(gaps.length(0)).toBe(2);
  });

  test("returns the terms of a document", async () => {
    expect([...(await index.readTerms(0))]).toEqual([
      ["a", 2],
      ["b", 1],
      ["c", 1],
    ]);
  });

  test("refuses positions when it was built without them", () => {
    const plain = new MemoryIndex([{ id: "d", terms: ["a"] }], { positions: false });
    const cursor = plain.postings("a") as PostingsCursor;
    cursor.next();
    expect(cursor.frequency).toBe(1);
    expect(() => cursor.positions()).toThrow("no positions");
  });

  test("contains every posting of any collection exactly once", () => {
    const terms = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(terms, { maxLength: 8 }), (texts) => {
        const built = new MemoryIndex(texts.map((terms, i) => ({ id: `d${i}`, terms })));
        for (const term of ["a", "b", "c", "d"]) {
          const actual = texts.map(() => [] as number[]);
          const cursor = built.postings(term);
          while (cursor && cursor.next() !== EXHAUSTED) {
            actual[cursor.document] = [...cursor.positions()];
          }
          const positions = texts.map((terms) =>
            terms.flatMap((each, position) => (each === term ? [position] : [])),
          );
          expect(actual).toEqual(positions);
        }
      }),
    );
  });
});
