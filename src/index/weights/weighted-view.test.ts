import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../../test/oracle/memory-index.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";
import { TermWeights } from "./term-weights.ts";
import { WeightedView, withTermWeights } from "./weighted-view.ts";

const plain = new MemoryIndex([
  { id: "a", terms: ["x", "y", "x"] },
  { id: "b", terms: ["y", "z"] },
  { id: "c", terms: ["z"] },
]);
const weights = new TermWeights([
  ["x", 0.5],
  ["z", 0],
]);
const view = new WeightedView(plain, weights);

describe("an index with weights applied", () => {
  test("counts each occurrence as the weight of its term", () => {
    // x: 2 occurrences of 0.5; y: missing from the table, so 2 of 1.
    expect(view.term("x")).toEqual({ documentFrequency: 1, collectionFrequency: 1 });
    expect(view.term("y")).toEqual({ documentFrequency: 2, collectionFrequency: 2 });
    const cursor = view.postings("x");
    expect([cursor?.next(), cursor?.frequency, cursor?.next()]).toEqual([0, 1, EXHAUSTED]);
    expect([0, 1, 2].map((document) => view.length(document))).toEqual([2, 1, 0]);
    expect(view.totalLength).toBe(3);
  });

  test("has no term of weight 0", async () => {
    expect(view.term("z")).toBeUndefined();
    expect(view.postings("z")).toBeUndefined();
    expect(view.termsWithPrefix("", Infinity)).toEqual(["x", "y"]);
    expect(await view.readTerms(1)).toEqual(new Map([["y", 1]]));
  });

  test("keeps the number of documents, including empty ones", () => {
    expect(view.documentCount).toBe(3);
    expect(view.find("c")).toBe(2);
  });

  test("is created once per table and is the plain index without one", () => {
    expect(withTermWeights(plain, weights)).toBe(withTermWeights(plain, weights));
    expect(withTermWeights(plain)).toBe(plain);
  });

  test("equals the plain index to the last bit when all weights are 1", () => {
    const terms = fc.array(fc.constantFrom("x", "y", "z", "w"), { maxLength: 9 });
    fc.assert(
      fc.property(fc.array(terms, { maxLength: 6 }), (texts) => {
        const index = new MemoryIndex(texts.map((each, i) => ({ id: `${i}`, terms: each })));
        const same = new WeightedView(index, new TermWeights([]));
        expect(same.totalLength).toBe(index.totalLength);
        for (const term of ["x", "y", "z", "w"]) expect(same.term(term)).toEqual(index.term(term));
        for (const [i] of texts.entries()) expect(same.length(i)).toBe(index.length(i));
      }),
    );
  });
});

describe("the weights of terms", () => {
  test.each([-1, NaN, Infinity, 1e39])("must not be %d", (weight) => {
    expect(() => new TermWeights([["x", weight]])).toThrow("must be finite and ≥ 0");
    expect(() => new TermWeights([], weight)).toThrow("must be finite and ≥ 0");
  });
});
