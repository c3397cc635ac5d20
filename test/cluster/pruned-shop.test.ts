/**
 * Pruned indexes, published with all options: by learned weights of queries and documents, and by the
 * contributions to BM25F. Results are those of the local index, which has the same postings.
 */

import { afterAll, describe, expect, test } from "vitest";
import {
  ClusterSearchIndex,
  publish,
  readRecord,
  update,
} from "../../adapters/opensearch/index.ts";
import { CALL_OPTIONS, RESULT_OPTIONS, SCORING_OPTIONS } from "../../src/api/search-options.ts";
import { writePrunedFields, writePrunedIndex } from "../../src/index/index.ts";
import { TermWeights } from "../../src/index/weights/index.ts";
import { createIndex, openIndex, type SearchIndex } from "../../src/search/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { connect } from "./cluster-nodes.ts";
import { compareOption } from "./option-equality.ts";
import type { OptionName } from "./option-searches.ts";
import { expectSameSuggestions } from "./same-suggestions.ts";
import { addVectors, DIMENSIONS, listProducts, SHOP_FIELDS } from "./shop-documents.ts";

const RANKER = "bm25(weights=learned)";
const WEIGHTS = new TermWeights(
  [
    ["red", 0.5, 2],
    ["lamp", 2, 0.25],
    ["oak", 1, 3],
    ["blue", 1, 0], // learned to be a stop word
    ["absent", 2, 2],
  ],
  1,
  1,
);
const cluster = await connect();

async function openShop(): Promise<SearchIndex> {
  const shop = await createIndex({ fields: SHOP_FIELDS, vectors: { dimensions: DIMENSIONS } });
  await shop.add(addVectors(listProducts(160)) as never);
  return shop;
}

async function pruneByWeights(): Promise<SearchIndex> {
  const [shop, directory] = [await openShop(), new MemoryDirectory()];
  await shop.withReader(async ({ snapshot }) => {
    const formula = { model: "bm25", idf: "lucene", k1: 0.9, b: 0.4, mu: 0 } as const;
    const averageLength = snapshot.totalLength / snapshot.documentCount;
    const rule = { ...formula, threshold: 0.06, averageLength };
    await writePrunedIndex(snapshot, directory, WEIGHTS, { ranker: RANKER, rule });
  });
  await shop.close();
  return openIndex(directory);
}

async function pruneByContributions(): Promise<SearchIndex> {
  const [shop, directory] = [await openShop(), new MemoryDirectory()];
  await shop.withReader(({ snapshot }) => writePrunedFields(snapshot, directory, 0.2));
  await shop.close();
  return openIndex(directory);
}

/** Those that take no table or model, which are learned without the weights of the index. */
const OPTIONS = Object.keys({ ...SCORING_OPTIONS, ...RESULT_OPTIONS, ...CALL_OPTIONS }).filter(
  (name) => !["fields", "weights", "rerank", "depth", "vector"].includes(name),
) as OptionName[];

describe.each([
  ["under-weights", pruneByWeights],
  ["by-contributions", pruneByContributions],
])("an index pruned %s", async (name, prune) => {
  const shop = await prune();
  const alias = `pruned-shop-${name}`;
  const publishShop = () =>
    shop.withReader((reader) => publish(cluster, reader, { alias, shards: 3, replicas: 0 }));
  await publishShop();
  const complete = await ClusterSearchIndex.open(cluster, alias, { candidates: 300 });
  const few = await ClusterSearchIndex.open(cluster, alias, { candidates: 20 });
  afterAll(() => shop.close());

  test("has fewer postings than words", async () => {
    expect(complete.record.pruned).toBe(true);
    const whole = await openShop();
    const counts = await Promise.all(
      [whole, shop].map((index) => index.search("lamp", { ranker: "bm25f", limit: 0 })),
    );
    expect(counts[1]?.total).toBeLessThan(counts[0]?.total as number);
    expect(counts[1]?.total).toBeGreaterThan(10);
    await whole.close();
  });

  test.each(OPTIONS)("is searched like the local one: %s", async (option) => {
    const none = { weights: undefined, model: undefined } as never;
    await compareOption({ ...(none as object), shop, complete, few } as never, option);
  });

  test.each(["fields", "vector"])("is searched like the local one: %s", async (option) => {
    const vector = [0.3, 0.1, -0.2, 0.5, 0.4];
    const options = option === "fields" ? { fields: ["title"] } : { vector };
    for (const query of ["red lamp", "small oak desk", "blue"]) {
      const { took: _, ...expected } = await shop.search(query, { ...options, limit: 30 });
      const {
        took: __,
        candidates,
        ...found
      } = await complete.search(query, {
        ...{ ...options, limit: 30 },
      });
      expect(candidates?.isComplete).toBe(true);
      expect(found).toEqual(expected);
    }
  });

  test("has the other operations of an index, and an update changes nothing", async () => {
    await expectSameSuggestions(
      () => complete.suggest("red la"),
      () => shop.suggest("red la"),
    );
    for (const id of ["p5", "p9"]) {
      expect(await complete.explain("red lamp", id)).toEqual(await shop.explain("red lamp", id));
      expect(await complete.get(id)).toEqual(await shop.get(id));
    }
    await expect(complete.put(listProducts(1) as never)).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
      message: expect.stringContaining("is pruned"),
    });
    const done = await shop.withReader((reader) => update(cluster, reader, { alias }));
    expect(done.load.documents).toBe(0);
    expect((await readRecord(cluster, alias)).record.pruned).toBe(true);
  });
});
