/**
 * An index on three nodes of Elasticsearch, as `rank_features`: every option of a search compared
 * with the local index, and updates, roll-back and a lost node as on OpenSearch.
 */

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  Cluster,
  createRecordRanker,
  OpenSearchRetriever,
  publish,
  rollBack,
  update,
} from "../../adapters/opensearch/index.ts";
import {
  killNode,
  missing,
  startCluster,
  stopCluster,
  whenGreen,
} from "../../scripts/cluster-nodes.mjs";
import { createIndex, indexInMemory, LocalRetriever } from "../../src/search/index.ts";
import { expectTable } from "./documented-table.ts";
import { type ComparedShop, compareOption, openComparedShop } from "./option-equality.ts";
import { createDecisions, type OptionName } from "./option-searches.ts";
import { listSmallDocuments, listSmallQueries } from "./small-documents.ts";

const reason = missing("elasticsearch");
if (reason !== undefined) console.log(`Elasticsearch is not tested: ${reason}`);

describe.skipIf(reason !== undefined)("Elasticsearch", () => {
  const folder = mkdtempSync(join(tmpdir(), "termwise-elasticsearch-"));
  chmodSync(folder, 0o755); // the nodes may run as another user
  let cluster: Cluster;
  let compared: ComparedShop;

  beforeAll(async () => {
    const java = ["-XX:TieredStopAtLevel=1"];
    const nodes = await startCluster(folder, { product: "elasticsearch", heap: "384m", java });
    cluster = await Cluster.connect({ nodes });
    compared = await openComparedShop(cluster, "every-option");
  }, 900_000);
  afterAll(async () => {
    await compared?.shop.close();
    await cluster?.close();
    await stopCluster(folder);
    rmSync(folder, { recursive: true, force: true });
  });

  test("is told from OpenSearch, and publishes rank_features only", async () => {
    expect(cluster).toMatchObject({ product: "elasticsearch", version: "7.17.28" });
    expect(compared.complete.record).toMatchObject({
      mode: "rank_features",
      quantisation: { bits: 9 },
    });
    await expect(
      compared.shop.withReader((reader) =>
        publish(cluster, reader, { alias: "other", mode: "impacts" }),
      ),
    ).rejects.toMatchObject({ code: "BAD_ARGUMENT", message: expect.stringContaining("impacts") });
    await expect(compared.complete.similar("p5")).rejects.toThrow("no vectors");
  });

  const outcomes = new Map<string, string>();
  const OPTIONS = [
    ...["ranker", "syntax", "fields", "exactFields", "prefix", "fuzzy", "synonyms", "stopWords"],
    ...["boost", "rules", "vector", "vectorFallback", "withoutVector", "weights", "limit"],
    ...["offset", "minMatch", "filter", "after", "sort", "distinct", "facets", "select"],
    ...["snippet", "highlight", "didYouMean", "rerank", "depth", "explain", "total", "timeout"],
    "signal",
  ];

  test("has a decision on every option of a search", () => {
    expect(Object.keys(createDecisions({ ...compared, hasVectors: false })).sort()).toEqual(
      OPTIONS.toSorted(),
    );
  });

  test.each(OPTIONS as OptionName[])("is searched like the local one: %s", async (name) => {
    outcomes.set(name, await compareOption(compared, name));
  });

  test("is described by the table of docs/opensearch.md", () => {
    const rows = [...outcomes].map(([name, outcome]) => `| \`${name}\` | ${outcome} |`);
    expectTable("elasticsearch", ["| option | result on Elasticsearch |", "|---|---|"], rows);
  });

  test("ranks like the local index with the same numbers, ties included", async () => {
    const reader = await indexInMemory(listSmallDocuments(300));
    const { record, verified } = await publish(cluster, reader, { alias: "small", shards: 3 });
    expect(verified).toMatchObject({ documents: 300, agreement: 1 });
    const ranker = createRecordRanker(record);
    if (ranker === undefined) throw new Error("features have a ranker");
    const retriever = await OpenSearchRetriever.open(cluster, "small");
    const queries = listSmallQueries(40).map((text) => ({ text }));
    const local = new LocalRetriever(reader, { ranker });
    expect(await retriever.searchAll(queries, 20)).toEqual(await local.searchAll(queries, 20));
    await reader.close();
  });

  test("applies updates and rolls back", async () => {
    const index = await createIndex();
    const documents = listSmallDocuments(120).map(({ id, text = "" }) => ({ id, text }));
    await index.add(documents.slice(0, 100));
    const load = (work: typeof publish | typeof update) =>
      index.withReader((reader) =>
        work(cluster, reader, { alias: "changing-features", shards: 3 }),
      );
    const first = await load(publish);
    await index.add(documents.slice(100));
    await index.delete(["doc-3"]);
    expect(await load(update)).toMatchObject({ deleted: 1, verified: { documents: 119 } });
    await index.add([{ id: "last", text: "amber" }]);
    const second = await load(publish);
    expect(second.index).not.toBe(first.index);
    expect(await rollBack(cluster, "changing-features")).toBe(first.index);
    await index.close();
  });

  test("answers the same after a node is killed", async () => {
    const nodes = ["node-1", "node-2", "node-3"];
    const reader = await indexInMemory(listSmallDocuments(300));
    await publish(cluster, reader, { alias: "copied", shards: 3, replicas: 1 });
    await whenGreen(folder);
    const retriever = await OpenSearchRetriever.open(cluster, "copied", { patience: 120_000 });
    const before = await retriever.search("amber cedar", 50);
    killNode(folder, nodes[2] as string);
    expect(await retriever.search("amber cedar", 50)).toEqual(before);
    await reader.close();
  });
});
