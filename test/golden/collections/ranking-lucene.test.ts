/**
 * BM25 against Lucene's own scores: 225 queries of Cranfield, the ten best
 * documents each, made by test/reference/lucene/bm25-scores.py.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { Searcher } from "../../../src/ranking/searcher.ts";
import { MemoryIndex } from "../../oracle/memory-index.ts";
import { indexCollection } from "../ranking/indexed-collection.ts";

/** Runs of a-z and 0-9, nothing stemmed or stopped, as in the script. */
const plain = {
  tokenise: (text: string) =>
    [...text.toLowerCase().matchAll(/[a-z0-9]+/g)].map(({ 0: form, index }) => ({
      text: form,
      start: index,
      end: index + form.length,
    })),
  term: (form: string) => form,
  terms: (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [],
};

/** An index with Lucene's coarse lengths, stored in one byte. */
class QuantisedLengths extends MemoryIndex {
  override length(document: number): number {
    return quantiseLength(super.length(document));
  }
}

/** Lucene's SmallFloat.byte4ToInt(intToByte4(length)): exact up to 39, then the four leading bits beyond 24. */
function quantiseLength(length: number): number {
  const beyond = length - 24;
  if (beyond < 16) return length;
  const shift = 28 - Math.clz32(beyond);
  return 24 + ((beyond >>> shift) << shift);
}

test("lengths are exact up to 39, then fall to 40, 42, 44 …", () => {
  expect([1, 39, 40, 41, 42, 55, 56, 59, 60, 200].map(quantiseLength)).toEqual([
    1, 39, 40, 40, 42, 54, 56, 56, 60, 200,
  ]);
});

test.each([
  ["0.9", "0.4"],
  ["1.2", "0.75"],
])("BM25 with k1 = %s and b = %s scores like Lucene 10.3.1", async (k1, b) => {
  const { documents, queries } = await indexCollection("cranfield/beir", "test", plain, {
    withEmpty: false,
  });
  const view = new QuantisedLengths(documents);
  const searcher = new Searcher(view);
  const ranker = `bm25(k1=${k1},b=${b},idf=lucene)`;

  const expected = new Map<string, { documents: number[]; scores: number[] }>();
  for (const [query = "", , id = "", , score] of readStoredRun(k1, b)) {
    const expectedHits = expected.get(query) ?? { documents: [], scores: [] };
    expectedHits.documents.push(view.find(id) ?? NaN);
    expectedHits.scores.push(Number(score));
    expected.set(query, expectedHits);
  }
  expect(expected.size).toBe(225);

  for (const [query, lucene] of expected) {
    const terms = queries.get(query) ?? [];
    const scores = await searcher.score(terms, lucene.documents, { ranker });
    const best = await searcher.rank(terms, { ranker, top: 10 });
    for (const [rank, score] of lucene.scores.entries()) {
      expect(Math.abs((scores[rank] as number) / score - 1), `query ${query}`).toBeLessThan(1e-5);
      // Nothing that Lucene omitted scores higher; ties may be ordered differently.
      expect(Math.abs((best.scores[rank] as number) / score - 1)).toBeLessThan(1e-5);
    }
  }
});

function readStoredRun(k1: string, b: string): string[][] {
  const file = `../ranking/cranfield-lucene-bm25-${k1}-${b}.run.gz`;
  const text = gunzipSync(readFileSync(join(import.meta.dirname, file))).toString();
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
}
