import fc from "fast-check";
import { expect, test } from "vitest";
import { buildIndex, IndexSnapshot } from "../../index/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { Searcher } from "../searcher.ts";

const words = fc.constantFrom("red", "blue", "green", "grey", "pink");

test("the total is the number of documents that contain enough of the words, whatever is returned", async () => {
  const texts = fc.array(fc.array(words, { maxLength: 4 }), { minLength: 1, maxLength: 20 });
  const query = fc.uniqueArray(words, { minLength: 1, maxLength: 5 });
  const options = fc.record({
    minMatch: fc.integer({ min: 1, max: 3 }),
    top: fc.integer({ min: 1, max: 5 }),
  });
  const removed = fc.array(fc.nat(19), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      texts,
      query,
      options,
      removed,
      async (documents, queryTerms, traversalOptions, excluded) => {
        const directory = new MemoryDirectory();
        await buildIndex(
          directory,
          documents.map((text, id) => ({ id: String(id), text: text.join(" ") })),
        );
        const snapshot = await IndexSnapshot.open(directory);
        const searcher = new Searcher(snapshot);
        const isMatch = documents.map(
          (text) =>
            queryTerms.filter((word) => text.includes(word)).length >= traversalOptions.minMatch,
        );
        const isAllowed = (id: number): boolean => !excluded.includes(id);
        const numbers = new Set(excluded.flatMap((id) => snapshot.find(String(id)) ?? []));
        const others = new Set(
          documents.flatMap((_, id) =>
            isAllowed(id) ? [snapshot.find(String(id)) as number] : [],
          ),
        );
        const all = isMatch.filter((each) => each).length;
        const expected = isMatch.filter((each, id) => each && isAllowed(id)).length;
        const total = async (more: object): Promise<number | undefined> =>
          (await searcher.rank(queryTerms, { ...traversalOptions, ...more, total: true })).total;
        expect(await total({})).toBe(all);
        expect(await total({ filter: others })).toBe(expected);
        expect(await total({ exclude: numbers })).toBe(expected);
        expect((await searcher.rank(queryTerms, traversalOptions)).total).toBeUndefined();
        await snapshot.close();
      },
    ),
    { numRuns: 100 },
  );
});
