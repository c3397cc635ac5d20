import { expect, test } from "vitest";
import {
  ClusterSearchIndex,
  createRecordRanker,
  OpenSearchRetriever,
  publish,
} from "../../adapters/opensearch/index.ts";
import { killNode, startNode, whenGreen } from "../../scripts/cluster-nodes.mjs";
import type { IndexableDocument } from "../../src/index/index.ts";
import { createIndex, indexInMemory, LocalRetriever } from "../../src/search/index.ts";
import { connect, folder, recoverAtOnce } from "./cluster-nodes.ts";
import { listProducts, SHOP_FIELDS } from "./shop-documents.ts";
import { listSmallDocuments } from "./small-documents.ts";

const DOCUMENTS = 60_000;
const QUERIES = 2000;

const cluster = await connect({ timeout: 20_000, patience: 300_000 });

/** Few documents have two words in common, some have one, and many have equal scores. */
function* createDocuments(): Generator<IndexableDocument> {
  for (let n = 0; n < DOCUMENTS; n++) {
    const text = `w${n % 5003} v${(7 * n) % 3001} x${n % 211} x${n % 223} x${n % 211}`;
    yield { id: `doc-${n}`, title: "", text, fields: {} };
  }
}

const queries = Array.from({ length: QUERIES }, (_, n) => ({
  text: `w${(13 * n) % 5003} v${(11 * n) % 3001} ${n % 4 === 0 ? `x${n % 211}` : ""}`,
}));

/** The name of a node with a shard of an index. */
async function findNode(alias: string): Promise<string> {
  const query = { format: "json", h: "node" };
  const path = `/_cat/shards/${alias}`;
  const [shard] = await cluster.request<{ node: string }[]>({ method: "GET", path, query });
  return shard?.node ?? "";
}

test("a node killed during a bulk load and another during queries lose and corrupt nothing", async () => {
  await recoverAtOnce(cluster);
  const reader = await indexInMemory(createDocuments());
  const part = await indexInMemory(listSmallDocuments(300));
  await publish(cluster, part, { alias: "unsafe", shards: 3, replicas: 0 });

  const shop = await createIndex({ fields: SHOP_FIELDS });
  await shop.add(listProducts(120));
  await shop.withReader((own) =>
    publish(cluster, own, { alias: "killed-shop", shards: 3, replicas: 1 }),
  );
  const remoteShop = await ClusterSearchIndex.open(cluster, "killed-shop", { patience: 300_000 });
  const searchShop = async (): Promise<void> => {
    const options = {
      facets: ["kind"],
      filter: { sold: true },
      fuzzy: true,
      sort: "price",
    } as const;
    const { took: _, ...expected } = await shop.search("red lmap", options);
    const { took: __, candidates: ___, ...found } = await remoteShop.search("red lmap", options);
    expect(found).toEqual(expected);
  };

  const bulk = { patience: 300_000, batchBytes: 1 << 18, concurrency: 4 };
  const publishAndKill = async (bits: number) => {
    let [killing, isLoading, isKilled]: [Promise<void> | undefined, boolean, boolean] = [
      undefined,
      true,
      false,
    ];
    const progress = ({ done }: { done: number }): void => {
      if (killing !== undefined || done < DOCUMENTS / 8) return;
      // Before its replica is complete, the data of a shard dies with its node and cannot be
      // recovered.
      killing = whenGreen(folder).then(() => {
        isKilled = isLoading;
        if (isLoading) killNode(folder, "node-2");
      });
    };
    const options = { alias: "killed", shards: 3, replicas: 1, tokens: "none", bits } as const;
    const report = await publish(cluster, reader, { ...options, bulk, progress });
    isLoading = false;
    await killing;
    return { options, report, isKilled };
  };
  // A load may end before all replicas are complete: then another one is killed.
  let loaded = await publishAndKill(12);
  for (let bits = 11; !loaded.isKilled && bits > 6; bits--) loaded = await publishAndKill(bits);
  expect(loaded.isKilled).toBe(true);
  const { options } = loaded;
  const { load, record, verified } = loaded.report;
  expect(load.documents).toBe(DOCUMENTS);
  expect(verified).toMatchObject({ documents: DOCUMENTS, agreement: 1 });
  console.log(`load with a killed node: ${load.requests} requests, ${load.repeated} repeated`);
  startNode(folder, "node-2");
  await whenGreen(folder);

  // Every document exists with the digest of what was sent.
  const again = await publish(cluster, reader, options);
  expect(again).toMatchObject({ kept: DOCUMENTS, deleted: 0, load: { documents: 0 } });

  const ranker = createRecordRanker(record);
  if (ranker === undefined) throw new Error("impacts have a ranker");
  const local = new LocalRetriever(reader, { ranker });
  const retriever = await OpenSearchRetriever.open(cluster, "killed", { patience: 300_000 });
  // The three shards may be on two nodes.
  const name = await findNode("unsafe");
  for (let from = 0; from < QUERIES; from += 250) {
    if (from === QUERIES / 4) setTimeout(() => killNode(folder, name), 20);
    const some = queries.slice(from, from + 250);
    expect(await retriever.searchAll(some, 10)).toEqual(await local.searchAll(some, 10));
    await searchShop();
  }

  // Without a replica of its shards, the data of the killed node is missing: marked, or refused.
  const expected = await new LocalRetriever(part, { ranker: "bm25" }).search("amber cedar", 300);
  const marking = await OpenSearchRetriever.open(cluster, "unsafe", { partial: "mark" });
  const result = await marking.search("amber cedar", 300);
  expect(result.isPartial).toBe(true);
  expect(result.hits.length).toBeLessThan(expected.hits.length);
  const strict = await OpenSearchRetriever.open(cluster, "unsafe", { patience: 500 });
  await expect(strict.search("amber cedar", 300)).rejects.toMatchObject({ code: "UNAVAILABLE" });

  startNode(folder, name);
  await whenGreen(folder);
  expect((await strict.search("amber cedar", 300)).hits).toHaveLength(expected.hits.length);
  await Promise.all([reader.close(), part.close(), shop.close()]);
});
