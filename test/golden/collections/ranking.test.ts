/** Rankers on real queries and documents, read from the folder that TERMWISE_COLLECTIONS names. */

import { beforeAll, describe, expect, test } from "vitest";
import { evaluate } from "../../../src/evaluation/index.ts";
import { gridSettings } from "../../../src/ranking/naming/parameter-grid.ts";
import { ranker } from "../../../src/ranking/naming/ranker-name.ts";
import { LEXICAL_RANKERS } from "../../../src/ranking/naming/rankers.ts";
import { documentAtATime } from "../../../src/ranking/traversal/document-at-a-time.ts";
import { scoreDocuments } from "../../../src/ranking/traversal/score-documents.ts";
import { termAtATime } from "../../../src/ranking/traversal/term-at-a-time.ts";
import { openAnalyzer } from "../../../src/text/index.ts";
import {
  type IndexedCollection,
  indexCollection,
  rankCollection,
} from "../ranking/indexed-collection.ts";

async function open(path: string, split: string): Promise<IndexedCollection> {
  return indexCollection(path, split, await openAnalyzer({ stopWords: "english" }));
}

async function computeMeasure(
  collection: IndexedCollection,
  name: string,
  measure: string,
): Promise<number> {
  const { measures } = evaluate(await rankCollection(collection, name), collection.judgements, [
    measure,
  ]);
  return measures[0]?.overall ?? NaN;
}

describe("Vaswani", () => {
  let vaswani: IndexedCollection;
  beforeAll(async () => {
    vaswani = await open("vaswani/beir", "test");
  });

  test("BM25 is as good as Terrier's, whose MAP is .2965", async () => {
    const map = await computeMeasure(vaswani, "bm25", "AP");
    expect(map).toBeGreaterThan(0.29);
    expect(map).toBeLessThan(0.31);
  });

  test("feedback improves BM25, and windows improve the language model", async () => {
    expect(await computeMeasure(vaswani, "rm3(bm25)", "AP")).toBeGreaterThan(
      await computeMeasure(vaswani, "bm25", "AP"),
    );
    expect(await computeMeasure(vaswani, "sdm", "AP")).toBeGreaterThan(
      await computeMeasure(vaswani, "lm", "AP"),
    );
  });
});

test("nfcorpus: BM25 tuned on dev reaches nDCG@10 of .320 on test", async () => {
  const dev = await open("nfcorpus", "dev");
  let best = { name: "", value: 0 };
  for (const { name } of gridSettings("bm25", "k1=0.4..2:0.4,b=0.2..1:0.2")) {
    const value = await computeMeasure(dev, name, "nDCG@10");
    if (value > best.value) best = { name, value };
  }
  const value = await computeMeasure(await open("nfcorpus", "test"), best.name, "nDCG@10");
  expect(value, best.name).toBeGreaterThanOrEqual(0.32);
});

describe.each([
  ["cranfield/beir", "test"],
  ["vaswani/beir", "test"],
  ["nfcorpus", "test"],
])("%s", (path, split) => {
  let collection: IndexedCollection;
  beforeAll(async () => {
    collection = await open(path, split);
  });

  test.each(LEXICAL_RANKERS.map(({ name }) => name))(
    "%s ranks the same document by document, term by term and pair by pair",
    async (name) => {
      const { view, queries } = collection;
      for (const terms of [...queries.values()].slice(0, 100)) {
        const prepared = await ranker(name).prepare(view, terms);
        const hits = documentAtATime(view, prepared, { top: 1000 });
        expect(termAtATime(view, prepared, { top: 1000 })).toEqual(hits);
        expect(scoreDocuments(view, prepared, hits.documents)).toEqual(hits.scores);
      }
    },
  );
});
