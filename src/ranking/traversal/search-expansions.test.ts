import fc from "fast-check";
import { expect, test } from "vitest";
import { defined } from "../../common/defined.ts";
import { IndexWriter } from "../../index/index-writer.ts";
import { IndexSnapshot } from "../../index/snapshots/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { openAnalyzer } from "../../text/index.ts";
import { Searcher } from "../searcher.ts";

const word = fc.constantFrom(
  "boil",
  "boiled",
  "boiling",
  "boar",
  "boat",
  "soil",
  "tea",
  "team",
  "x",
);
const documents = fc.array(fc.array(word, { maxLength: 8 }), { minLength: 1, maxLength: 40 });
const query = fc.array(fc.constantFrom("boi", "boild", "te", "tea", "soli", "x", "boat", "bo"), {
  minLength: 1,
  maxLength: 4,
});

test("the kernels with expansions return what plain traversal returns, ties included", async () => {
  const analyzer = await openAnalyzer();
  await fc.assert(
    fc.asyncProperty(
      documents,
      query,
      fc.record({
        prefix: fc.boolean(),
        fuzzy: fc.boolean(),
        top: fc.integer({ min: 1, max: 12 }),
        ranker: fc.constantFrom("bm25", "tfidf", "lm", "sdm"),
        filter: fc.constantFrom(undefined, { has: (document: number) => document % 3 > 0 }),
      }),
      async (texts, words, { filter, ...options }) => {
        const directory = new MemoryDirectory();
        const writer = await IndexWriter.open(directory, { mode: "create", positions: true });
        for (const [id, text] of texts.entries()) {
          await writer.add({ id: String(id), text: text.join(" ") });
          if (id === 20) await writer.commit();
        }
        await writer.delete("3");
        await writer.commit();
        await writer.close();
        const snapshot = await IndexSnapshot.open(directory);
        const rankOptions = {
          ...options,
          ...defined({ filter }),
          total: true,
        };
        const [fast, slow] = await Promise.all(
          [0, Infinity].map((kernelsFrom) =>
            new Searcher(snapshot, { analyzer, kernelsFrom }).rank(words.join(" "), rankOptions),
          ),
        );
        expect(fast).toEqual(slow);
      },
    ),
    { numRuns: 150 },
  );
});
