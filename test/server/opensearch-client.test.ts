// @vitest-environment node
/** Aggregations and options of queries, as OpenSearch's own client requests them over a socket. */

import { join } from "node:path";
import { Client, errors } from "@opensearch-project/opensearch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Listening, listen } from "../../apps/server/listen.ts";
import { createIndex } from "../../src/search/index.ts";
import { openSmallServer, type SmallServer } from "./small-server.ts";

const PRODUCTS = [
  { id: "1", title: "Steel kettle", brand: "Asa", price: 30, isNew: true },
  { id: "2", title: "Glass kettle", brand: "Acme", price: 10, isNew: false },
  { id: "3", title: "Steel lamp", brand: "Acme", price: 10.5, isNew: false },
  { id: "4", title: "Paper lamp", brand: "Lumen", price: 2, isNew: false },
];

let server: SmallServer;
let listening: Listening;
let client: Client;

beforeAll(async () => {
  server = await openSmallServer();
  const index = await createIndex(join(server.folder, "shop"), {
    positions: true,
    fields: { title: {}, brand: "keyword", price: "number", isNew: "boolean" },
  });
  await index.add(PRODUCTS);
  await index.close();
  listening = await listen(server.app, { port: 0, host: "127.0.0.1" });
  client = new Client({ node: listening.address, maxRetries: 0 });
});
afterAll(async () => {
  await client.close();
  await listening.close();
  await server.close();
});

// biome-ignore lint/suspicious/noExplicitAny: responses are compared with what is expected
async function search(body: object): Promise<any> {
  return (await client.search({ index: "shop", body })).body;
}

/** The reason for which a search is refused. */
async function readRefusal(body: object): Promise<string> {
  const error: unknown = await search(body).catch((reason: unknown) => reason);
  if (!(error instanceof errors.ResponseError)) throw new Error("the search is not refused");
  expect(error.statusCode).toBe(400);
  return String((error.body as { message?: unknown }).message);
}

async function findIds(query: object): Promise<string[]> {
  const { hits } = await search({ query });
  return hits.hits.map(({ _id }: { _id: string }) => _id).sort();
}

describe("aggs", () => {
  test("terms are counted over all matches", async () => {
    const { aggregations } = await search({
      size: 0,
      aggs: {
        brands: { terms: { field: "brand", size: 1 } },
        prices: { terms: { field: "price" } },
        news: { terms: { field: "isNew" } },
      },
    });
    expect(aggregations).toEqual({
      brands: {
        ...{ doc_count_error_upper_bound: 0, sum_other_doc_count: 2 },
        buckets: [{ key: "Acme", doc_count: 2 }],
      },
      prices: {
        ...{ doc_count_error_upper_bound: 0, sum_other_doc_count: 0 },
        buckets: [2, 10, 10.5, 30].map((key) => ({ key, doc_count: 1 })),
      },
      news: {
        ...{ doc_count_error_upper_bound: 0, sum_other_doc_count: 0 },
        buckets: [
          { key: 0, key_as_string: "false", doc_count: 3 },
          { key: 1, key_as_string: "true", doc_count: 1 },
        ],
      },
    });
  });

  test("range and stats of one field follow the query", async () => {
    const { aggregations, hits } = await search({
      query: { match: { title: "lamp" } },
      aggregations: {
        bands: {
          range: { field: "price", ranges: [{ from: 10, key: "dear" }, { to: 10 }, { to: 2.5 }] },
        },
        price: { stats: { field: "price" } },
      },
    });
    expect(hits.total.value).toBe(2);
    expect(aggregations).toEqual({
      bands: {
        buckets: [
          { key: "*-2.5", to: 2.5, doc_count: 1 },
          { key: "*-10.0", to: 10, doc_count: 1 },
          { key: "dear", from: 10, doc_count: 1 },
        ],
      },
      price: { count: 2, min: 2, max: 10.5, avg: 6.25, sum: 12.5 },
    });
    const none = await search({
      query: { match: { title: "nothing" } },
      aggs: { price: { stats: { field: "price" } } },
    });
    expect(none.aggregations.price).toEqual({ count: 0, min: null, max: null, avg: null, sum: 0 });
  });

  test.each([
    [{ histogram: { field: "price" } }, "histogram"],
    [{ terms: { field: "brand", order: {} } }, "order"],
    [{ terms: { field: "brand" }, aggs: {} }, "one property"],
    [{ stats: { field: "brand" } }, "stats needs numbers"],
    [{ range: { field: "price" } }, "range.ranges"],
    [{ range: { field: "price", ranges: [{ from: "a" }] } }, "must be a number"],
  ])("%j is refused by its name", async (aggregation, message) => {
    expect(await readRefusal({ aggs: { a: aggregation } })).toContain(message);
  });
});

