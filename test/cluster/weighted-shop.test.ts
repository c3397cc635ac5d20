/** An index with learned weights of its own, published with all options: results are those of the local index. */

import { afterAll, describe, expect, test } from "vitest";
import {
  ClusterSearchIndex,
  publish,
  readRecord,
  update,
} from "../../adapters/opensearch/index.ts";
import { CALL_OPTIONS, RESULT_OPTIONS, SCORING_OPTIONS } from "../../src/api/search-options.ts";
import { IndexWriter } from "../../src/index/index.ts";
import { TermWeights, type WeightEntry } from "../../src/index/weights/index.ts";
import { createIndex, openIndex, type SearchIndex } from "../../src/search/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { connect } from "./cluster-nodes.ts";
import { compareOption } from "./option-equality.ts";
import type { OptionName } from "./option-searches.ts";
import { expectSameSuggestions } from "./same-suggestions.ts";
import { listProducts, SHOP_FIELDS } from "./shop-documents.ts";

const RANKER = "bm25(weights=learned)";
/** By stem: weights in documents and in queries. */
const WEIGHTS: readonly WeightEntry[] = [
  ["red", 0.5, 2],
  ["lamp", 2, 0.25],
  ["oak", 1, 3],
  ["small", 3, 1],
  ["absent", 2, 2],
];
const cluster = await connect();
const shop = await createWeightedShop(WEIGHTS);
const complete = await publishShop(300);
const few = await ClusterSearchIndex.open(cluster, "weighted-shop", { candidates: 20 });
afterAll(() => shop.close());

async function createWeightedShop(entries: readonly WeightEntry[]): Promise<SearchIndex> {
  const directory = new MemoryDirectory();
  const index = await createIndex(directory, { fields: SHOP_FIELDS });
  await index.add(listProducts(160));
  await index.close();
  const writer = await IndexWriter.open(directory);
  await writer.weigh(new TermWeights(entries, 1, 1), RANKER);
  await writer.commit();
  await writer.close();
  return openIndex(directory);
}

async function publishShop(candidates: number): Promise<ClusterSearchIndex> {
  const layout = { alias: "weighted-shop", shards: 3, replicas: 0 };
  await shop.withReader((reader) => publish(cluster, reader, layout));
  return ClusterSearchIndex.open(cluster, "weighted-shop", { candidates });
}

/**
 * Those that take no table or model, which are learned without the weights of the index. This ranker
 * reads fields without weights of theirs, so `fields` has a test of its own.
 */
const OPTIONS = Object.keys({ ...SCORING_OPTIONS, ...RESULT_OPTIONS, ...CALL_OPTIONS }).filter(
  (name) => !["fields", "weights", "rerank", "depth"].includes(name),
) as OptionName[];

describe("an index with learned weights of its own", () => {
  test.each(OPTIONS)("is searched like the local one: %s", async (name) => {
    const none = { weights: undefined, model: undefined } as never;
    await compareOption({ ...(none as object), shop, complete, few } as never, name);
  });

  test("is searched in one of its fields", async () => {
    const options = { fields: ["title"], facets: ["kind"] } as const;
    const { took: _, ...expected } = await shop.search("red lamp", options);
    const { took: __, candidates: ___, ...found } = await complete.search("red lamp", options);
    expect(found).toEqual(expected);
    const refused = complete.search("red lamp", { fields: ["title^2", "body"] });
    await expect(refused).rejects.toThrow("without weights");
  });

  test("is ranked by the weights, and pages are proved by them", async () => {
    const { ranker, hits } = await shop.search("red lamp");
    const plain = await shop.search("red lamp", { ranker: "bm25f" });
    expect(hits).not.toEqual(plain.hits);
    const proved = await few.search("red lamp", { limit: 3 });
    expect(proved.ranker).toBe(ranker);
    expect(proved.candidates).toMatchObject({ isComplete: false });
    expect(proved.candidates).not.toHaveProperty("limited");
    expect(proved.hits).toEqual(hits.slice(0, 3));
  });

  test("refuses other weights, as the local one does", async () => {
    const weights = { weights: new TermWeights([], 1, 1), ranker: RANKER } as never;
    for (const index of [shop, complete]) {
      await expect(index.search("red", { weights })).rejects.toMatchObject({
        message: expect.stringContaining("the index has its own weights"),
      });
    }
  });

  test("suggests, explains, and takes documents like the local one", async () => {
    await expectSameSuggestions(
      () => complete.suggest("red la"),
      () => shop.suggest("red la"),
    );
    expect(await complete.explain("red lamp", "p5")).toEqual(await shop.explain("red lamp", "p5"));
    const before = await few.search("red lamp", { limit: 3 });
    const [same] = listProducts(1);
    await complete.put(same as never); // the impacts of a document that is put have the weights
    expect(await few.search("red lamp", { limit: 3 })).toEqual({
      ...before,
      took: expect.any(Number),
    });
    const { record } = await readRecord(cluster, "weighted-shop");
    const done = await shop.withReader((reader) =>
      update(cluster, reader, { alias: "weighted-shop" }),
    );
    expect(done.load.documents, "documents that differ from a publication").toBe(0);
    expect(done.record.statistics?.weights).toEqual(record.statistics?.weights);
  });
});
