/**
 * An index with fields on three shards, compared with the local index with the same impacts: every
 * option of a search that the server takes, and the refusal of those that it does not take. The
 * table of docs/opensearch.md is what this suite found.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createRecordRanker,
  type PublishedRecord,
  publish,
  update,
} from "../../adapters/opensearch/index.ts";
import { createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { SUPPORT } from "../../apps/server/tasks/opensearch/cluster-index.ts";
import type { HttpSearchOptions } from "../../src/api/index.ts";
import type { SearchOptions } from "../../src/api/search-options.ts";
import { createIndex, type SearchIndex } from "../../src/search/index.ts";
import { createJsonRequest, readResponse } from "../server/small-server.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";
import { connect, nodes } from "./cluster-nodes.ts";

const cluster = await connect();
const ROOT = join(import.meta.dirname, "../..");
const WORDS = ["red", "blue", "lamp", "lamps", "chair", "desk", "oak", "steel", "small", "naïve"];
const KINDS = ["lamps", "chairs", "", "Büro"];
const FIELDS = {
  title: { weight: 3 },
  body: {},
  kind: "keyword",
  price: "number",
  sold: "boolean",
  made: "date",
  tags: "keyword[]",
  sizes: "number[]",
} as const;

/** Small made-up products; some lack values. */
const products = Array.from({ length: 240 }, (_, i) => {
  const word = (n: number): string => WORDS[(n * 7 + (n >> 2)) % WORDS.length] as string;
  return {
    id: `p${i}`,
    title: `${word(i)} ${word(i + 3)}`,
    body: Array.from({ length: 1 + (i % 9) }, (__, at) => word(i * at + at)).join(" "),
    kind: KINDS[i % 4],
    ...(i % 5 === 0 ? {} : { price: [0, -1, 2.5, 10, 1e12][i % 7] ?? i }),
    sold: i % 3 === 0,
    ...(i % 4 === 1 ? {} : { made: `2026-0${1 + (i % 9)}-1${i % 10}` }),
    tags: KINDS.slice(i % 3, (i % 3) + (i % 4)),
    sizes: [i % 6, (i * 3) % 11],
  };
});

const SEARCHES: Readonly<Record<string, readonly SearchOptions[]>> = {
  limit: [{ limit: 1 }, { limit: 100 }],
  offset: [{ offset: 7, limit: 5 }],
  total: [{ total: true }],
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
    { filter: { sizes: { gt: 3, lt: 5 } } },
    { filter: { made: { gt: "2026-04-01" } } },
    { filter: { made: { in: ["2026-02-11"] } } },
    { filter: { or: [{ kind: "chairs" }, { not: { tags: { exists: true } } }] } },
    { filter: { or: [] } },
    { filter: { and: [] } },
  ],
  facets: [
    { facets: ["kind", "sold", "made", "tags"] },
    { facets: { price: {}, sizes: { limit: 3 } } },
    { facets: { price: { ranges: [[0, 10], [10], [null, 0]] }, sizes: { ranges: [[2, 5]] } } },
    { facets: { made: { ranges: [["2026-01-01", "2026-04-01"], []] } } },
    { facets: ["kind"], filter: { sold: false } },
  ],
  sort: [
    { sort: "price" },
    { sort: "-price" },
    { sort: ["kind", "-made"] },
    { sort: ["-sold", "score"] },
    { sort: ["-score"] },
    { sort: ["-kind", "price"], offset: 3 },
    { sort: "made", filter: { price: { exists: true } } },
  ],
};
const QUERIES = [
  "red lamp",
  "lamps",
  "small oak desk",
  "naïve steel",
  "unknownword",
  "red red",
  "",
];

let shop: SearchIndex;
let record: PublishedRecord;
const engine = new LocalEngine({
  root: createTemporaryFolder("fielded"),
  cluster: { name: "shop", alias: "shop", partial: "refuse", options: { nodes, patience: 10_000 } },
});
const app = createApp({ engine });
const ask = (query: string, options: object) =>
  readResponse(
    app.request("/indexes/shop/search", createJsonRequest("POST", { query, ...options })),
  );

