/** Rankers over the index on storage equal the same rankers over the index in plain maps. */

import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { MemoryIndex } from "../../test/oracle/memory-index.ts";
import { IndexWriter } from "../index/index-writer.ts";
import { IndexSnapshot } from "../index/snapshots/index-snapshot.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { type Analyzer, openAnalyzer } from "../text/index.ts";
import { LEXICAL_RANKERS } from "./naming/rankers.ts";
import { Searcher } from "./searcher.ts";

const ANALYSIS = { stemmer: "none", stopWords: ["the"] } as const;

let analyzer: Analyzer;
beforeAll(async () => {
  analyzer = await openAnalyzer(ANALYSIS);
});

/**
 * Both indexes of the same texts, one segment for each list, without the documents
 * in `deleted`.
 */
async function bothIndexes(
  segments: readonly (readonly string[])[],
  deleted: readonly string[],
): Promise<{ stored: IndexSnapshot; plain: MemoryIndex }> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { analysis: ANALYSIS, positions: true });
  let number = 0;
  const documents = segments.map((texts) => texts.map((text) => ({ id: `d${number++}`, text })));
  for (const segment of documents) {
    for (const document of segment) await writer.add(document);
    await writer.commit();
  }
  for (const id of deleted) await writer.delete(id);
  await writer.commit();
  await writer.close();

  const plain = new MemoryIndex(
    documents.flat().map(({ id, text }) => {
      const forms = analyzer.tokenise(text).map((token) => token.text);
      const positions = [...forms.keys()].filter((i) => analyzer.term(forms[i] as string));
      return { id, terms: analyzer.terms(text), positions: positions };
    }),
  ).without(...deleted);
  return { stored: await IndexSnapshot.open(directory), plain };
}

const text = fc
  .array(fc.constantFrom("red", "blue", "the", "green", "grey"), { maxLength: 12 })
  .map((words) => words.join(" "));
const segments = fc.array(fc.array(text, { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 3,
});
const deleted = fc.subarray(["d0", "d3", "d5"]);

describe("the index on storage", () => {
  test.each(LEXICAL_RANKERS.map(({ name }) => name))(
    "gives %s the same scores as the index in plain maps",
    async (name) => {
      const ranker = name === "rm3" ? "rm3(bm25,max-df=1)" : name;
      await fc.assert(
        fc.asyncProperty(segments, deleted, text, async (texts, deletedIds, query) => {
          const { stored, plain } = await bothIndexes(texts, deletedIds);
          const expected = await new Searcher(plain, { analyzer }).rank(query, { ranker });
          const { documents, scores } = await new Searcher(stored, { analyzer }).rank(query, {
            ranker,
          });
          const ids = [...documents].map((document) => stored.id(document));
          expect(ids).toEqual([...expected.documents].map((document) => plain.id(document)));
          expect(scores).toEqual(expected.scores);
        }),
        { numRuns: 40 },
      );
    },
  );

  test.each([
    '"red green"',
    '"red the green"',
    "gre*",
    "gren~1 -blue",
    "+red +gr*",
    '-"blue grey" red',
  ])("answers %s like the index in plain maps", async (query) => {
    await fc.assert(
      fc.asyncProperty(segments, deleted, async (texts, deletedIds) => {
        const { stored, plain } = await bothIndexes(texts, deletedIds);
        const options = { syntax: true, top: 50 };
        const expected = await new Searcher(plain, { analyzer }).rank(query, options);
        const hits = await new Searcher(stored, { analyzer }).rank(query, options);
        const ids = [...hits.documents].map((document) => stored.id(document));
        expect(ids).toEqual([...expected.documents].map((document) => plain.id(document)));
        expect(hits.scores).toEqual(expected.scores);
      }),
      { numRuns: 40 },
    );
  });
});
