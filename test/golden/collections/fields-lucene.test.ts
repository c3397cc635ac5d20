/**
 * BM25F against Lucene's CombinedFieldQuery: 225 queries of Cranfield over a title and a body, the
 * ten best documents each, made by test/reference/lucene/combined-fields.py. Documents are
 * truncated so that weighted lengths are at most 39, which Lucene stores exactly. It rounds longer
 * ones down to four leading bits, and scores differ by a few per cent.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openCollection } from "../../../src/collection/open-collection.ts";
import { buildIndex, IndexSnapshot } from "../../../src/index/index.ts";
import { SearchViewCache } from "../../../src/ranking/fields/search-view-cache.ts";
import { Searcher } from "../../../src/ranking/searcher.ts";
import { MemoryDirectory } from "../../../src/storage/memory-directory.ts";
import { NodeFiles } from "../../../src/storage/node-files.ts";

const TITLE_TERMS = 8;
const BODY_TERMS = 15;

/** Runs of a-z and 0-9, as in the script. */
const toTerms = (text: string, maxTerms = Infinity): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, maxTerms);

test.each([
  ["1.2", "0.75", 2],
  ["0.9", "0.4", 3],
])("BM25F with k1 = %s, b = %s and title^%s scores like Lucene 10.3.1", async (k1, b, weight) => {
  const path = join(process.env.TERMWISE_COLLECTIONS ?? "", "cranfield/beir");
  const collection = await openCollection(new NodeFiles(), path);
  const documents: { id: string; fields: Record<string, string> }[] = [];
  let longest = 0;
  for await (const { id, title = "", text } of collection.documents()) {
    const [head, body] = [toTerms(title, TITLE_TERMS), toTerms(text, BODY_TERMS)];
    longest = Math.max(longest, weight * head.length + body.length);
    documents.push({ id, fields: { title: head.join(" "), body: body.join(" ") } });
  }
  expect(longest).toBeLessThanOrEqual(39);
  const directory = new MemoryDirectory();
  await buildIndex(directory, documents, {
    analysis: { stemmer: "none", stopWords: "none" },
    fields: { title: { weight }, body: {} },
  });
  const snapshot = await IndexSnapshot.open(directory);
  const queries = new Map<string, readonly string[]>();
  for await (const { id, text } of collection.queries("test")) queries.set(id, toTerms(text));

  const ranker = `bm25f(k1=${k1},b=${b},length=combined,df=largest)`;
  const expected = new Map<string, { documents: number[]; scores: number[] }>();
  for (const [query = "", , id = "", , score] of readStoredRun(`${k1}-${b}-${weight}`)) {
    const expectedHits = expected.get(query) ?? { documents: [], scores: [] };
    expectedHits.documents.push(snapshot.find(id) ?? Number.NaN);
    expectedHits.scores.push(Number(score));
    expected.set(query, expectedHits);
  }
  expect(expected.size).toBe(225);
  const fields = SearchViewCache.create(snapshot);
  for (const [name, searcher] of [
    ["kernels", new Searcher(snapshot, { fields })],
    ["plain", new Searcher(snapshot, { fields, kernelsFrom: Infinity })],
  ] as const) {
    for (const [query, lucene] of expected) {
      const terms = queries.get(query) ?? [];
      const scores = await searcher.score(terms, lucene.documents, { ranker });
      const best = await searcher.rank(terms, { ranker, top: 10 });
      for (const [rank, score] of lucene.scores.entries()) {
        const what = `${name}, query ${query}, rank ${rank + 1}`;
        expect(Math.abs((scores[rank] as number) / score - 1), what).toBeLessThan(1e-5);
        // Nothing that Lucene omitted scores higher; ties may be ordered differently.
        expect(Math.abs((best.scores[rank] as number) / score - 1), what).toBeLessThan(1e-5);
      }
    }
  }
  await snapshot.close();
});

function readStoredRun(name: string): string[][] {
  const file = `../ranking/cranfield-lucene-fields-${name}.run.gz`;
  const text = gunzipSync(readFileSync(join(import.meta.dirname, file))).toString();
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
}
