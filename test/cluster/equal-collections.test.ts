/**
 * Searches of test collections on three shards beside the local index: the share of the first ten hits
 * that both have, and nDCG@10 of both. And how both change when documents are put into a published
 * index whose statistics stay as they were. docs/opensearch.md has the tables.
 */

import { afterAll, describe, expect, test } from "vitest";
import { ClusterSearchIndex, publish } from "../../adapters/opensearch/index.ts";
import type { SearchOptions } from "../../src/api/search-options.ts";
import { openDataset, type Query, readSplit } from "../../src/collection/index.ts";
import type { Run } from "../../src/collection/run.ts";
import { Random } from "../../src/common/random.ts";
import type { VectorEncoder } from "../../src/dense/index.ts";
import { evaluate, parseMeasures } from "../../src/evaluation/index.ts";
import { createIndex, type SearchDocument, type SearchIndex } from "../../src/search/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { connect } from "./cluster-nodes.ts";
import { expectTable } from "./documented-table.ts";

const collections = process.env.TERMWISE_COLLECTIONS;
const NAMES = [
  ["cranfield", undefined],
  ["nfcorpus", "test"],
  ["vaswani", undefined],
] as const;
const QUERIES = 20;
const BY_WORDS = { ranker: "bm25" };
const SEARCHES: Readonly<Record<string, SearchOptions>> = {
  "the ranker of the publication": BY_WORDS,
  "`minMatch: 2`": { ranker: "bm25", minMatch: 2 },
  "`prefix`, `fuzzy`": { ranker: "bm25", prefix: true, fuzzy: true },
  '`ranker: "lm"`': { ranker: "lm" },
  '`ranker: "sdm"`': { ranker: "sdm" },
  "`hybrid`": { ranker: "hybrid" },
  "`dense`": { ranker: "dense" },
};
/** Enough for neighbours of a text to share words with it. */
const DIMENSIONS = 96;
const SHARES = [0.01, 0.1, 0.5];

const cluster = await connect();

interface Collection {
  readonly documents: readonly SearchDocument[];
  readonly queries: readonly Query[];
  readonly judgements: Parameters<typeof evaluate>[1];
}

async function readCollection(name: string, splitName: string | undefined): Promise<Collection> {
  const findPackage = async (): Promise<string> => {
    throw new Error(`${name} is not in a package`);
  };
  const dataset = await openDataset(new NodeFiles(), name, { collections, findPackage });
  const documents: SearchDocument[] = [];
  for await (const { id, title = "", text = "" } of dataset.documents()) {
    documents.push({ id, title, text });
  }
  const { queries, judgements } = await readSplit(dataset, splitName);
  const judged = queries.filter(({ id }) => (judgements.get(id)?.size ?? 0) > 0).slice(0, QUERIES);
  const ids = new Set(judged.map(({ id }) => id));
  const own = new Map([...judgements].filter(([id]) => ids.has(id)));
  return { documents, queries: judged, judgements: own };
}

/** The sum of a random vector for each word: an encoder without anything to fetch. */
function encode(text: string): number[] {
  const sum = Array.from({ length: DIMENSIONS }, () => 1e-6);
  for (const word of new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? [])) {
    const vector = getWordVector(word);
    for (let i = 0; i < DIMENSIONS; i++) sum[i] = (sum[i] as number) + (vector[i] as number);
  }
  return sum;
}

const wordVectors = new Map<string, Float64Array>();

function getWordVector(word: string): Float64Array {
  let vector = wordVectors.get(word);
  if (vector === undefined) {
    const random = new Random(0).split(word);
    vector = Float64Array.from({ length: DIMENSIONS }, () => random.uniform() - 0.5);
    wordVectors.set(word, vector);
  }
  return vector;
}

const ENCODER: VectorEncoder = {
  name: "random words",
  dimensions: DIMENSIONS,
  query: async (text) => encode(text),
  documents: async (texts) => texts.map(encode),
};

async function publishIndex(index: SearchIndex, alias: string): Promise<ClusterSearchIndex> {
  await index.withReader((reader) =>
    publish(cluster, reader, { alias, shards: 3, replicas: 0, tokens: "none" }),
  );
  return ClusterSearchIndex.open(cluster, alias, { encoder: ENCODER });
}

interface PublishedCollection {
  readonly collection: Collection;
  readonly index: SearchIndex;
  readonly remote: ClusterSearchIndex;
}

