/**
 * Every option of a search on three shards, compared with the local index: the whole result, or the
 * refusal by name. A new option fails here until it is decided. The table of docs/opensearch.md is
 * what this suite found.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClusterSearchIndex, publish } from "../../adapters/opensearch/index.ts";
import { createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import {
  CALL_OPTIONS,
  RESULT_OPTIONS,
  SCORING_OPTIONS,
  type SearchOptions,
} from "../../src/api/search-options.ts";
import { createIndex, type SearchIndex } from "../../src/search/index.ts";
import { createJsonRequest, readResponse } from "../server/small-server.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";
import { connect, nodes } from "./cluster-nodes.ts";
import { expectTable } from "./documented-table.ts";
import { type ComparedShop, compareOption, openComparedShop } from "./option-equality.ts";
import { createDecisions, NEAR, type OptionName } from "./option-searches.ts";
import { expectSameSuggestions } from "./same-suggestions.ts";

const cluster = await connect();
let compared: ComparedShop;
let shop: SearchIndex;
let complete: ClusterSearchIndex;

beforeAll(async () => {
  compared = await openComparedShop(cluster, "every-option");
  ({ shop, complete } = compared);
});
afterAll(() => shop.close());

const outcomes = new Map<string, string>();
const OPTIONS = Object.keys({ ...SCORING_OPTIONS, ...RESULT_OPTIONS, ...CALL_OPTIONS });

describe("a published index", () => {
  test("has a decision on every option of a search", () => {
    expect(Object.keys(createDecisions({ ...compared, hasVectors: true })).sort()).toEqual(
      OPTIONS.toSorted(),
    );
  });

  test.each(OPTIONS as OptionName[])("is searched like the local one: %s", async (name) => {
    outcomes.set(name, await compareOption(compared, name));
  });
});

test("has the similar documents of the local index", async () => {
  for (const id of ["p0", "p5", "p10"]) {
    for (const options of [{}, { limit: 300 }, { limit: 20, filter: "price < 10" }]) {
      const text = JSON.stringify([id, options]);
      expect(await complete.similar(id, options), text).toEqual(await shop.similar(id, options));
    }
  }
  outcomes.set("similar(id)", "equal");
});

test("is served with every option", async () => {
  const engine = new LocalEngine({
    root: createTemporaryFolder("every-option"),
    cluster: {
      ...{ name: "shop", alias: "every-option", partial: "refuse" },
      options: { nodes, patience: 10_000 },
    },
  });
  const app = createApp({ engine });
  const post = (path: string, body: object) =>
    readResponse(app.request(`/indexes/shop/${path}`, createJsonRequest("POST", body)));
  try {
    const options = {
      ...{ filter: "price > 0", facets: ["kind", "price"], sort: "-price", distinct: "kind" },
      ...{ prefix: true, fuzzy: true, synonyms: "red, blue", highlight: true, snippet: true },
      ...{ minMatch: 1, explain: true, select: ["title"], limit: 3 },
      boost: [{ function: "log", field: "price", weight: 0.2 }],
    };
    const query = "red lam";
    const { status, body } = await post("search", { query, ...options, timeout: 10_000 });
    expect(status, body.message).toBe(200);
    const local = await shop.search(query, options as never);
    const { hits, total, facets, facetStats, isPartial, candidates } = body;
    expect(candidates).toMatchObject({ isComplete: true });
    expect({ hits, total, facets, facetStats, isPartial }).toEqual({
      ...{ hits: local.hits, total: local.total, facets: local.facets },
      ...{ facetStats: local.facetStats, isPartial: false },
    });
    const refused = await post("search", { query, vector: [1, 0] });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("vector");
    const shown = await readResponse(app.request("/indexes/shop/documents/p5"));
    expect(shown.body).toEqual(await shop.get("p5"));
    const explained = await post("explain", { query: "red lamp", id: "p0" });
    expect(explained.body.document.explanation).toEqual(await shop.explain("red lamp", "p0"));
    const absent = await post("explain", { query: "unknownword", id: "p0", other: "p5" });
    const reason = "no document of the index has a word of the query";
    expect(absent.body.document, absent.body.message).toMatchObject({
      rank: null,
      missing: reason,
    });
    await expectSameSuggestions(
      async () =>
        (await readResponse(app.request("/indexes/shop/suggest?q=red%20la"))).body.suggestions,
      () => shop.suggest("red la"),
    );
  } finally {
    app.jobs.close();
    await engine.close();
  }
});

test.each<SearchOptions>([
  { filter: `${NEAR} < 500km` },
  { filter: { "box(place, 48, 2, 53, 14)": true } },
  { sort: NEAR },
])("refuses distances and boxes that the cluster would have to compute: %j", async (options) => {
  await expect(shop.search("red lamp", options)).resolves.toBeDefined();
  await expect(complete.search("red lamp", options)).rejects.toMatchObject({
    code: "BAD_ARGUMENT",
    message: expect.stringMatching(
      /a cluster cannot filter, count or sort by (distance|box)\(place/,
    ),
  });
});

test("names the hits as limited where an index without fields is sorted", async () => {
  const documents = Array.from({ length: 60 }, (_, i) => ({ id: `d${i}`, text: "oak", rank: -i }));
  const plain = await createIndex();
  await plain.add(documents);
  await plain.withReader((reader) =>
    publish(cluster, reader, { alias: "plain-sorted", shards: 3, replicas: 0 }),
  );
  const index = await ClusterSearchIndex.open(cluster, "plain-sorted", { candidates: 20 });
  const { candidates } = await index.search("oak", { sort: "rank", limit: 3 });
  expect(candidates?.limited).toContain("hits");
  await plain.close();
});

test("has the other operations of an index", async () => {
  expect(await complete.get("p5")).toEqual(await shop.get("p5"));
  expect(await complete.get("p3")).toBeUndefined();
  expect(await complete.count()).toBe(await shop.count());
  expect(await complete.count({ kind: "lamps" })).toBe(await shop.count({ kind: "lamps" }));
  expect(await complete.settings()).toEqual(await shop.settings());
  for (const query of ["red la", "ch", "smal"]) {
    await expectSameSuggestions(
      () => complete.suggest(query),
      () => shop.suggest(query),
    );
  }
  for (const id of ["p0", "p5"]) {
    expect(await complete.explain("red lamp", id)).toEqual(await shop.explain("red lamp", id));
  }
  await expect(complete.explain("red", "none")).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await complete.facetSearch("kind", "la")).toEqual(await shop.facetSearch("kind", "la"));
  const queries = [
    { id: "a", text: "red lamp" },
    { id: "b", text: "oak" },
  ];
  const [ours, local] = [
    await complete.run(queries, { limit: 50 }),
    await shop.run(queries, { limit: 50 }),
  ];
  expect([...ours.rankings]).toEqual(
    [...local.rankings].map(([id, { documents, scores }]) => [id, { documents, scores }]),
  );
});

test("is described by the table of docs/opensearch.md", () => {
  const rows = [...outcomes].map(([name, outcome]) => `| \`${name}\` | ${outcome} |`);
  expectTable("every-option", ["| option | result on a cluster |", "|---|---|"], rows);
});
