/**
 * The shop of the README and of docs/coming-from.md, published, and searched through two servers: one
 * before the cluster, one over the folder. Every option of a search over HTTP, each response compared.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publish } from "../../adapters/opensearch/index.ts";
import { type App, createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { CALL_OPTIONS, RESULT_OPTIONS, SCORING_OPTIONS } from "../../src/api/search-options.ts";
import { createIndex, type SearchDocument } from "../../src/search/index.ts";
import { createJsonRequest, readResponse } from "../server/small-server.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";
import { connect, nodes } from "./cluster-nodes.ts";

const readExample = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../examples/data/${name}`, import.meta.url), "utf8")) as T;
const PRODUCTS = readExample<SearchDocument[]>("shop.json");
const QUERIES = readExample<{ query: string }[]>("shop-queries.json").map(({ query }) => query);
/** A third of them for each option keeps the test short; the options that change the words take all. */
const SOME = QUERIES.filter((_, i) => i % 3 === 0);
const OF_WORDS = new Set(["ranker", "prefix", "fuzzy", "synonyms", "everything"]);

/** Requests by option. Those that a server takes by name are in other tests: models and weights. */
const REQUESTS: Readonly<Record<string, readonly object[]>> = {
  ranker: [{ ranker: "lm" }, { ranker: "bm25f(k1=0.6)" }, { ranker: "sdm" }],
  syntax: [{ syntax: true, query: '+kettle -glass "electric kettle" sho*' }],
  fields: [{ fields: ["title"] }, { fields: ["title^5", "description"] }],
  exactFields: [{ exactFields: [] }, { exactFields: ["title"], query: PRODUCTS[0]?.title }],
  prefix: [{ prefix: true }],
  fuzzy: [{ fuzzy: true }, { fuzzy: 1, prefix: true }],
  synonyms: [{ synonyms: "sofa, couch, settee\nmobile => phone" }],
  stopWords: [{ stopWords: ["shoes"] }],
  boost: [{ boost: [{ function: "log", field: "price", weight: 0.3 }] }],
  rules: [
    { rules: [{ id: "r", query: ["kettle*"], pin: [String(PRODUCTS[3]?.id)], hide: [] }] },
    { rules: [{ id: "b", boost: { filter: { category: "kitchen" }, weight: 0.5 } }] },
  ],
  vectorFallback: [{ vectorFallback: "words" }],
  withoutVector: [{ withoutVector: "words" }],
  limit: [{ limit: 0 }, { limit: 50 }],
  offset: [{ offset: 2, limit: 3 }],
  minMatch: [{ minMatch: 2 }],
  filter: [{ filter: "price < 50" }, { filter: { category: { in: ["kitchen", "home"] } } }],
  after: [{ sort: "price", limit: 2 }],
  sort: [{ sort: "price" }, { sort: ["category", "-price"] }, { sort: "-score" }],
  distinct: [{ distinct: "category" }],
  facets: [{ facets: ["category"] }, { facets: { price: { ranges: [[0, 50], [50]] } } }],
  select: [{ select: ["title"] }],
  snippet: [{ snippet: true }],
  highlight: [{ highlight: true, fuzzy: true, prefix: true }],
  didYouMean: [{ didYouMean: true }],
  explain: [{ explain: true }],
  total: [{ total: false }, { total: 2 }],
  timeout: [{ timeout: 10_000 }],
  everything: [
    {
      ...{ prefix: true, fuzzy: true, synonyms: "sofa, couch", highlight: true, snippet: true },
      ...{ filter: "price < 500", facets: ["category", "price"], minMatch: 1, explain: true },
      ...{ boost: [{ filter: { category: "kitchen" }, weight: 0.2 }], limit: 5, didYouMean: true },
    },
  ],
};
/** `signal` is no property of a request; vectors are in vector-shop.test.ts. */
const ELSEWHERE = ["signal", "vector", "weights", "rerank", "depth"];

const cluster = await connect();
const folder = createTemporaryFolder("served-shop");
const engines = [
  new LocalEngine({
    root: createTemporaryFolder("served-shop-cluster"),
    cluster: {
      ...{ name: "shop", alias: "served-shop", partial: "refuse" },
      options: { nodes, patience: 10_000 },
    },
  }),
  new LocalEngine({ root: folder }),
];
const [published, local] = engines.map((engine) => createApp({ engine })) as [App, App];

beforeAll(async () => {
  const texts = { title: { weight: 3 }, description: {} };
  const index = await createIndex(join(folder, "shop"), {
    fields: { ...texts, category: "keyword", brand: "keyword", price: "number" },
  });
  await index.add(PRODUCTS);
  await index.withReader((reader) =>
    publish(cluster, reader, { alias: "served-shop", shards: 3, replicas: 0 }),
  );
  await index.close();
});
afterAll(async () => {
  for (const app of [published, local]) app.jobs.close();
  await Promise.all(engines.map((engine) => engine.close()));
});

interface Answer {
  readonly candidates?: object;
  readonly result: { readonly hits: readonly object[]; readonly after?: string };
}

async function search(app: App, request: object): Promise<Answer> {
  const path = "/indexes/shop/search";
  const { status, body } = await readResponse(
    app.request(path, createJsonRequest("POST", request)),
  );
  expect(status, JSON.stringify([request, body])).toBe(200);
  const { took: _, candidates, ...result } = body;
  return { candidates, result };
}

/** Compares the responses, and those of the next pages; returns the number of hits. */
async function compare(request: object): Promise<number> {
  const text = JSON.stringify(request);
  const [ours, theirs] = await Promise.all([search(published, request), search(local, request)]);
  expect(ours.candidates, text).toMatchObject({ isComplete: true });
  expect(ours.result, text).toEqual(theirs.result);
  const { hits, after } = theirs.result;
  const hasNext = "sort" in request && "limit" in request && after !== undefined;
  return hits.length + (hasNext ? await compare({ ...request, after }) : 0);
}

test("every option has a request", () => {
  const options = Object.keys({ ...SCORING_OPTIONS, ...RESULT_OPTIONS, ...CALL_OPTIONS });
  expect([...Object.keys(REQUESTS), ...ELSEWHERE].sort()).toEqual(
    [...options, "everything"].sort(),
  );
});

test.each(Object.entries(REQUESTS))(
  "answers like a server over the folder: %s",
  async (name, list) => {
    let hits = 0;
    for (const options of list) {
      const queries = OF_WORDS.has(name) ? QUERIES : SOME;
      for (const query of "query" in options ? [options.query] : queries) {
        // The usual time of a search on a server is short for a machine with other work.
        hits += await compare({ query, timeout: 10_000, ...options });
      }
    }
    expect(hits).toBeGreaterThan(0);
  },
);
