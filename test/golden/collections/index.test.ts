/**
 * Real collections in the index on storage and in the plain index in memory: both must agree on
 * every term and every document.
 */

import { join } from "node:path";
import { expect, test } from "vitest";
import { type Document, openCollection } from "../../../src/collection/index.ts";
import { buildIndex, checkIndex, IndexSnapshot } from "../../../src/index/index.ts";
import { EXHAUSTED, type PostingsCursor } from "../../../src/index/snapshots/index-view.ts";
import { MemoryDirectory } from "../../../src/storage/memory-directory.ts";
import { NodeFiles } from "../../../src/storage/node-files.ts";
import { openAnalyzer } from "../../../src/text/index.ts";
import { MemoryIndex } from "../../oracle/memory-index.ts";

const collections = process.env.TERMWISE_COLLECTIONS ?? "";

/** With the sizes that the README of the collections gives. */
test.each([
  ["cranfield/beir", 1400, "none"],
  ["cranfield/beir", 1400, "porter2"],
  ["vaswani/beir", 11_429, "porter2"],
  ["nfcorpus", 3395, "porter2"],
] as const)("%s of %i documents, stemmer %s", async (folder, count, stemmer) => {
  const documents = await readDocuments(folder);
  // Without stop words, positions of tokens are positions of terms.
  const analysis = { stemmer, stopWords: "none" } as const;
  const directory = new MemoryDirectory();
  await buildIndex(directory, documents, { analysis, positions: true, memoryBytes: 1 << 22 });
  const index = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(analysis);
  const plain = new MemoryIndex(
    documents.map(({ id, title = "", text }) => ({
      id,
      terms: [...analyzer.terms(title), ...analyzer.terms(text)],
    })),
  );

  expect(index.documentCount).toBe(count);
  expect(index.totalLength).toBe(plain.totalLength);
  const terms = plain.termsWithPrefix("", Infinity);
  expect(index.termsWithPrefix("", Infinity)).toEqual(terms);
  for (const term of terms) {
    expect(index.term(term)).toEqual(plain.term(term));
    expect(readPostings(index.postings(term))).toEqual(readPostings(plain.postings(term)));
  }
  for (const [number, document] of documents.entries()) {
    expect(index.id(number)).toBe(document.id);
    expect(index.length(number)).toBe(plain.length(number));
    expect(index.find(document.id)).toBe(number);
    expect(await index.readTerms(number)).toEqual(await plain.readTerms(number));
  }
  expect((await checkIndex(directory)).damages).toEqual([]);
});

async function readDocuments(folder: string): Promise<Document[]> {
  const collection = await openCollection(new NodeFiles(), join(collections, folder));
  const documents: Document[] = [];
  for await (const document of collection.documents()) documents.push(document);
  return documents;
}

/** Documents, frequencies and positions of a list in one row of numbers. */
function readPostings(cursor: PostingsCursor | undefined): number[] {
  const row: number[] = [];
  while (cursor !== undefined && cursor.next() !== EXHAUSTED) {
    row.push(cursor.document, cursor.frequency, ...cursor.positions());
  }
  return row;
}
