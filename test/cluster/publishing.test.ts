import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  createRecordRanker,
  deleteOlder,
  OpenSearchRetriever,
  publish,
  readCurrentIndex,
  readRecord,
  rollBack,
  update,
} from "../../adapters/opensearch/index.ts";
import type { IndexableDocument } from "../../src/index/index.ts";
import { createIndex, indexInMemory, LocalRetriever, withReader } from "../../src/search/index.ts";
import { connect } from "./cluster-nodes.ts";
import { listSmallDocuments, listSmallQueries } from "./small-documents.ts";

const cluster = await connect();
const LAYOUT = { shards: 3, replicas: 1, bulk: { batchBytes: 4096 } };

test("a publication is verified before the alias is switched, and rolled back by the alias", async () => {
  const alias = "rolled";
  const first = await indexInMemory(listSmallDocuments(300));
  const second = await indexInMemory(listSmallDocuments(400));
  const one = await publish(cluster, first, { alias, ...LAYOUT });
  expect(one).toMatchObject({ kept: 0, deleted: 0, load: { documents: 300 } });
  expect(one.record).toMatchObject({ state: "ready", documents: 300 });
  const two = await publish(cluster, second, { alias, ...LAYOUT });
  expect(await readCurrentIndex(cluster, alias)).toBe(two.index);
  expect((await readRecord(cluster, alias)).record.previous).toBe(one.index);
  expect(await rollBack(cluster, alias)).toBe(one.index);
  expect(await readCurrentIndex(cluster, alias)).toBe(one.index);
  await expect(rollBack(cluster, alias)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await publish(cluster, second, { alias, ...LAYOUT });
  expect(await deleteOlder(cluster, alias, 0)).toEqual([one.index]);
  await expect(readRecord(cluster, one.index)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("the same publication again sends nothing", async () => {
  const reader = await indexInMemory(listSmallDocuments(300));
  const before = await publish(cluster, reader, { alias: "again", ...LAYOUT });
  const after = await publish(cluster, reader, { alias: "again", ...LAYOUT });
  expect(after.index).toBe(before.index);
  expect(after).toMatchObject({ kept: 300, deleted: 0, load: { documents: 0 } });
});

test("an interrupted publication is resumed, and the alias is switched only at the end", async () => {
  const reader = await indexInMemory(listSmallDocuments(500));
  const stop = new Error("the process ends here");
  const onAccepted = (count: number): void => {
    if (count > 200) throw stop;
  };
  const bulk = { ...LAYOUT.bulk, concurrency: 1, onAccepted };
  const progress = ({ done }: { done: number }): void => onAccepted(done);
  await expect(
    publish(cluster, reader, { alias: "resumed", ...LAYOUT, bulk, progress }),
  ).rejects.toBe(stop);
  expect(await readCurrentIndex(cluster, "resumed")).toBeUndefined();
  const { kept, load } = await publish(cluster, reader, { alias: "resumed", ...LAYOUT });
  expect(kept).toBeGreaterThan(200);
  expect(kept + load.documents).toBe(500);
});

test("an index with changed documents on the cluster is not activated", async () => {
  const reader = await indexInMemory(listSmallDocuments(100));
  const { index } = await publish(cluster, reader, { alias: "spoiled", ...LAYOUT });
  const body = { key: "stranger", impacts: "amber|4095" };
  const path = `/${index}/_doc/doc-1?refresh=true`;
  // The digest matches what was sent, so only verification can detect it.
  const { _source: source } = await cluster.request<{ _source: { digest: string } }>({
    method: "GET",
    path: `/${index}/_doc/doc-1`,
  });
  await cluster.request({ method: "PUT", path, body: { ...body, digest: source.digest } });
  await expect(publish(cluster, reader, { alias: "spoiled", ...LAYOUT })).rejects.toMatchObject({
    code: "CORRUPT_INDEX",
  });
});

test("local additions, changes and deletions are applied and rank like the local index", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "termwise-published-")), "index");
  const searched = ({ id, text = "" }: IndexableDocument) => ({ id, text });
  await using index = await createIndex(folder);
  await index.add(listSmallDocuments(300).map(searched));
  await index.withReader((reader) => publish(cluster, reader, { alias: "changing", ...LAYOUT }));
  await index.delete(["doc-7", "doc-8"]);
  await index.put([
    { id: "doc-9", text: "amber amber amber" },
    { id: "new", text: "kelp lichen kelp" },
  ]);
  await withReader(folder, async (reader) => {
    const report = await update(cluster, reader, { alias: "changing" });
    expect(report).toMatchObject({ deleted: 2, record: { documents: 299 } });
    expect(report.load.documents).toBeGreaterThanOrEqual(2);
    const retriever = await OpenSearchRetriever.open(cluster, "changing");
    const ranker = createRecordRanker(report.record);
    if (ranker === undefined) throw new Error("impacts have a ranker");
    const local = new LocalRetriever(reader, { ranker });
    const queries = listSmallQueries(50).map((text) => ({ text }));
    expect(await retriever.searchAll(queries, 50)).toEqual(await local.searchAll(queries, 50));
    expect(report.kept + report.load.documents).toBe(299);
  });
});

test("sixteen batches at once lose nothing, whether the cluster rejects some or not", async () => {
  const long = listSmallDocuments(1200).map(({ id, text }) => ({
    ...{ id, title: "", fields: {} },
    text: `${text} ${Array.from({ length: 300 }, (_, i) => `w${id}x${i % 150}`).join(" ")}`,
  }));
  const reader = await indexInMemory(long);
  const { load, record } = await publish(cluster, reader, {
    ...{ alias: "busy", shards: 3, replicas: 1 },
    bulk: { batchBytes: 1 << 20, concurrency: 16 },
  });
  expect(record.documents).toBe(1200);
  expect(load.documents).toBe(1200); // rejections themselves: faults.test.ts
});