describe("options of queries", () => {
  test("fuzziness permits typos", async () => {
    const match = (options: object) => findIds({ match: { title: options } });
    expect(await match({ query: "ketle" })).toEqual([]);
    expect(await match({ query: "ketle", fuzziness: 0 })).toEqual([]);
    expect(await match({ query: "ketle", fuzziness: "AUTO" })).toEqual(["1", "2"]);
    const multi = { query: "lmap", fields: ["title^2"], fuzziness: 1 };
    expect(await findIds({ multi_match: multi })).toEqual(["3", "4"]);
  });

  test("operator and needs every word, also outside bool", async () => {
    const options = { query: "steel lamp", operator: "and" };
    expect(await findIds({ match: { title: options } })).toEqual(["3"]);
    expect(await findIds({ match: { title: { ...options, operator: "or" } } })).toHaveLength(3);
  });

  test("a phrase is a phrase inside bool too", async () => {
    const phrase = { match_phrase: { title: "lamp steel" } };
    expect(await findIds(phrase)).toEqual([]);
    expect(await findIds({ bool: { must: [phrase] } })).toEqual([]);
    const should = [{ match_phrase: { title: "steel lamp" } }, { match: { title: "paper" } }];
    expect(await findIds({ bool: { should } })).toEqual(["3", "4"]);
  });

  const CLAUSE = { match: { title: "steel" } };
  test.each([
    [{ match: { title: { query: "steel", minimum_should_match: 2 } } }, "minimum_should_match"],
    [{ match: { title: { query: "steel", fuzziness: "AUTO:2,5" } } }, "fuzziness"],
    [{ match: { title: { query: "steel", operator: "xor" } } }, "operator"],
    [{ match_phrase: { title: { query: "steel", slop: 2 } } }, "slop"],
    [{ multi_match: { query: "steel", fields: ["title"], type: "phrase" } }, "type"],
    [{ multi_match: { query: "steel", fields: ["title"], tie_breaker: 0.3 } }, "tie_breaker"],
    [{ bool: { should: [CLAUSE, CLAUSE], minimum_should_match: 2 } }, "minimum_should_match"],
    [{ bool: { must: [CLAUSE], boost: 2 } }, "boost"],
    [{ bool: { filter: { term: { brand: { value: "Acme", boost: 2 } } } } }, "boost"],
    [
      { bool: { should: [CLAUSE, { match: { title: { query: "lmap", fuzziness: 1 } } }] } },
      "the same fuzziness",
    ],
  ])("%j is refused by its name", async (query, message) => {
    expect(await readRefusal({ query })).toContain(message);
  });
});

describe("parameters of the address", () => {
  const find = async (parameters: object): Promise<unknown> => {
    const { body } = await client.search({ index: "shop", ...parameters } as never);
    return body.hits.hits.map(({ _id, _source }) => [_id, _source]);
  };

  test("are those of a body", async () => {
    expect(await find({ sort: "price:desc", size: 2, from: 1, _source: "title" })).toEqual([
      ["3", { title: "Steel lamp" }],
      ["2", { title: "Glass kettle" }],
    ]);
    const body = { query: { match: { title: "lamp" } }, size: 5, sort: "price" };
    expect(await find({ body, size: 1, _source: false })).toEqual([["4", undefined]]);
  });

  test("that choose copies and caches are accepted", async () => {
    const parameters = { preference: "_local", request_cache: true, track_total_hits: true };
    expect(await find({ q: "paper", _source: false, ...parameters })).toEqual([["4", undefined]]);
  });

  test.each([
    [{ typed_keys: true }, '"typed_keys" is not supported'],
    [{ size: 100000 }, "size must be"],
    [{ track_total_hits: "many" }, "track_total_hits must be true or false"],
  ])("are refused otherwise: %j", async (parameters, message) => {
    await expect(find(parameters)).rejects.toThrow(message);
  });
});

test("a client shows the reason of an error", async () => {
  const refused = client.search({ index: "shop", body: { suggest: {} } });
  await expect(refused).rejects.toThrow(
    'illegal_argument_exception: [illegal_argument_exception] Reason: "suggest" is not supported',
  );
  const missing = client.search({ index: "absent" });
  await expect(missing).rejects.toThrow("[index_not_found_exception]");
});