const published = new Map<string, Promise<PublishedCollection>>();
afterAll(async () => {
  for (const { index } of await Promise.all(published.values())) await index.close();
});

/** A collection in a local index and on the cluster, with vectors; opened once for all tests. */
function openPublished(name: string, splitName: string | undefined): Promise<PublishedCollection> {
  const opened = published.get(name) ?? publishCollection(name, splitName);
  published.set(name, opened);
  return opened;
}

async function publishCollection(
  name: string,
  splitName: string | undefined,
): Promise<PublishedCollection> {
  const collection = await readCollection(name, splitName);
  const index = await createIndex({ encoder: ENCODER });
  await index.add(collection.documents);
  return { collection, index, remote: await publishIndex(index, `equal-${name}`) };
}

/** The first ten hits of each query. `run` takes fewer options. */
async function searchAll(
  index: Pick<ClusterSearchIndex, "search"> | Pick<SearchIndex, "search">,
  queries: readonly Query[],
  options: SearchOptions,
): Promise<Run> {
  const rankings = new Map<string, { documents: string[]; scores: Float64Array }>();
  for (const { id, text } of queries) {
    const { hits } = await index.search(text, { ...options, limit: 10, select: [] });
    const scores = Float64Array.from(hits, ({ score }) => score);
    rankings.set(id, { documents: hits.map((hit) => hit.id), scores });
  }
  return { name: "search", rankings };
}

/** The mean share of the first ten of `a` that `b` has too. */
function computeOverlap(a: Run, b: Run): number {
  const shares = [...a.rankings].map(([id, { documents }]) => {
    const others = new Set(b.rankings.get(id)?.documents.slice(0, 10));
    const first = documents.slice(0, 10);
    return first.length === 0 ? 1 : first.filter((each) => others.has(each)).length / first.length;
  });
  return shares.reduce((sum, each) => sum + each, 0) / shares.length;
}

function formatComparison(local: Run, remote: Run, { judgements }: Collection): string {
  const [before, after] = [local, remote].map((run) => {
    const [measure] = evaluate(run, judgements, parseMeasures("nDCG@10")).measures;
    return (measure?.overall ?? Number.NaN).toFixed(4).replace(/^0/, "");
  });
  const overlap = computeOverlap(local, remote).toFixed(3).replace(/^0/, "");
  return `${overlap}; ${before} → ${after}`;
}

describe.skipIf(collections === undefined)("collections", () => {
  test("have the same first ten on a cluster as locally", async () => {
    const rows = Object.keys(SEARCHES).map((name) => [name]);
    for (const [name, splitName] of NAMES) {
      const { collection, index, remote } = await openPublished(name, splitName);
      const { queries } = collection;
      for (const [row, options] of Object.values(SEARCHES).entries()) {
        const searching = searchAll(index, queries, options);
        const found = await searchAll(remote, queries, options);
        rows[row]?.push(formatComparison(await searching, found, collection));
      }
    }
    const heading = [
      `| search | ${NAMES.map(([name]) => name).join(" | ")} |`,
      "|---|---|---|---|",
    ];
    expectTable(
      "collections",
      heading,
      rows.map((cells) => `| ${cells.join(" | ")} |`),
    );
  });

  test("rank nearly as published anew after some of their documents were put", async () => {
    const rows = SHARES.map((share) => [`${100 * share} %`]);
    for (const [name, splitName] of NAMES.slice(0, 2)) {
      const { collection, remote } = await openPublished(name, splitName);
      const documents = new Random(0).split(name).shuffle([...collection.documents]);
      const expected = await searchAll(remote, collection.queries, BY_WORDS);
      for (const [row, share] of SHARES.entries()) {
        const count = Math.ceil(documents.length / (1 + share));
        const part = await createIndex();
        await part.add(documents.slice(0, count));
        const changed = await publishIndex(part, `drifted-${name}`);
        await changed.put(documents.slice(count));
        const found = await searchAll(changed, collection.queries, BY_WORDS);
        rows[row]?.push(formatComparison(expected, found, collection));
        expect((await changed.changes()).isDue).toBe(share > 0.1);
        await part.close();
      }
    }
    const names = NAMES.slice(0, 2).map(([name]) => name);
    const heading = [`| documents put | ${names.join(" | ")} |`, "|---|---|---|"];
    expectTable(
      "drift",
      heading,
      rows.map((cells) => `| ${cells.join(" | ")} |`),
    );
  });
});
