/**
 * The cost of a cluster: documents per second indexed, ms per query, bytes per document, by the
 * number of documents and shards: impacts in full and pruned, impacts with documents and statistics of
 * words for every option (`complete`), and the texts by BM25 of the cluster itself (`plain`).
 *
 * Documents are the first of the large mix, queries those that belong to it, or both are a
 * collection's (`--collection wordnet`), whose learned weights then prune. On the mix, pruning
 * keeps half of the postings by the rule of learned indexes with all weights 1. Each variant is
 * published to three nodes without replicas, merged into one segment per shard, warmed up and
 * searched one query at a time, top 10. A small index is published and searched before anything is
 * measured, so that the nodes have compiled what they run. The memory of the publisher is its
 * largest resident set while it publishes. Above a million, documents are made of the texts of the mix;
 * with --folder the local index is on disk, and kept for the next run. The processor time of the
 * three nodes, which does not depend on other load, is printed beside the wall-clock time.
 *
 * With --out every row is added to a file as soon as it is measured, and a row that the file has
 * already is not measured again: a large run can be split and resumed after an interruption. `node
 * scripts/scale-table.mjs` makes the table of docs/scale.md of that file.
 *
 * With --tokens the candidates' tokens are read too, the best hundred of each query, from
 * `_source`, from doc values, and from the local forward index.
 *
 * Run: npm run bench -- scale [--documents 100000,300000] [--shards 1,3,6] [--queries 300] [--variants full,pruned,plain,complete] [--folder path] [--collection wordnet] [--tokens] [--out file]
 */

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  Cluster,
  OpenSearchRetriever,
  type PublishOptions,
  publish,
  type TokenStorage,
} from "../adapters/opensearch/index.ts";
import { mergeSegments } from "../adapters/opensearch/merge-segments.ts";
import { openDataset, type Query, readSplit, type Split } from "../src/collection/index.ts";
import { defined } from "../src/common/defined.ts";
import { buildIndex, computeIndexStatistics } from "../src/index/index.ts";
import { writePrunedIndex } from "../src/index/weights/pruned-index.ts";
import { TermWeights } from "../src/index/weights/term-weights.ts";
import { BM25_DEFAULTS } from "../src/ranking/scorers/index.ts";
import { IndexReader, indexInMemory } from "../src/search/index.ts";
import { learnWeights } from "../src/search/learning.ts";
import { MemoryDirectory } from "../src/storage/memory-directory.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { readMixDocuments } from "./search-workload.ts";

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "100000" },
    shards: { type: "string", default: "1,3,6" },
    queries: { type: "string", default: "300" },
    collection: { type: "string" },
    variants: { type: "string", default: "full,pruned" },
    folder: { type: "string" },
    tokens: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
const nodes = (process.env.TERMWISE_CLUSTER ?? "").split(",");
const folder = process.env.TERMWISE_CLUSTER_FOLDER ?? "";
const collections = process.env.TERMWISE_COLLECTIONS ?? "";
const cluster = await Cluster.connect({ nodes, timeout: 300_000, patience: 600_000 });
/** Maximum wait for the release before a merge, in ms. */
const MERGE_PATIENCE = 40_000;
const WARM_DOCUMENTS = 20_000;
/** A node reports the size of a shard with a delay of up to 10 seconds, in ms. */
const STALE_SIZE = 11_000;
/** Where tokens are read from with --tokens; `none` is the local forward index. */
const TOKEN_LOCATIONS: readonly TokenStorage[] = ["none", "source", "doc_values"];
const parseNumbers = (text: string): number[] => text.split(",").map(Number);

const { out } = values;
const rows: { readonly key: string }[] =
  out !== undefined && existsSync(out) ? JSON.parse(readFileSync(out, "utf8")) : [];

