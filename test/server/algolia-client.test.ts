// @vitest-environment node
/** Facets, typing mistakes and ranking information, as Algolia's own client requests them over a socket. */

import { join } from "node:path";
import { algoliasearch, type SearchResponse } from "algoliasearch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Listening, listen } from "../../apps/server/listen.ts";
import { createIndex } from "../../src/search/index.ts";
import { openSmallServer, type SmallServer } from "./small-server.ts";

const PRODUCTS = [
  {
    ...{ id: "1", title: "Steel kettle", brand: "Åsa & Co", price: 30, tags: ["kitchen", "new"] },
    ...{ size: "42", isNew: true, _tags: ["featured"] },
  },
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
      size: { type: "keyword", facet: false },
      isNew: { type: "boolean", facet: false },
      _tags: { type: "keyword[]", facet: false },
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
  await search({ query: "lamp" }); // loads modules, for which the time of a search may not suffice
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

describe("filters", () => {
  test.each([
    [{ facetFilters: ["price:30"] }, ["1"]],
    [{ facetFilters: ["size:42"] }, ["1"]],
    [{ facetFilters: ["isNew:true"] }, ["1"]],
    [{ facetFilters: [["price:2", "price:10.5"]] }, ["3", "4"]],
    [{ facetFilters: ["brand:-Acme Kitchen"] }, ["1", "4"]],
    [{ facetFilters: ["size:\\-42"] }, []],
    [{ tagFilters: ["featured"] }, ["1"]],
    [{ tagFilters: ["-featured"] }, ["2", "3", "4"]],
    [{ filters: 'price < 11 AND (brand:"Acme Kitchen" OR tags:new)' }, ["2", "3"]],
    [{ filters: "price:10 TO 30 AND NOT isNew:true" }, ["2", "3"]],
    [{ filters: "featured OR price=2" }, ["1", "4"]],
  ])("%j", async (options, ids) => {
    expect(await findIds({ query: "", ...options })).toEqual(ids);
  });

  test("that are wrong are refused with their character", async () => {
    await expect(search({ filters: "price <" })).rejects.toThrow(
      "filters are wrong at character 8",
    );
  });
});

describe("parameters", () => {
  test("select the properties that are searched, returned and marked", async () => {
    expect(await findIds({ query: "steel", restrictSearchableAttributes: ["title"] })).toEqual([
      ...["1", "3"],
    ]);
    const options = { query: "kettle", attributesToRetrieve: ["price"], attributesToHighlight: [] };
    const { hits } = await search({ ...options, filters: "price:30" });
    expect(hits).toEqual([{ objectID: "1", price: 30, _highlightResult: {} }]);
    const [hit] = (await search({ query: "lamp", attributesToRetrieve: ["*", "-tags"] })).hits;
    expect(hit).toHaveProperty("brand");
    expect(hit).not.toHaveProperty("tags");
    await expect(search({ query: "", attributesToRetrieve: ["a.b"] })).rejects.toThrow('"a.b"');
  });

  test("request passages of properties", async () => {
    const [hit] = (await search({ query: "paper", attributesToSnippet: ["title:1"] })).hits;
    expect(hit?._snippetResult).toEqual({
      title: { value: "<em>Paper</em> …", matchLevel: "partial" },
    });
    expect((await search({ query: "paper", attributesToSnippet: [] })).hits[0]).not.toHaveProperty(
      "_snippetResult",
    );
  });

  test("request hits from an offset on", async () => {
    const all = (await search({ query: "" })).hits.map(({ objectID }) => objectID);
    const part = await search({ query: "", offset: 1, length: 2 });
    expect(part.hits.map(({ objectID }) => objectID)).toEqual(all.slice(1, 3));
    expect(part).toMatchObject({ offset: 1, length: 2, nbHits: 4 });
    expect(part).not.toHaveProperty("nbPages");
  });

  test("switch off prefixes, and on operators", async () => {
    const query = "kett";
    expect(await findIds({ query, typoTolerance: false })).toEqual(["1", "2"]);
    expect(await findIds({ query, typoTolerance: false, queryType: "prefixNone" })).toEqual([]);
    expect(await findIds({ query: "steel -lamp", advancedSyntax: true })).toEqual(["1"]);
  });

  test("select fields of the response", async () => {
    const response = await search({ query: "lamp", responseFields: ["nbHits", "page"] });
    expect(response).toEqual({ nbHits: 2, page: 0 });
  });

  test.each([
    ...[{ analytics: false }, { clickAnalytics: true, userToken: "a" }, { optionalFilters: [] }],
    ...[{ distinct: false }, { removeWordsIfNoResults: "allOptional" }, { ruleContexts: null }],
  ])("that change no hit are accepted: %j", async (options) => {
    expect(await findIds({ query: "lamp", ...options })).toEqual(["3", "4"]);
  });

  test.each([
    [{ optionalFilters: ["brand:Acme"] }, '"optionalFilters" of a search is not supported'],
    [{ distinct: true }, "distinct must be false or 0, got true"],
    [{ atributesToRetrieve: ["title"] }, "did you mean attributesToRetrieve?"],
    [{ queryType: "prefixAll" }, "queryType"],
  ])("that would have to be ignored are refused: %j", async (options, message) => {
    await expect(search({ query: "lamp", ...options })).rejects.toThrow(message);
  });
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
