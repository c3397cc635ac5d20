import { expect, test } from "vitest";
import {
  createRecordRanker,
  OpenSearchRetriever,
  publish,
} from "../../adapters/opensearch/index.ts";
import { TermWeights } from "../../src/index/weights/index.ts";
import { writePrunedIndex } from "../../src/index/weights/pruned-index.ts";
import { IndexReader, indexInMemory, LocalRetriever } from "../../src/search/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { connect } from "./cluster-nodes.ts";
import { listSmallDocuments, listSmallQueries } from "./small-documents.ts";

const cluster = await connect();
const full = await indexInMemory(listSmallDocuments(2000));
const queries = listSmallQueries(60).map((text) => ({ text }));

/** The bytes of all segments. Statistics of the store may be ten seconds old. */
async function readBytes(index: string): Promise<number> {
  type Copy = { readonly segments: Record<string, { readonly size_in_bytes: number }> };
  type Answer = { indices: Record<string, { shards: Record<string, readonly Copy[]> }> };
  const path = `/${index}/_segments`;
  const { indices } = await cluster.request<Answer>({ method: "GET", path });
  const copies = Object.values(indices[index]?.shards ?? {}).flat();
  const segments = copies.flatMap(({ segments: own }) => Object.values(own));
  expect(segments.length).toBeGreaterThan(0);
  return segments.reduce((sum, { size_in_bytes: bytes }) => sum + bytes, 0);
}

async function measureMedianMilliseconds(retriever: OpenSearchRetriever): Promise<number> {
  const times: number[] = [];
  for (const { text } of [...queries, ...queries]) {
    const began = performance.now();
    await retriever.search(text, 10);
    times.push(performance.now() - began);
  }
  return times.slice(queries.length).sort((a, b) => a - b)[queries.length >> 1] as number;
}

/** Bytes can be compared only after the wait for the release: a merge before it keeps twice as many. */
async function searchExactly(alias: string, reader: IndexReader, mergePatience = 0) {
  const layout = {
    alias,
    shards: 3,
    replicas: 0,
    merge: true,
    mergePatience,
    tokens: "none",
  } as const;
  const { index, record, verified } = await publish(cluster, reader, layout);
  expect(verified.agreement).toBe(1);
  const ranker = createRecordRanker(record);
  if (ranker === undefined) throw new Error("impacts have a ranker");
  const retriever = await OpenSearchRetriever.open(cluster, alias);
  const local = new LocalRetriever(reader, { ranker });
  const found = await retriever.searchAll(queries, 50);
  expect(found).toEqual(await local.searchAll(queries, 50));
  const milliseconds = await measureMedianMilliseconds(retriever);
  return { found, record, bytes: await readBytes(index), milliseconds };
}

test("an index pruned under query and document weights ranks on the cluster like the local one, in fewer bytes", async () => {
  const weights = new TermWeights(
    [
      ["amber", 0.5, 2],
      ["cedar", 2, 0.25],
      ["delta", 1, 0], // learned to be a stop word
    ],
    1,
    1,
  );
  const { totalLength, documentCount } = full.snapshot;
  const formula = { model: "bm25", idf: "lucene", k1: 0.9, b: 0.4, mu: 0 } as const;
  const rule = { ...formula, threshold: 0.6, averageLength: totalLength / documentCount };
  const directory = new MemoryDirectory();
  const ranker = "bm25(weights=learned)";
  await writePrunedIndex(full.snapshot, directory, weights, { ranker, rule });
  const pruned = await IndexReader.open(directory);
  const [one, other] = await Promise.all([
    searchExactly("unpruned", full, 120_000),
    searchExactly("pruned", pruned, 120_000),
  ]);
  expect(other.record.ranker).toBe(ranker);
  expect(other.found).not.toEqual(one.found);
  expect(other.bytes).toBeLessThan(one.bytes);
  for (const [name, { bytes, milliseconds }] of Object.entries({ full: one, pruned: other })) {
    console.log(`${name}: ${bytes} bytes, median ${milliseconds.toFixed(1)} ms`);
  }
});

test("an index with weights of occurrences ranks on the cluster like the local one", async () => {
  const weights = new TermWeights([
    ["amber", 0.5],
    ["delta", 0],
    ["kelp", 1.75],
  ]);
  const directory = new MemoryDirectory();
  await writePrunedIndex(full.snapshot, directory, weights, { ranker: "tdv-bm25" });
  const reader = await IndexReader.open(directory);
  const { found } = await searchExactly("occurrences", reader);
  expect(found.some(({ hits }) => hits.length > 0)).toBe(true);
});
