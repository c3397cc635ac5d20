/** Single documents that are put into a published index and deleted from it. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { Cluster, ClusterSearchIndex, publish, update } from "../../adapters/opensearch/index.ts";
import { createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { createIndex, type SearchIndex, type SearchOptions } from "../../src/search/index.ts";
import { createJsonRequest, readResponse } from "../server/small-server.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";
import { connect, nodes } from "./cluster-nodes.ts";
import { startProxy } from "./fault-proxy.ts";
import { listProducts, SHOP_FIELDS } from "./shop-documents.ts";

const ALIAS = "changed-shop";
const cluster = await connect();
let shop: SearchIndex;
let index: ClusterSearchIndex;
const NEW = {
  ...{ id: "n1", title: "Zirbel lamp", body: "a small lamp of zirbel and oak", kind: "lamps" },
  ...{ price: 7, sold: true, made: "2026-05-05", tags: ["new"] },
};
const SEARCHES: readonly { readonly query: string; readonly options: SearchOptions }[] = [
  { query: "red lamp", options: { facets: ["kind", "price"], limit: 30 } },
  { query: "small oak", options: { sort: "-price", filter: { sold: true } } },
  { query: "lmap", options: { fuzzy: true, explain: true } },
];

beforeAll(async () => {
  shop = await createIndex({ fields: SHOP_FIELDS });
  await shop.add(listProducts(80));
  await shop.withReader((reader) =>
    publish(cluster, reader, { alias: ALIAS, shards: 3, replicas: 0 }),
  );
  index = await ClusterSearchIndex.open(cluster, ALIAS);
});
afterAll(() => shop.close());

async function expectLikeShop(opened: ClusterSearchIndex): Promise<void> {
  for (const { query, options } of SEARCHES) {
    const { took: _, ...expected } = await shop.search(query, options);
    const { took: __, candidates: ___, ...found } = await opened.search(query, options);
    expect(found, query).toEqual(expected);
  }
}

test("a document that is put with the same contents changes no result", async () => {
  const { id, ...rest } = (await shop.get("p5")) as { id: string };
  expect(await index.put({ id, ...rest })).toBe(1);
  await expectLikeShop(index);
  expect(await index.changes()).toEqual({ put: 1, deleted: 0, share: 1 / 80, isDue: false });
});

test("a new document is found by its words, also new ones, at once", async () => {
  await index.put(NEW);
  const other = await ClusterSearchIndex.open(cluster, ALIAS);
  for (const opened of [index, other]) {
    const first = async (query: string, options: SearchOptions = {}) =>
      (await opened.search(query, options)).hits[0]?.id;
    expect(await first("zirbel")).toBe("n1");
    expect(await first("zirb", { prefix: true })).toBe("n1");
    expect(await first("zribel", { fuzzy: true })).toBe("n1");
    expect(await first('+zirbel "small lamp"', { syntax: true })).toBe("n1");
    expect(await first("lamp", { filter: { tags: "new" } })).toBe("n1");
    expect(await first("", { sort: "-made", filter: { price: 7, kind: "lamps" } })).toBe("n1");
    const findFirst = async () => (await opened.suggest("zir"))[0]?.text;
    await expect.poll(findFirst, { timeout: 60_000 }).toContain("zirbel"); // late ones are left out
    expect((await opened.explain("zirbel", "n1")).value).toBeGreaterThan(0);
    expect(await opened.count()).toBe(81);
    expect(await opened.get("n1")).toMatchObject({ price: 7 });
    const scores = (await opened.search("lamp", { limit: 90 })).hits;
    const old = (await shop.search("lamp", { limit: 90 })).hits;
    const byId = new Map(scores.map(({ id, score }) => [id, score]));
    expect(old.map(({ id }) => byId.get(id))).toEqual(old.map(({ score }) => score));
  }
});

test("impacts prove pages with changed documents too", async () => {
  const few = await ClusterSearchIndex.open(cluster, ALIAS, { candidates: 3 });
  for (const query of ["zirbel lamp", "red lamp", "small oak"]) {
    const options = { limit: 5 } as const;
    const part = await few.search(query, options);
    const { hits } = await index.search(query, options);
    if (part.candidates?.limited?.includes("hits")) continue;
    expect(part.hits, query).toEqual(hits);
  }
});

test("a document that is replaced or deleted is no longer found by its old words", async () => {
  await index.put({ ...NEW, title: "Arve", body: "nothing else" });
  expect((await index.search("zirbel")).hits).toEqual([]);
  expect((await index.search("arve")).hits[0]?.id).toBe("n1");
  expect(await index.delete(["n1", "unknown"])).toBe(1);
  expect(await index.delete("n1")).toBe(0);
  expect((await index.search("arve")).hits).toEqual([]);
  expect(await index.get("n1")).toBeUndefined();
  expect(await index.count()).toBe(80);
  await expectLikeShop(index);
});

test("a document that cannot be stored changes nothing", async () => {
  const before = await index.changes();
  const put = index.put({ id: "wrong", title: "lamp", price: "cheap" } as never);
  await expect(put).rejects.toMatchObject({ code: "BAD_ARGUMENT" });
  expect(await index.changes()).toEqual(before);
  expect(await index.count()).toBe(80);
});

test("documents that the cluster does not take at first are sent again", async () => {
  let refusals = 3;
  const gone = { status: 503, body: '{"error":{"type":"gone","reason":"no node"}}' };
  const proxy = await startProxy(nodes[0] as string, {
    interfere: ({ url = "" }) => (url.includes("_bulk") && refusals-- > 0 ? gone : undefined),
  });
  const through = await Cluster.connect({ nodes: [proxy.url] });
  try {
    const opened = await ClusterSearchIndex.open(through, ALIAS);
    expect(await opened.put([{ ...NEW, id: "n2", title: "Fichte lamp" }])).toBe(1);
    expect(refusals).toBeLessThan(0);
    expect((await index.search("lamp", { filter: { price: 7 } })).hits[0]?.id).toBe("n2");
  } finally {
    await through.close();
    proxy.close();
  }
});

test("many changes ask for a publication, and an update makes the index the local one again", async () => {
  await index.put(listProducts(90).slice(78));
  const { share, isDue } = await index.changes();
  expect([share > 0.1, isDue]).toEqual([true, true]);
  await shop.withReader((reader) => update(cluster, reader, { alias: ALIAS }));
  const opened = await ClusterSearchIndex.open(cluster, ALIAS);
  expect(await opened.changes()).toEqual({ put: 0, deleted: 0, share: 0, isDue: false });
  expect(await opened.count()).toBe(80);
  await expectLikeShop(opened);
});

test("the server puts and deletes documents of a published index", async () => {
  const engine = new LocalEngine({
    root: createTemporaryFolder("changed-shop"),
    cluster: {
      ...{ name: "shop", alias: ALIAS, partial: "refuse" },
      options: { nodes, patience: 10_000 },
    },
  });
  const app = createApp({ engine });
  const request = (method: string, path: string, body?: object) =>
    readResponse(
      app.request(
        `/indexes/shop/${path}`,
        body === undefined ? { method } : createJsonRequest(method, body),
      ),
    );
  try {
    const put = await request("POST", "documents", [{ ...NEW, id: "s1", title: "Eibe" }]);
    expect(put, put.body.message).toMatchObject({ status: 200, body: { documents: 1 } });
    const found = await request("POST", "search", { query: "eibe" });
    expect(found.body.hits.map(({ id }: { id: string }) => id)).toEqual(["s1"]);
    expect((await request("PUT", "documents/s1", { ...NEW, id: "s1" })).status).toBe(200);
    expect((await request("POST", "search", { query: "eibe" })).body.hits).toEqual([]);
    expect((await request("DELETE", "documents/s1")).status).toBe(204);
    expect((await request("DELETE", "documents/s1")).status).toBe(404);
    const refused = await request("POST", "documents?duplicates=refuse", [NEW]);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("refusing documents that exist");
  } finally {
    app.jobs.close();
    await engine.close();
  }
});

test("two writers lose no change", async () => {
  const [one, two] = [
    await ClusterSearchIndex.open(cluster, ALIAS),
    await ClusterSearchIndex.open(cluster, ALIAS),
  ];
  const { put: before } = await one.changes();
  const create = (id: string, word: string) => ({ id, title: word, kind: "lamps" });
  await Promise.all([
    ...[0, 1, 2, 3].map((n) => one.put(create(`a${n}`, `fichte${n}`))),
    ...[0, 1, 2, 3].map((n) => two.put(create(`b${n}`, `tanne${n}`))),
  ]);
  const opened = await ClusterSearchIndex.open(cluster, ALIAS);
  expect(await opened.changes()).toMatchObject({ put: before + 8 });
  for (const n of [0, 1, 2, 3]) {
    expect((await opened.search(`fichte${n}`)).hits.map(({ id }) => id)).toEqual([`a${n}`]);
    expect((await opened.search(`tanne${n}`)).hits.map(({ id }) => id)).toEqual([`b${n}`]);
  }
});
