// @vitest-environment node
/** Facets, typing mistakes and ranking information, as Algolia's own client requests them over a socket. */

import { join } from "node:path";
import { algoliasearch, type SearchResponse } from "algoliasearch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Listening, listen } from "../../apps/server/listen.ts";
import { createIndex } from "../../src/search/index.ts";
import { openSmallServer, type SmallServer } from "./small-server.ts";

const PRODUCTS = [
  { id: "1", title: "Steel kettle", brand: "Åsa & Co", price: 30, tags: ["kitchen", "new"] },
  { id: "2", title: "Glass kettle", brand: "Acme Kitchen", price: 10, tags: ["kitchen"] },
  { id: "3", title: "Steel lamp", brand: "Acme Kitchen", price: 10.5, tags: ["living room"] },
  { id: "4", title: "Paper lamp", brand: "Lumen", price: 2, tags: [] },
];

let server: SmallServer;
let listening: Listening;
let client: ReturnType<typeof algoliasearch>;

beforeAll(async () => {
  server = await openSmallServer();
  const index = await createIndex(join(server.folder, "shop"), {
    fields: {
      ...{ title: {}, brand: "keyword", price: "number", tags: "keyword[]" },
      code: { type: "keyword", facet: false },
    },
  });
  await index.add(PRODUCTS);
  await index.close();
  listening = await listen(server.app, { port: 0, host: "127.0.0.1" });
  const { port } = listening;
  client = algoliasearch("app", "key", {
    hosts: [{ url: "127.0.0.1", accept: "readWrite", protocol: "http", port }],
  });
});
afterAll(async () => {
  await listening.close();
  await server.close();
});

async function search(options: object): Promise<SearchResponse<{ title: string }>> {
  const indexName = "shop";
  return client.searchSingleIndex<{ title: string }>({ indexName, searchParams: options });
}

async function findIds(options: object): Promise<string[]> {
  return (await search(options)).hits.map(({ objectID }) => objectID).sort();
}

describe("facets", () => {
  test("* counts every field that may be a facet", async () => {
    const { facets } = await search({ query: "kettle", facets: ["*"] });
    expect(facets).toEqual({
      brand: { "Acme Kitchen": 1, "Åsa & Co": 1 },
      price: { 10: 1, 30: 1 },
      tags: { kitchen: 2, new: 1 },
    });
    const untyped = await client.searchSingleIndex({
      indexName: "recipes",
      searchParams: { query: "egg", facets: ["*"] },
    });
    expect(untyped.facets).toEqual({});
  });

  test("have statistics where they are numbers", async () => {
    const all = await search({ query: "", facets: ["price", "brand"] });
    expect(all.facets_stats).toEqual({ price: { min: 2, max: 30, avg: 52.5 / 4, sum: 52.5 } });
    const lamps = await search({ query: "lamp", facets: ["*"] });
    expect(lamps.facets_stats).toEqual({ price: { min: 2, max: 10.5, avg: 6.25, sum: 12.5 } });
    const none = await search({ query: "nothing", facets: ["price"] });
    expect(none).toMatchObject({ nbHits: 0, facets: { price: {} }, facets_stats: {} });
  });

  test("are limited after the statistics are computed", async () => {
    const limited = await search({ query: "", facets: ["*"], maxValuesPerFacet: 1 });
    expect(limited.facets).toEqual({
      ...{ brand: { "Acme Kitchen": 2 }, price: { 2: 1 }, tags: { kitchen: 2 } },
    });
    expect(limited.facets_stats).toMatchObject({ price: { min: 2, max: 30 } });
  });

  test("are searched by the words of their values", async () => {
    const find = (facetName: string, searchForFacetValuesRequest: object) =>
      client.searchForFacetValues({ indexName: "shop", facetName, searchForFacetValuesRequest });
    expect((await find("brand", { facetQuery: "kit" })).facetHits).toEqual([
      { value: "Acme Kitchen", highlighted: "Acme <em>Kit</em>chen", count: 2 },
    ]);
    expect((await find("brand", { facetQuery: "co asa" })).facetHits).toEqual([
      { value: "Åsa & Co", highlighted: "<em>Åsa</em> &amp; <em>Co</em>", count: 1 },
    ]);
    expect((await find("brand", { maxFacetHits: 2 })).facetHits.map(({ value }) => value)).toEqual([
      ...["Acme Kitchen", "Lumen"],
    ]);
    const filtered = await find("tags", { facetQuery: "k", params: "query=steel" });
    expect(filtered.facetHits).toEqual([
      { value: "kitchen", highlighted: "<em>k</em>itchen", count: 1 },
    ]);
    await expect(find("title", { facetQuery: "k" })).rejects.toThrow("is a text");
  });

  test("are searched among several requests", async () => {
    const { results } = await client.search({
      requests: [{ type: "facet", indexName: "shop", facet: "tags", facetQuery: "room" }],
    });
    expect(results).toMatchObject([{ facetHits: [{ value: "living room", count: 1 }] }]);
  });
});

describe("typing mistakes", () => {
  test("are permitted by default, from four letters on", async () => {
    expect(await findIds({ query: "ketle" })).toEqual(["1", "2"]);
    expect(await findIds({ query: "lmap", typoTolerance: true })).toEqual(["3", "4"]);
    expect(await findIds({ query: "lap" })).toEqual([]);
    const [hit] = (await search({ query: "ketle" })).hits;
    expect(hit?._highlightResult?.title).toMatchObject({ matchedWords: ["ketle"] });
  });

  test("are not permitted with typoTolerance false", async () => {
    expect(await findIds({ query: "ketle", typoTolerance: false })).toEqual([]);
    expect(await findIds({ query: "kettle", typoTolerance: false })).toEqual(["1", "2"]);
  });

  test.each([{ typoTolerance: "min" }, { typoTolerance: "strict" }, { minWordSizefor1Typo: 3 }])(
    "refuse %j by its name",
    async (options) => {
      const [name] = Object.keys(options) as [string];
      await expect(search({ query: "ketle", ...options })).rejects.toThrow(name);
    },
  );
});

test("getRankingInfo counts words and typos", async () => {
  const { hits } = await search({ query: "ketle steel", getRankingInfo: true });
  const info = (id: string) => hits.find(({ objectID }) => objectID === id)?._rankingInfo;
  expect(info("1")).toMatchObject({ nbTypos: 1, nbExactWords: 1, words: 2, firstMatchedWord: 0 });
  expect(info("2")).toMatchObject({ nbTypos: 1, nbExactWords: 0, words: 1, firstMatchedWord: 1 });
  expect(info("3")).toMatchObject({ nbTypos: 0, nbExactWords: 1, words: 1, firstMatchedWord: 0 });
  const scores = hits.map(({ _rankingInfo }) => _rankingInfo?.userScore ?? 0);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect((await search({ query: "steel" })).hits[0]).not.toHaveProperty("_rankingInfo");
});
