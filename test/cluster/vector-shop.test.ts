/**
 * An index with vectors on a cluster: hybrid is the default wherever the query has a vector, as
 * locally, and words rank otherwise. Cosines, scores and orders are those of the local index.
 */

import { afterAll, beforeAll, expect, test } from "vitest";
import { ClusterSearchIndex, publish, update } from "../../adapters/opensearch/index.ts";
import { createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import type { VectorEncoder } from "../../src/dense/index.ts";
import { createIndex, type SearchIndex, type SearchOptions } from "../../src/search/index.ts";
import { createJsonRequest, readResponse } from "../server/small-server.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";
import { connect, nodes } from "./cluster-nodes.ts";
import {
  addVectors,
  createVector,
  DIMENSIONS,
  listProducts,
  SHOP_FIELDS,
} from "./shop-documents.ts";
import { listSmallDocuments, listSmallQueries } from "./small-documents.ts";

const cluster = await connect();

/** A vector of its letters: texts with the same letters are near. */
function encode(text: string): number[] {
  const sum = Array.from({ length: DIMENSIONS }, (_, i) => 0.1 + i / 100);
  for (const letter of text.toLowerCase()) {
    const at = (letter.codePointAt(0) as number) % DIMENSIONS;
    sum[at] = (sum[at] as number) + 1;
  }
  return sum;
}

const ENCODER: VectorEncoder = {
  name: "letters",
  dimensions: DIMENSIONS,
  query: async (text) => encode(text),
  documents: async (texts) => texts.map(encode),
};

let shop: SearchIndex;
let published: ClusterSearchIndex;
const open = (alias: string, options = {}) => ClusterSearchIndex.open(cluster, alias, options);
const publishIndex = (index: SearchIndex, alias: string, options = {}) =>
  index.withReader((reader) =>
    publish(cluster, reader, { alias, shards: 3, replicas: 0, ...options }),
  );

beforeAll(async () => {
  shop = await createIndex({ fields: SHOP_FIELDS, encoder: ENCODER });
  await shop.add(listProducts(120));
  await publishIndex(shop, "vector-shop");
  published = await open("vector-shop", { encoder: ENCODER });
});
afterAll(() => shop.close());

async function expectSame(
  index: ClusterSearchIndex,
  local: SearchIndex,
  query: string,
  options: SearchOptions = {},
) {
  const { took: _, ...expected } = await local.search(query, options);
  const { took: __, candidates, ...found } = await index.search(query, options);
  expect(found, JSON.stringify([query, options])).toEqual(expected);
  expect(candidates?.limited, JSON.stringify([query, options])).toBeUndefined();
  return found;
}

test("ranks by hybrid by default, like the local index with the same encoder", async () => {
  for (const options of [
    {},
    { filter: "price < 10", facets: ["kind"], limit: 3 },
    { fuzzy: true, prefix: true, highlight: true, explain: true },
    { ranker: "rrf" },
    { ranker: "dense" },
    { sort: "price", after: undefined },
  ]) {
    for (const query of ["red lamp", "omelette", "small oak"]) {
      const { ranker, fallback } = await expectSame(published, shop, query, options);
      if (!("ranker" in options)) expect(ranker).toBe("hybrid(bm25f,dense)");
      expect(fallback).toBeUndefined();
    }
  }
  const first = await expectSame(published, shop, "red lamp", { limit: 4 });
  await expectSame(published, shop, "red lamp", { limit: 4, after: first.after });
  expect(await published.explain("red lamp", "p7")).toEqual(await shop.explain("red lamp", "p7"));
  const queries = [{ id: "a", text: "red lamp" }];
  const [ours, theirs] = [await published.run(queries), await shop.run(queries)];
  expect(ours.name).toBe(theirs.name);
  expect(ours.rankings.get("a")).toMatchObject({
    documents: theirs.rankings.get("a")?.documents,
  });
});

test("ranks by words without an encoder, says so, and refuses if told to", async () => {
  const [bare, local] = [await open("vector-shop"), await createIndex({ fields: SHOP_FIELDS })];
  await local.close();
  const byWords = await shop.search("red lamp", { ranker: "bm25f" });
  const { hits, ranker, fallback } = await bare.search("red lamp");
  expect({ hits, ranker, fallback }).toEqual({
    ...{ hits: byWords.hits, ranker: "bm25f", fallback: "words" },
  });
  await expect(bare.search("red", { vectorFallback: "refuse" })).rejects.toThrow("encoder");
  await expect(bare.search("red", { ranker: "hybrid" })).rejects.toThrow("encoder");
  await expect(bare.search("red", { vector: [1, 2] })).rejects.toThrow("dimensions");
  await expect(
    published.search("red", { ranker: "hybrid(rm3(bm25f),dense)" }),
  ).rejects.toMatchObject({ code: "BAD_ARGUMENT" });
  expect(await bare.search("red lamp", { vector: encode("red lamp") })).toMatchObject({
    ranker: "hybrid(bm25f,dense)",
    hits: (await shop.search("red lamp")).hits,
  });
});

test("has the ranker of the publication as the lexical part", async () => {
  await publishIndex(shop, "vector-lm", { ranker: "lm" });
  const index = await open("vector-lm", { encoder: ENCODER });
  const { hits, ranker } = await index.search("red lamp");
  expect(ranker).toBe("hybrid(lm,dense)");
  expect(hits).toEqual((await shop.search("red lamp", { ranker })).hits);
  const { fallback, ranker: other } = await (await open("vector-lm")).search("red lamp");
  expect({ fallback, ranker: other }).toEqual({ fallback: "words", ranker: "lm" });
});

test("has the similar documents of the local index", async () => {
  for (const id of ["p7", "p0", "p55"]) {
    for (const options of [{}, { limit: 3 }, { limit: 200 }, { filter: "price < 10", limit: 20 }]) {
      const hits = await published.similar(id, options);
      expect(hits, JSON.stringify([id, options])).toEqual(await shop.similar(id, options));
      expect(hits.length).toBeGreaterThan(0);
    }
  }
  await expect(published.similar("none")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(published.similar("p7", { limit: 0 })).rejects.toMatchObject({
    code: "BAD_ARGUMENT",
  });
  await expect(published.similar("p7", { limit: 10_000 })).rejects.toThrow("at most 9999");
});

test("encodes documents that are put, and finds them by their vectors at once", async () => {
  await publishIndex(shop, "vector-put");
  const index = await open("vector-put", { encoder: ENCODER });
  const document = { id: "new", title: "qqqq xxxx", body: "qqqq", price: 5 };
  await index.put(document);
  const near = { ranker: "dense", limit: 1 } as const;
  expect((await index.search("qqqq xxxx qqqq", near)).hits[0]?.id).toBe("new");
  await expect((await open("vector-put")).put(document)).rejects.toThrow("needs a vector");
  await index.delete("new");
  const found = await index.search("qqqq xxxx qqqq", { ranker: "dense", limit: 200 });
  expect(found.hits.map(({ id }) => id)).not.toContain("new");
  await shop.put({ ...listProducts(1)[0], id: "p0", body: "other words and letters" } as never);
  const done = await shop.withReader((reader) => update(cluster, reader, { alias: "vector-put" }));
  expect(done.load.documents).toBeGreaterThan(0);
  for (const query of ["other words", "red lamp"]) {
    await expectSame(await open("vector-put", { encoder: ENCODER }), shop, query);
  }
});

test("proves pages among many documents, by vectors and by words", async () => {
  const many = await createIndex({ vectors: { dimensions: DIMENSIONS } });
  const documents = addVectors(listSmallDocuments(3000)).map(({ fields: _, ...each }, i) => ({
    ...{ ...each, text: `${each.text} w${i % 7} x${i % 101} y${i}` },
  }));
  await many.add(documents as never);
  await publishIndex(many, "vector-many");
  const index = await open("vector-many", { candidates: 50 });
  const vector = createVector(17);
  let proved = 0;
  for (const ranker of ["hybrid(bm25,dense,depth=20)", "rrf(bm25,dense,depth=20)", "dense"]) {
    for (const query of [...listSmallQueries(6), "x7", "x7 w3", "unknownword"]) {
      const { took: _, ...expected } = await many.search(query, { ranker, vector });
      const { took: __, candidates, ...found } = await index.search(query, { ranker, vector });
      expect(found.total, query).toBe(expected.total);
      if (candidates?.limited?.includes("hits")) continue;
      expect(found, query).toEqual(expected);
      if (candidates?.isComplete === false) proved++;
    }
  }
  expect(proved).toBeGreaterThan(0);
  await many.close();
});

test("has the similar documents of the local index where some have no vector or several", async () => {
  const local = await createIndex({ fields: SHOP_FIELDS, vectors: { dimensions: DIMENSIONS } });
  await local.add(addVectors(listProducts(120)) as never);
  await publishIndex(local, "vector-similar");
  const index = await open("vector-similar");
  for (const id of ["p0", "p2", "p3", "p10"]) {
    const hits = await index.similar(id, { limit: 30 });
    expect(hits, id).toEqual(await local.similar(id, { limit: 30 }));
    expect(hits.length > 0, id).toBe(!["p3", "p10"].includes(id));
  }
  await local.close();
  const plain = await createIndex({ fields: SHOP_FIELDS });
  await plain.add(listProducts(3));
  await publishIndex(plain, "vector-none");
  const without = await open("vector-none");
  const refusals = await Promise.all(
    [plain, without].map((each) => each.similar("p1").catch((error: unknown) => String(error))),
  );
  expect(refusals[0]).toContain("vectors");
  expect(refusals[1]).toBe(refusals[0]);
  await plain.close();
});

test("an index with other vectors does not update a published one", async () => {
  const other = await createIndex({ fields: SHOP_FIELDS, vectors: { dimensions: 3 } });
  await other.add({ id: "a", title: "red", vector: [1, 2, 3] } as never);
  await expect(
    other.withReader((reader) => update(cluster, reader, { alias: "vector-shop" })),
  ).rejects.toThrow("other vectors");
  await other.close();
});

test("is served with vectors in requests", async () => {
  const engine = new LocalEngine({
    root: createTemporaryFolder("vector-shop"),
    cluster: {
      ...{ name: "shop", alias: "vector-shop", partial: "refuse" },
      options: { nodes, patience: 10_000 },
    },
  });
  const app = createApp({ engine });
  try {
    const search = (body: object) =>
      readResponse(app.request("/indexes/shop/search", createJsonRequest("POST", body)));
    const vector = encode("red lamp");
    const { body } = await search({ query: "red lamp", vector, timeout: 10_000 });
    const local = await (await open("vector-shop")).search("red lamp", { vector });
    expect(body).toMatchObject({ ranker: "hybrid(bm25f,dense)", hits: local.hits });
    const similar = await readResponse(
      app.request("/indexes/shop/documents/p7/similar?limit=4&timeout=10000"),
    );
    const nearest = await (await open("vector-shop")).similar("p7", { limit: 4 });
    expect(similar.body.hits).toEqual(nearest);
    const words = await search({ query: "red lamp", timeout: 10_000 });
    expect(words.body).toMatchObject({ ranker: "bm25f", fallback: "words" });
  } finally {
    app.jobs.close();
    await engine.close();
  }
});