let isWarm = false;
for (const size of values.collection === undefined ? parseNumbers(values.documents) : [0]) {
  const { full, pruned, queries } = await openVariants(size);
  const names = values.variants.split(",");
  for (const shards of parseNumbers(values.shards)) {
    for (const name of names) {
      const reader = name === "pruned" ? pruned : full;
      if (reader === undefined) continue;
      for (const tokens of values.tokens ? TOKEN_LOCATIONS : (["none"] as const)) {
        const key = [values.collection ?? "mix", full.snapshot.documentCount, shards, name, tokens];
        if (rows.some((row) => row.key === key.join(" "))) continue;
        if (!isWarm) await warmUp(queries, shards, tokens);
        isWarm = true;
        const row = {
          key: key.join(" "),
          ...(await measure({ name, reader, queries, shards, tokens })),
        };
        console.log(JSON.stringify(row));
        rows.push(row);
        if (values.out !== undefined)
          writeFileSync(values.out, `${JSON.stringify(rows, null, 1)}\n`);
      }
    }
  }
  await Promise.all([full.close(), pruned?.close()]);
}
await cluster.close();

interface Variants {
  readonly full: IndexReader;
  /** Undefined where it is not measured. */
  readonly pruned: IndexReader | undefined;
  readonly queries: readonly string[];
}

function openVariants(size: number): Promise<Variants> {
  return values.collection === undefined ? openMixVariants(size) : learnVariants(values.collection);
}

async function openMixVariants(size: number): Promise<Variants> {
  const full = await openMix(size);
  const lines = readFileSync(join(collections, "large/queries.tsv"), "utf8").trim().split("\n");
  const queries = lines.map((line) => line.slice(line.indexOf("\t") + 1));
  if (!values.variants.includes("pruned")) return { full, pruned: undefined, queries };
  const weights = new TermWeights([], 1, 1);
  const { totalLength, documentCount } = full.snapshot;
  const formula = { model: "bm25", idf: "lucene", ...BM25_DEFAULTS, mu: 0 } as const;
  const averageLength = totalLength / documentCount;
  const rule = { ...formula, threshold: 1.6, averageLength };
  const directory = new MemoryDirectory();
  await writePrunedIndex(full.snapshot, directory, weights, { ranker: "bm25", rule });
  return { full, pruned: await IndexReader.open(directory), queries };
}

async function openMix(size: number): Promise<IndexReader> {
  if (values.folder === undefined) return indexInMemory(readMixDocuments(collections, size));
  const folder = join(values.folder, `mix-${size}`);
  // A build that was interrupted has not all documents, and begins again.
  const count = existsSync(folder) ? await withIndexCount(folder) : 0;
  if (count !== size) {
    rmSync(folder, { recursive: true, force: true });
    await buildIndex(await NodeDirectory.open(folder), readMixDocuments(collections, size));
  }
  return IndexReader.open(await NodeDirectory.open(folder));
}

async function withIndexCount(folder: string): Promise<number> {
  try {
    const reader = await IndexReader.open(await NodeDirectory.open(folder));
    const { documentCount } = reader.snapshot;
    await reader.close();
    return documentCount;
  } catch {
    return 0;
  }
}

async function warmUp(
  queries: readonly string[],
  shards: number,
  tokens: TokenStorage,
): Promise<void> {
  const reader = await indexInMemory(readMixDocuments(collections, WARM_DOCUMENTS));
  await measure({ name: "warm", reader, queries, shards, tokens });
  await reader.close();
}

/**
 * Learns from the training split, prunes by the learned weights, and searches for the test split.
 */
async function learnVariants(name: string): Promise<Variants> {
  const collection = await openDataset(new NodeFiles(), name, {
    collections,
    findPackage: async (packageName) =>
      join(import.meta.dirname, "../../node_modules", packageName),
  });
  const full = await indexInMemory(collection.documents());
  const train = await readSplit(collection, "train");
  const learned = await learnWeights(full, selectJudgedQueries(train).slice(0, 4000), {});
  const { rule, ranker, weights } = learned;
  const directory = new MemoryDirectory();
  await writePrunedIndex(full.snapshot, directory, weights, {
    ranker,
    ...defined({ rule }),
  });
  const { queries } = await readSplit(collection, "test");
  return {
    full,
    pruned: await IndexReader.open(directory),
    queries: queries.map(({ text }: Query) => text),
  };
}

function selectJudgedQueries({ queries, judgements }: Split) {
  return queries.map(({ id, text, exclude }) => {
    const grades = Object.fromEntries(judgements.get(id) ?? []);
    return { id, text, relevant: grades, ...defined({ exclude }) };
  });
}

