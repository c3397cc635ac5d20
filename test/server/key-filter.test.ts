/** Random requests with a key that has a filter: no response has a word of a document that the filter hides. */

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Keys } from "../../apps/server/access/api-keys.ts";
import { Random } from "../../src/common/random.ts";
import { type CreateOptions, createIndex } from "../../src/search/index.ts";
import { createJsonRequest, openSmallServer, type SmallServer } from "./small-server.ts";

const ADMIN = "a".repeat(32);
const REQUESTS = 120;
/** Every word, value and id of hidden documents contains it. */
const SECRET = "zzsecret";

let server: SmallServer;
let key: string;
beforeAll(async () => {
  server = await openSmallServer({ keys: new Keys().with(ADMIN, "admin", "admin") });
  const fields: CreateOptions["fields"] = {
    ...{ title: "text", text: "text", kind: "keyword", brand: "keyword", price: "number" },
  };
  for (const [name, options] of [
    ["plain", {}],
    ["shop", { fields }],
  ] as const) {
    const index = await createIndex(join(server.folder, name), options);
    await index.add(
      Array.from({ length: 60 }, (_, i) => {
        const isHidden = i % 2 === 0;
        const word = isHidden ? `${SECRET}${i}` : `open${i}`;
        return {
          ...{ id: `${word}`, title: `egg ${word}`, text: `egg egg soup ${word} ${word}s` },
          ...{ kind: isHidden ? "hidden" : "public", brand: `brand ${word}`, price: i },
        };
      }),
    );
    await index.close();
  }
  const filter = { kind: "public" };
  const response = await request("/keys", { scope: "search", filter }, ADMIN);
  key = (JSON.parse(await response.text()) as { key: string }).key;
});
afterAll(() => server.close());

function request(path: string, body?: object, bearer = key): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}` };
  const init = body === undefined ? { headers } : createJsonRequest("POST", body, headers);
  return server.app.request(path, init);
}

const pick = <T>(random: Random, values: readonly T[]): T =>
  values[random.below(values.length)] as T;

const QUERIES = ["egg", "soup egg", "zzs", "zzsecre", "eg", "opem1", "", '"egg soup"', "zzsecert0"];
const FILTERS = [
  { kind: "hidden" },
  { or: [{ kind: "hidden" }, { price: { gte: 0 } }] },
  { not: { kind: "public" } },
  { price: { lt: 30 } },
];

function createOptions(random: Random): object {
  const maybe = (options: object): object => (random.below(3) === 0 ? options : {});
  return {
    query: pick(random, QUERIES),
    limit: pick(random, [1, 10, 100]),
    ...maybe({ ranker: pick(random, ["rm3", "bm25", "lm"]) }),
    ...maybe({ explain: true }),
    ...maybe({ didYouMean: true }),
    ...maybe({ prefix: true }),
    ...maybe({ fuzzy: 2 }),
    ...maybe({ syntax: true }),
    ...maybe({ synonyms: "egg, zzs" }),
    ...maybe({
      facets: pick(random, [
        ["brand", "kind"],
        {
          price: {
            ranges: [
              [0, 5],
              [5, null],
            ],
          },
        },
      ]),
    }),
    ...maybe({ sort: pick(random, ["brand", "-price"]) }),
    ...maybe({ distinct: "brand" }),
    ...maybe({ snippet: true, highlight: true }),
    ...maybe({ filter: pick(random, FILTERS) }),
    ...maybe({ select: ["brand"] }),
    ...maybe({ minMatch: 2 }),
  };
}

/** A request for one of the routes that search. */
function createRequest(random: Random): readonly [path: string, body?: object] {
  const index = pick(random, ["plain", "shop"]);
  const options = createOptions(random);
  const query = pick(random, QUERIES);
  const aggs = {
    brands: { terms: { field: "brand", size: 100 } },
    prices: { range: { field: "price", ranges: [{ to: 10 }] } },
    stats: { stats: { field: "price" } },
  };
  const algolia = { query, hitsPerPage: 100, facets: ["*", "brand"], getRankingInfo: true };
  return pick<readonly [string, object?]>(random, [
    [`/indexes/${index}/search`, options],
    [`/indexes/${index}/search`, options],
    [`/indexes/${index}/search?q=${encodeURIComponent(query)}&facets=brand&explain=true`],
    [`/indexes/${index}/suggest?q=zzs`],
    [`/indexes/${index}/explain`, { query, id: `${SECRET}0` }],
    [`/indexes/${index}/documents`],
    [`/indexes/${index}/words`],
    [`/${index}/_search`, { query: { match_all: {} }, aggs, explain: true }],
    [
      `/${index}/_search`,
      { query: { match: { text: query } }, aggs, highlight: { fields: { "*": {} } } },
    ],
    [`/${index}/_search?q=egg`],
    [`/1/indexes/${index}/query`, algolia],
    [`/1/indexes/${index}/query`, { ...algolia, facetFilters: ["kind:hidden"] }],
    [`/1/indexes/*/queries`, { requests: [{ indexName: index, ...algolia }] }],
    [`/1/indexes/${index}/facets/brand/query`, { facetQuery: "zzs", maxFacetHits: 100 }],
    [`/1/indexes/${index}/facets/brand/query`, { maxFacetHits: 100 }],
  ]);
}

test(`none of ${REQUESTS} requests shows a hidden word, and none fails`, async () => {
  const random = new Random(27);
  let found = 0;
  for (let i = 0; i < REQUESTS; i++) {
    const [path, body] = createRequest(random);
    const response = await request(path, body);
    const text = await response.text();
    const label = `${path} ${JSON.stringify(body)} ${response.status}`;
    expect([200, 400, 403], label).toContain(response.status);
    // Words of the request may be repeated: the query, a filter, the name of a pattern.
    const repeated = text.replaceAll(/zzsecre(?!t\d)/g, "").replaceAll(/zzsecert0/g, "");
    expect(repeated, label).not.toMatch(/zzsecret\d|"hidden"/);
    if (/open\d/.test(text)) found++;
  }
  expect(found).toBeGreaterThan(REQUESTS / 5);
});
