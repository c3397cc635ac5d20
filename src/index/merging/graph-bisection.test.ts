import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { bisect, type DocumentGraph, selectSmallest } from "./graph-bisection.ts";

const anyDocuments = fc.array(fc.uniqueArray(fc.nat(30), { maxLength: 12 }), { maxLength: 200 });

describe("graph bisection", () => {
  test("assigns every document one position, deterministically", () => {
    fc.assert(
      fc.property(anyDocuments, (documents) => {
        const order = bisect(createGraph(documents));
        expect([...order].sort((a, b) => a - b)).toEqual([...documents.keys()]);
        expect(bisect(createGraph(documents))).toEqual(order);
      }),
    );
  });

  test("places documents of the same topic together", () => {
    // Two topics of eight terms, assigned at random, with as many documents each; each document has
    // five terms of its topic.
    const topics = new Random(1).shuffle(Array.from({ length: 1024 }, (_, i) => i % 2));
    const documents = topics.map((topic, i) =>
      Array.from({ length: 5 }, (_, k) => 8 * topic + ((i + k) % 8)),
    );
    const ordered = [...bisect(createGraph(documents))].map((document) => topics[document]);
    expect(ordered.filter((topic, i) => i > 0 && topic !== ordered[i - 1])).toHaveLength(1);
  });

  test("leaves small groups in order, and documents without terms in place where possible", () => {
    expect([...bisect(createGraph([[1], [2], [1]]))]).toEqual([0, 1, 2]);
    expect([...bisect(createGraph([]))]).toEqual([]);
    expect([...bisect(createGraph(Array.from({ length: 100 }, () => [])))]).toEqual([
      ...Array(100).keys(),
    ]);
  });

  test("reports every document once", () => {
    let reported = 0;
    const documents = Array.from({ length: 777 }, (_, i) => [i % 7, 7 + (i % 11)]);
    bisect(createGraph(documents), (count) => {
      reported += count;
    });
    expect(reported).toBe(777);
  });
});

test("selects the same items as a sort", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1 }), fc.nat(), (all, n) => {
      const middle = n % all.length;
      const items = Uint32Array.from(all.keys());
      const biases = Float64Array.from(all);
      selectSmallest(items, biases, 0, middle, all.length);
      const sorted = [...all.keys()].sort(
        (a, b) => (all[a] as number) - (all[b] as number) || a - b,
      );
      expect([...items.subarray(0, middle)].sort((a, b) => a - b)).toEqual(
        sorted.slice(0, middle).sort((a, b) => a - b),
      );
      expect([...items].map((item) => all[item])).toEqual([...biases]);
    }),
    { numRuns: 1000 },
  );
});

function createGraph(documents: readonly (readonly number[])[]): DocumentGraph {
  const starts = new Uint32Array(documents.length + 1);
  for (const [i, terms] of documents.entries())
    starts[i + 1] = (starts[i] as number) + terms.length;
  const terms = Uint32Array.from(documents.flat());
  return {
    starts,
    terms,
    termCount: 1 + terms.reduce((largest, term) => Math.max(largest, term), 0),
  };
}