interface Measurement {
  readonly name: string;
  readonly reader: IndexReader;
  readonly queries: readonly string[];
  readonly shards: number;
  readonly tokens: TokenStorage;
}

async function measure({ name, reader, queries, shards, tokens }: Measurement): Promise<object> {
  const alias = `scale-${name}-${shards}`;
  const plain = { mode: "boosts", analyzedBy: "cluster" } as const;
  const options: PublishOptions = {
    ...{ alias, shards, replicas: 0, tokens, documents: name === "complete" },
    ...(name === "plain" ? plain : {}),
  };
  const [began, before] = [performance.now(), readProcessorSeconds()];
  const memory = startMemorySampling();
  const { index, record, load } = await publish(cluster, reader, options);
  const publisherMegabytes = memory.stop();
  const published = {
    seconds: (performance.now() - began) / 1000,
    cpu: readProcessorSeconds() - before,
  };
  await mergeSegments(cluster, index, name === "warm" ? 0 : MERGE_PATIENCE);
  if (name !== "warm") await new Promise((resolve) => setTimeout(resolve, STALE_SIZE));
  const stats = await cluster.request<{
    _all: { primaries: { store: { size_in_bytes: number } } };
  }>({ method: "GET", path: `/${index}/_stats/store` });
  const retriever = await OpenSearchRetriever.open(cluster, alias);
  const count = Number(values.queries);
  const step = Math.max(1, Math.floor(queries.length / (2 * count)));
  const sampled = queries.filter((_, i) => i % step === 0).slice(0, 2 * count);
  for (const query of sampled.slice(count)) await retriever.search(query, 10);
  const times: number[] = [];
  const cpuBefore = readProcessorSeconds();
  for (const query of sampled.slice(0, count)) {
    const start = performance.now();
    await retriever.search(query, 10);
    times.push(performance.now() - start);
  }
  const cpu = readProcessorSeconds() - cpuBefore;
  const tokenTimes = values.tokens
    ? await measureTokenMilliseconds(retriever, reader, sampled.slice(0, count))
    : undefined;
  times.sort((a, b) => a - b);
  await cluster.request({ method: "DELETE", path: `/${index}` });
  const { documents } = record;
  return {
    name,
    documents,
    shards,
    postings: computeIndexStatistics(reader.snapshot).postings,
    bytesPerDocument: round(stats._all.primaries.store.size_in_bytes / documents),
    documentsPerSecond: Math.round(documents / published.seconds),
    publishCpuSecondsPerMillion: round((published.cpu * 1e6) / documents),
    publisherMegabytes,
    requests: load.requests,
    medianMilliseconds: round(times[times.length >> 1] ?? 0),
    p95Milliseconds: round(times[Math.floor(times.length * 0.95)] ?? 0),
    p99Milliseconds: round(times[Math.floor(times.length * 0.99)] ?? 0),
    cpuMillisecondsPerQuery: round((1000 * cpu) / times.length),
    tokens,
    ...defined({ tokenMilliseconds: tokenTimes }),
  };
}

/**
 * Median ms to find the best hundred of a query and read their tokens from the index, or locally.
 */
async function measureTokenMilliseconds(
  retriever: OpenSearchRetriever,
  { snapshot, searcher }: IndexReader,
  queries: readonly string[],
): Promise<number> {
  const depth = 100;
  const isHere = retriever.record.tokens === "none";
  const times: number[] = [];
  for (const query of queries) {
    const start = performance.now();
    const { hits } = await retriever.search(query, depth, { tokens: isHere ? 0 : depth });
    if (isHere) {
      for (const { id } of hits) await snapshot.readTokens(searcher.view.find(id) ?? 0);
    }
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return round(times[times.length >> 1] ?? 0);
}

/** The largest resident set of this process until `stop`, in MB. */
function startMemorySampling(): { stop(): number } {
  let largest = 0;
  const sample = (): void => {
    largest = Math.max(largest, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, 100);
  return {
    stop() {
      sample();
      clearInterval(timer);
      return Math.round(largest / 1e6);
    },
  };
}

/** The processor time of the nodes, in seconds. */
function readProcessorSeconds(): number {
  const { nodes: running } = JSON.parse(readFileSync(join(folder, "nodes.json"), "utf8")) as {
    nodes: readonly { pid: number }[];
  };
  const ticks = running.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
