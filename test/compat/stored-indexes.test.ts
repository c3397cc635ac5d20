/**
 * Indexes written by earlier releases are read: intact, with their documents, and searched like an
 * index that this release builds of the same documents. scripts/write-compat-indexes.mjs writes them.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { FORMAT_VERSION } from "../../src/index/files/file-frame.ts";
import { checkIndex } from "../../src/index/index.ts";
import {
  type CreateOptions,
  createIndex,
  openIndex,
  type SearchDocument,
  type SearchIndex,
  type SearchOptions,
} from "../../src/search/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";

interface StoredIndex {
  readonly options: CreateOptions;
  /** Deflated, in base64. */
  readonly files: Readonly<Record<string, string>>;
}

interface StoredIndexes {
  readonly documents: readonly (SearchDocument & { readonly vector: readonly number[] })[];
  readonly deleted: readonly string[];
  readonly indexes: Readonly<Record<string, StoredIndex>>;
}

/** Of the format version in the header of a file, as docs/format.md has it. */
const VERSION_OFFSET = 16;

const folder = import.meta.dirname;
const releases = readdirSync(folder).filter((name) => name.endsWith(".json"));

const SEARCHES: readonly (readonly [string, SearchOptions])[] = [
  ["red lamp garden", { ranker: "bm25", explain: true, highlight: true }],
  ['"lamp for the garden"', { ranker: "bm25", syntax: true }],
  ["tabl", { ranker: "bm25", prefix: true, fuzzy: true, limit: 3 }],
];
const FIELD_SEARCHES: readonly (readonly [string, SearchOptions])[] = [
  ["red lamp", { ranker: "bm25f", filter: { price: { lt: 20 }, isNew: true }, facets: ["tags"] }],
  ["", { sort: ["-made", "price"], filter: { kind: { in: ["lamp", "chair"] } } }],
  ["lamp", { ranker: "hybrid", vector: [0.6, 0.8] }],
];

async function searchAll(index: SearchIndex, hasFields: boolean): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const [query, options] of hasFields ? [...SEARCHES, ...FIELD_SEARCHES] : SEARCHES) {
    const { took: _, after: __, ...result } = await index.search(query, options);
    results.push(result);
  }
  return results;
}

describe.each(releases)("%s", (release) => {
  const stored = JSON.parse(readFileSync(join(folder, release), "utf8")) as StoredIndexes;
  const { documents, deleted, indexes } = stored;
  const open = (name: string): MemoryDirectory => {
    const files = Object.entries(indexes[name]?.files ?? {});
    return new MemoryDirectory(
      new Map(files.map(([file, text]) => [file, inflateRawSync(Buffer.from(text, "base64"))])),
    );
  };
  const toInput = (hasVectors: boolean): SearchDocument[] =>
    documents.map(({ vector, ...rest }) => (hasVectors ? { ...rest, vector } : rest));

  test.each(Object.keys(indexes))("has a readable index: %s", async (name) => {
    const directory = open(name);
    expect((await checkIndex(directory)).damages).toEqual([]);
    const index = await openIndex(directory);
    for (const document of toInput(false)) {
      const isDeleted = deleted.includes(String(document.id));
      expect(await index.get(document.id)).toEqual(isDeleted ? undefined : document);
    }
    await index.add({ id: "new", title: "another lamp", text: "of this release" });
    expect((await index.search("another")).hits.map(({ id }) => id)).toEqual(["new"]);
    await index.close();
  });

  test.each(["plain", "fields"])("is searched like an index of this release: %s", async (name) => {
    const { options = {} } = indexes[name] ?? {};
    const hasFields = options.fields !== undefined;
    const fresh = await createIndex(options);
    await fresh.add(toInput(hasFields));
    await fresh.delete(deleted);
    const index = await openIndex(open(name));
    expect(await searchAll(index, hasFields)).toEqual(await searchAll(fresh, hasFields));
    await index.close();
    await fresh.close();
  });
});

test("the format of this release and the last two are stored", () => {
  const versions = new Set<number>();
  for (const release of releases) {
    const { indexes } = JSON.parse(readFileSync(join(folder, release), "utf8")) as StoredIndexes;
    for (const file of Object.values(indexes).flatMap(({ files }) => Object.values(files))) {
      versions.add(inflateRawSync(Buffer.from(file, "base64")).readUInt32LE(VERSION_OFFSET));
    }
  }
  const wanted = [FORMAT_VERSION - 2, FORMAT_VERSION - 1, FORMAT_VERSION];
  expect(
    wanted.filter((version) => !versions.has(version)),
    "run scripts/write-compat-indexes.mjs format-<version>",
  ).toEqual([]);
});
