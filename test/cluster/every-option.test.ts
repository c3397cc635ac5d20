/**
 * Every option of a search on three shards, compared with the local index: the whole result, or the
 * refusal by name. A new option fails here until it is decided. The table of docs/opensearch.md is
 * what this suite found.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
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
import type { TrainedModel } from "../../src/scoring/index.ts";
import { createIndex, type LearnedTermWeights, type SearchIndex } from "../../src/search/index.ts";
import { createJsonRequest, readResponse } from "../server/small-server.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";
import { connect, nodes } from "./cluster-nodes.ts";
import { listProducts, SHOP_FIELDS } from "./shop-documents.ts";

const ROOT = join(import.meta.dirname, "../..");

type OptionName =
  | keyof typeof SCORING_OPTIONS
  | keyof typeof RESULT_OPTIONS
  | keyof typeof CALL_OPTIONS;
type Search = SearchOptions & { readonly query?: string };
type Decision = readonly Search[] | (() => readonly Search[]) | { readonly refused: Search };

const RULES = [
  { id: "one", query: ["red*"], pin: ["p9"], hide: ["p3"], bury: ["p1"] },
  { id: "two", boost: { filter: { sold: true }, weight: 0.5 } },
] as never;

/** The distance to a point, which a cluster does not compute. */
const NEAR = "distance(place, 52.5, 13.4)";

/** What is tried for each option. */
const DECISIONS: Readonly<Record<OptionName, Decision>> = {
  ranker: [
    { ranker: "bm25" },
    { ranker: "bm25f(k1=0.6)" },
    { ranker: "lm" },
    { ranker: "tfidf" },
    { ranker: "sdm" },
  ],
  syntax: [
    { syntax: true, query: "+red -desk" },
    { syntax: true, query: '"red lamp"' },
    { syntax: true, query: "la* chiar~" },
    { syntax: true, query: 'title:lamp "small oak" steel' },
    { syntax: true, query: "-red" },
  ],
  fields: [{ fields: ["title"] }, { fields: ["title^2", "body^5"] }],
  exactFields: [
    { exactFields: [] },
    { exactFields: ["title"] },
    { exactFields: ["title"], query: "blue lamp" },
  ],
  prefix: [
    { prefix: true, query: "red la" },
    { prefix: true, query: "c" },
  ],
  fuzzy: [
    { fuzzy: true, query: "lmap" },
    { fuzzy: 1, query: "chiar stel" },
    { fuzzy: true, query: "redlamp" },
    { fuzzy: true, prefix: true, query: "smal dek" },
  ],
  synonyms: [
    { synonyms: "red, blue" },
    { synonyms: "lamp => chair\nsettee, small oak", query: "settee lamp" },
  ],
  stopWords: [{ stopWords: ["red"] }, { stopWords: ["red", "lamp"] }],
  boost: [
    { boost: { function: "log", field: "price", weight: 0.2 } as never },
    { boost: [{ filter: { kind: "lamps" }, weight: 2 }] as never },
    { boost: { function: "linearDecay", field: NEAR, scale: "500km" } as never },
  ],
  rules: [{ rules: RULES }],
  vector: { refused: { vector: [1, 0] } },
  vectorFallback: [{ vectorFallback: "words" }],
  withoutVector: [{ withoutVector: "words" }],
  weights: () => [{ weights }],
  limit: [{ limit: 0 }, { limit: 1 }, { limit: 100 }],
  offset: [{ offset: 7, limit: 5 }],
  minMatch: [{ minMatch: 2 }, { minMatch: 3 }, { minMatch: 9 }],
  filter: [
    { filter: { kind: "lamps" } },
    { filter: { kind: { ne: "" } } },
    { filter: { kind: { gte: "a", lt: "m" } } },
    { filter: { price: { lt: 10, gte: 0 } } },
    { filter: { price: { gt: 0, gte: 0, lte: 10 } } },
    { filter: { price: null } },
    { filter: { price: { in: [null, 10] } } },
    { filter: { price: { in: [0, 10], lt: 5 } } },
    { filter: { price: { exists: false } } },
    { filter: { sold: true, tags: "Büro" } },
    { filter: { place: { exists: true } } },
    { filter: { place: null } },
    { filter: { sizes: { gt: 3, lt: 5 } } },
    { filter: { made: { gt: "2026-04-01" } } },
    { filter: { made: { in: ["2026-02-11"] } } },
    { filter: { or: [{ kind: "chairs" }, { not: { tags: { exists: true } } }] } },
    { filter: { or: [] } },
    { filter: { and: [] } },
    { filter: "price < 10 and kind = lamps" },
  ],
  after: [{ sort: "price", limit: 7 }, { limit: 7 }, { sort: ["-made", "kind"], limit: 3 }],
  sort: [
    { sort: "price" },
    { sort: "-price" },
    { sort: ["kind", "-made"] },
    { sort: ["-sold", "score"] },
    { sort: ["-score"] },
    { sort: ["-kind", "price"], offset: 3 },
    { sort: "made", filter: { price: { exists: true } } },
    { sort: "-id" },
  ],
  distinct: [{ distinct: "kind" }, { distinct: "price", limit: 3, offset: 1 }],
  facets: [
    { facets: ["kind", "sold", "made", "tags"] },
    { facets: { price: {}, sizes: { limit: 3 } } },
    { facets: { price: { ranges: [[0, 10], [10], [null, 0]] }, sizes: { ranges: [[2, 5]] } } },
    { facets: { made: { ranges: [["2026-01-01", "2026-04-01"], []] } } },
    { facets: ["kind"], filter: { sold: false } },
  ],
  select: [{ select: ["title"] }, { select: [] }],
  snippet: [{ snippet: true }, { snippet: { words: 3 } }],
  highlight: [{ highlight: true }, { highlight: { fields: ["title"], tag: "b" } }],
  didYouMean: [
    { didYouMean: true, query: "lmap" },
    { didYouMean: false, query: "lmap" },
  ],
  rerank: () => [{ rerank: model }, { rerank: model, filter: { sold: true } }],
  depth: () => [{ rerank: model, depth: 7 }],
  explain: [{ explain: true }],
  total: [{ total: true }, { total: false }, { total: 5 }],
  timeout: [{ timeout: 20_000 }],
  signal: [{ signal: new AbortController().signal }],
};
const QUERIES = ["red lamp", "small oak desk", "red red naïve", "unknownword", ""];

