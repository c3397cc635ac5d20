import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../test/oracle/memory-index.ts";
import { explain } from "./explanation.ts";
import { ranker } from "./naming/ranker-name.ts";
import { documentAtATime } from "./traversal/document-at-a-time.ts";

describe("explain", () => {
  test("adds up exactly to the score, for every ranker", async () => {
    const words = fc.array(fc.constantFrom("aa", "bb", "cc", "dd"), { maxLength: 8 });
    const names = fc.constantFrom(
      "bm25",
      "lm",
      "lm-jm",
      "tfidf",
      "pl",
      "rm3(bm25,max-df=1)",
      "fi",
      "sdm",
      "fdm",
      "proximity(lm,span)",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 8 }),
        words,
        names,
        async (texts, query, name) => {
          const view = new MemoryIndex(texts.map((terms, i) => ({ id: `d${i}`, terms })));
          const prepared = await ranker(name).prepare(view, query);
          const { documents, scores } = documentAtATime(view, prepared);
          for (const [rank, document] of documents.entries()) {
            const { value, parts } = explain(view, prepared, document);
            expect(value).toBe(scores[rank]);
            expect(parts.reduce((sum, part) => sum + part.value, 0)).toBe(value);
            for (const { value: part, facts, formula } of parts) {
              if (formula !== undefined) {
                expect(part).toBe((facts.weight as number) * (facts.match as number));
              }
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test("shows the numbers behind each score", async () => {
    const view = new MemoryIndex([
      { id: "d1", terms: ["a", "a", "b"] },
      { id: "d2", terms: ["c"] },
    ]);
    const prepared = await ranker("bm25(k1=1,b=0)").prepare(view, ["a", "c", "a"]);
    const [part] = explain(view, prepared, 0).parts;
    // idf log(1 + 1.5/1.5) = log 2; match 2/(2 + 1); typed twice
    expect(part).toEqual({
      label: "a",
      value: 2 * Math.log(2) * (2 / 3),
      facts: {
        frequency: 2,
        length: 3,
        documentFrequency: 1,
        collectionFrequency: 2,
        queryWeight: 2,
        salience: Math.log(2),
        weight: 2 * Math.log(2),
        match: 2 / 3,
      },
      formula: "tf / (tf + k1·(1 - b + b·length / mean length))",
      parts: [],
    });
  });
});