beforeAll(async () => {
  shop = await createIndex({ fields: FIELDS });
  await shop.add(products.slice(0, 150));
  await shop.add(products.slice(150));
  await shop.delete(["p3", "p77"]);
  const report = await shop.withReader((reader) =>
    publish(cluster, reader, { alias: "shop", shards: 3, replicas: 0, documents: false }),
  );
  ({ record } = report);
  expect(report.verified.agreement).toBe(1);
});
afterAll(async () => {
  app.jobs.close();
  await engine.close();
  await shop.close();
});

/** What the local index returns for a query that has no other options than the cluster's. */
async function searchHere(query: string, options: SearchOptions) {
  const ranker = createRecordRanker(record);
  if (ranker === undefined) throw new Error("impacts have a ranker");
  const { hits, total, facets } = await shop.search(query, { ...options, ranker });
  return { hits: hits.map(({ id, score, document }) => ({ id, score, document })), total, facets };
}

const outcomes = new Map<string, string>();

describe("an index with fields on three shards", () => {
  test.each(Object.keys(SEARCHES))("is searched like the local one: %s", async (name) => {
    for (const options of SEARCHES[name] ?? []) {
      for (const query of QUERIES) {
        // An empty query without another option finds nothing.
        const isEmpty = query === "" && !["filter", "facets", "sort"].includes(name);
        if (isEmpty) continue;
        const search = JSON.stringify([query, options]);
        const { status, body } = await ask(query, options);
        expect(status, `${search}: ${body.message}`).toBe(200);
        const { hits, total, facets } = body;
        expect({ hits, total, facets }, search).toEqual(await searchHere(query, options));
        expect(Object.keys(facets ?? {}).map((field) => Object.keys(facets[field]))).toEqual(
          Object.values((await searchHere(query, options)).facets ?? {}).map(Object.keys),
        );
      }
    }
    outcomes.set(name, "equal");
  });

  const VALUES: Readonly<Partial<Record<keyof HttpSearchOptions, unknown>>> = {
    ...{ after: "x", distinct: "kind", fields: ["title"], syntax: true, explain: true },
    ...{ weights: "w", synonyms: "red, blue", stopWords: ["red"] },
    ...{ prefix: true, fuzzy: true, snippet: true, highlight: true, didYouMean: true },
  };
  test.each(Object.keys(VALUES) as (keyof HttpSearchOptions)[])(
    "refuses or names what it does not take: %s",
    async (name) => {
      const { status, body } = await ask("red lamp", { [name]: VALUES[name] });
      if (status === 400) {
        expect(body.message).toContain(name);
        outcomes.set(name, "refused");
        return;
      }
      expect(body.ignored).toEqual([name]);
      outcomes.set(name, "no effect, named in `ignored`");
    },
  );

  test("follows changes of the local index", async () => {
    await shop.put({ id: "p5", title: "zebra lamp", kind: "lamps", price: 7 });
    await shop.delete("p8");
    const report = await shop.withReader((reader) => update(cluster, reader, { alias: "shop" }));
    ({ record } = report);
    expect(report.deleted).toBe(1);
    for (const query of ["zebra", "red lamp"]) {
      const { body } = await ask(query, { sort: "price", facets: ["kind"] });
      const { hits, total, facets } = body;
      const expected = await searchHere(query, { sort: "price", facets: ["kind"] });
      expect({ hits, total, facets }, query).toEqual(expected);
    }
  });

  test("is described by the table of docs/opensearch.md", () => {
    const names = Object.keys(SUPPORT).filter((name) => outcomes.has(name));
    const rows = names.map((name) => `| \`${name}\` | ${outcomes.get(name)} |`);
    const page = readFileSync(join(ROOT, "docs/opensearch.md"), "utf8");
    const [, table = ""] = /<!-- equality -->\n([\s\S]*?)<!-- end of equality -->/.exec(page) ?? [];
    expect(table.trim().split("\n").slice(2)).toEqual(rows);
  });
});

test("fields with an analyzer of their own, and other modes, are refused by name", async () => {
  const index = await createIndex({
    fields: { text: {}, german: { analyzer: { language: "german" } } },
  });
  await index.add({ id: "a", text: "b" });
  await index.withReader(async (reader) => {
    await expect(publish(cluster, reader, { alias: "two" })).rejects.toThrow('field "german" has');
    const boosts = publish(cluster, reader, { alias: "two", mode: "boosts" });
    await expect(boosts).rejects.toThrow("is published as impacts");
  });
  await index.close();
});