let shop: SearchIndex;
const cluster = await connect();
let weights: LearnedTermWeights;
let model: TrainedModel;
let complete: ClusterSearchIndex;
let few: ClusterSearchIndex;

beforeAll(async () => {
  shop = await createIndex({ fields: SHOP_FIELDS });
  const products = listProducts(240);
  await shop.add(products.slice(0, 150));
  await shop.add(products.slice(150));
  await shop.delete(["p3", "p77"]);
  const pairs = ["lamp", "desk", "chair"].flatMap((word) =>
    ["red", "oak", "small", "steel"].map((other) => `${other} ${word}`),
  );
  const judged = pairs.map((text, i) => ({
    ...{ id: `q${i}`, text },
    relevant: [`p${9 + 7 * i}`, `p${20 + 11 * i}`],
  }));
  weights = await shop.learn(judged);
  model = await shop.train("knrm", judged, {
    ...{ options: { dimensions: 4 }, threads: 1, settings: { epochs: 1 } },
  });
  await shop.withReader((reader) =>
    publish(cluster, reader, { alias: "every-option", shards: 3, replicas: 0 }),
  );
  complete = await ClusterSearchIndex.open(cluster, "every-option", { candidates: 300 });
  few = await ClusterSearchIndex.open(cluster, "every-option", { candidates: 20 });
});
afterAll(() => shop.close());

const outcomes = new Map<string, string>();

describe("a published index", () => {
  const names = Object.keys({ ...SCORING_OPTIONS, ...RESULT_OPTIONS, ...CALL_OPTIONS });
  test("has a decision on every option of a search", () => {
    expect(Object.keys(DECISIONS).sort()).toEqual(names.sort());
  });

  test.each(Object.keys(DECISIONS) as OptionName[])(
    "is searched like the local one: %s",
    async (name) => {
      const declared = DECISIONS[name];
      const decision = typeof declared === "function" ? declared() : declared;
      if ("refused" in decision) {
        await expect(complete.search("red lamp", decision.refused)).rejects.toThrow(name);
        outcomes.set(name, "refused");
        return;
      }
      const limited = new Set<string>();
      const compare = async (query: string, options: SearchOptions): Promise<void> => {
        const text = JSON.stringify([query, options]);
        const { took: _, ...expected } = await shop.search(query, options);
        const { took: __, candidates, ...found } = await complete.search(query, options);
        expect(candidates?.isComplete, text).toBe(true);
        expect(found, text).toEqual(expected);
        const part = await few.search(query, options);
        for (const each of comparePart(part, expected, text)) limited.add(each);
        const isNew = name === "after" && options.after === undefined;
        if (isNew && expected.after !== undefined) {
          await compare(query, { ...options, after: expected.after });
        }
      };
      const searches = decision.flatMap(({ query: own, ...options }) =>
        (own === undefined ? QUERIES : [own]).map((query) => ({ query, options })),
      );
      await Promise.all(searches.map(({ query, options }) => compare(query, options)));
      const list = [...limited].sort().join(", ");
      outcomes.set(
        name,
        list === "" ? "equal" : `equal; with more matches than candidates: ${list}`,
      );
    },
  );
});

/** What a result of few candidates names as limited; everything else must be equal. */
function comparePart(
  { candidates, ...part }: Awaited<ReturnType<SearchIndex["search"]>>,
  expected: Omit<Awaited<ReturnType<SearchIndex["search"]>>, "took">,
  search: string,
): readonly string[] {
  const limited = candidates?.limited ?? [];
  const text = `${search}, limited: ${limited.join(", ")}`;
  if (!limited.includes("hits")) expect(part.hits, text).toEqual(expected.hits);
  if (!limited.includes("total") && part.isLowerBound === undefined) {
    expect(part.total, text).toBe(expected.total);
  }
  if (!limited.includes("facets")) {
    expect(part.facets, text).toEqual(expected.facets);
    expect(part.facetStats, text).toEqual(expected.facetStats);
  }
  return limited;
}

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
    const suggested = await readResponse(app.request("/indexes/shop/suggest?q=red%20la"));
    expect(suggested.body.suggestions).toEqual(await shop.suggest("red la"));
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
    expect(await complete.suggest(query), query).toEqual(await shop.suggest(query));
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
  const page = readFileSync(join(ROOT, "docs/opensearch.md"), "utf8");
  const [, table = ""] =
    /<!-- every option -->\n([\s\S]*?)<!-- end of every option -->/.exec(page) ?? [];
  expect(table.trim().split("\n").slice(2)).toEqual(rows);
});
