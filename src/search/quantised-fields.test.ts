/** BM25F in whole numbers, as a cluster of a published index computes it. */

import { expect, test } from "vitest";
import { readDocumentTerms } from "../ranking/document-terms.ts";
import { SearchViewCache } from "../ranking/fields/search-view-cache.ts";
import { type Ranker, ranker } from "../ranking/index.ts";
import { measureQuantisation, quantiseRanker } from "../ranking/quantised-ranker.ts";
import { Searcher } from "../ranking/searcher.ts";
import { createIndex } from "./open-index.ts";

test("BM25F becomes sums of whole numbers: the rounded parts of its own explanation", async () => {
  const shop = await createIndex({ fields: { title: { weight: 3 }, body: {} } });
  await shop.add([
    { id: "a", title: "oak", body: "elm elm fir" },
    { id: "b", title: "elm fir", body: "oak oak oak oak yew" },
    { id: "c", title: "yew", body: "fir" },
  ]);
  const inner = ranker("bm25f") as Required<Ranker>;
  await shop.withReader(async ({ searcher, snapshot, analyzer }) => {
    const quantisation = measureQuantisation(searcher.view, inner, { bits: 8 });
    const quantised = quantiseRanker(inner, quantisation);
    const { hits } = await shop.search("oak elm yew", { ranker: quantised });
    expect(hits).toHaveLength(3);
    for (const { id, score } of hits) {
      const { parts } = await shop.explain("oak elm yew", id, { ranker: "bm25f" });
      const rounded = parts.map(({ value }) => Math.round((value * 255) / quantisation.largest));
      expect(score).toBe(rounded.reduce((sum, each) => sum + Math.max(1, each), 0));
    }
    const fields = SearchViewCache.create(snapshot, analyzer);
    const byKernels = new Searcher(snapshot, { analyzer, fields, kernelsFrom: 0 });
    const { documents, scores: kernelScores } = await byKernels.rank("oak elm yew", {
      ranker: quantised,
    });
    expect(Array.from(documents, (document) => snapshot.id(document))).toEqual(
      hits.map(({ id }) => id),
    );
    expect([...kernelScores]).toEqual(hits.map(({ score }) => score));
    const terms = readDocumentTerms(
      searcher.view,
      (term) => quantised.impact(searcher.view, term),
      { open: (term) => quantised.postings(searcher.view, term) },
    );
    const sums = [...terms].map(({ terms: all, numbers }) =>
      all.reduce((sum, term, i) => sum + (term === "fir" ? 0 : (numbers[i] as number)), 0),
    );
    const scores = new Map(hits.map(({ id, score }) => [id, score]));
    expect(sums).toEqual(["a", "b", "c"].map((id) => scores.get(id)));
  });
  await shop.close();
});
