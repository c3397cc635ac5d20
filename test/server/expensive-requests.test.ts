/** Requests that are small and would take long: each has a limit, or ends with the time of a search. */

import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { highlightFields } from "../../apps/server/compat/algolia-highlights.ts";
import { QueryWords } from "../../apps/server/compat/algolia-words.ts";
import { parseAggregations, runAggregations } from "../../apps/server/compat/opensearch-aggs.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { Keys } from "../../apps/server/keys.ts";
import { RequestTime } from "../../apps/server/search-timeout.ts";
import { createIndex } from "../../src/search/index.ts";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer;
beforeEach(async () => {
  server = await openSmallServer();
});
afterEach(() => server.close());

const send = (path: string, body: object) =>
  readResponse(server.app.request(path, createJsonRequest("POST", body)));

async function addIndex(name: string, documents: readonly object[]): Promise<void> {
  const index = await createIndex(join(server.folder, name));
  await index.add(documents as never);
  await index.close();
}

describe("aggregations", () => {
  const terms = (count: number, size: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`a${i}`, { terms: { field: "value", size } }]),
    );

  test("are limited in number", async () => {
    const { status, body } = await send("/recipes/_search", { aggs: terms(101, 10) });
    expect([status, body.message]).toEqual([400, "aggs takes at most 100 aggregations, got 101"]);
  });

  test("of the same values are limited in their buckets", async () => {
    const values = Array.from({ length: 700 }, (_, i) => ({ id: `${i}`, text: "x", value: i }));
    await addIndex("values", values);
    const whole = await send("/values/_search", { size: 0, aggs: terms(93, 1000) });
    expect(whole.body.aggregations.a92.buckets).toHaveLength(700);
    const { status, body } = await send("/values/_search", { size: 0, aggs: terms(94, 1000) });
    expect([status, body.message]).toEqual([
      400,
      "aggs returns at most 65535 buckets in all; choose a smaller size",
    ]);
  });

  test.each(["constructor", "toString"])("take a field named %s", async (field) => {
    await addIndex("odd", [
      { id: "a", text: "x", [field]: 3 },
      { id: "b", text: "x" },
    ]);
    const aggs = {
      values: { terms: { field } },
      ranges: { range: { field, ranges: [{ from: 1 }] } },
    };
    const { status, body } = await send("/odd/_search", { aggs });
    expect(status).toBe(200);
    expect(body.aggregations.values.buckets).toEqual([{ key: 3, doc_count: 1 }]);
    expect(body.aggregations.ranges.buckets[0].doc_count).toBe(1);
    const facets = await send("/1/indexes/odd/query", { facets: [field] });
    expect(facets.body.facets[field]).toEqual({ "3": 1 });
  });

  test("that were not counted to the end say so", async () => {
    const values = Array.from({ length: 3000 }, (_, i) => ({ id: `${i}`, text: "x", value: i }));
    await addIndex("values", values);
    const engine = new LocalEngine({ root: server.folder });
    const ranges = Array.from({ length: 900 }, (_, from) => ({ from }));
    const [range] = parseAggregations({ a: { range: { field: "value", ranges } } });
    const count = (time: RequestTime) =>
      runAggregations(
        { engine, index: "values", matching: { query: "" }, time },
        range === undefined ? [] : [range],
      );
    expect((await count(new RequestTime(60_000))).isPartial).toBe(false);
    // A millisecond is enough for none or all of it, by chance.
    await expect.poll(async () => (await count(new RequestTime(-1))).isPartial).toBe(true);
    await engine.close();
  });
});

test("facets return a limited number of values", async () => {
  const facets = { price: { limit: 400_000 }, title: { limit: 200_000 } };
  const { status, body } = await send("/indexes/recipes/search", { query: "egg", facets });
  expect([status, body.message]).toEqual([
    400,
    "a search takes at most 500000 values of facets, got 600000",
  ]);
});

test("a cursor with a count that no search returns is refused", async () => {
  const request = { query: "egg soup", limit: 1 };
  const { body } = await send("/indexes/recipes/search", request);
  const parts = JSON.parse(Buffer.from(body.after, "base64url").toString());
  expect(parts[6]).toBe(1);
  const forge = (count: number) =>
    Buffer.from(JSON.stringify([...parts.slice(0, 6), count])).toString("base64url");
  const after = await send("/indexes/recipes/search", { ...request, after: forge(-1e12) });
  expect(after).toMatchObject({ status: 400, body: { code: "BAD_ARGUMENT" } });
  const far = await send("/indexes/recipes/search", {
    ...request,
    after: forge(Number.MAX_SAFE_INTEGER),
  });
  expect(far.body.hits).toHaveLength(1);
});

test("a group of many synonyms is refused before it is read", async () => {
  const words = Array.from({ length: 9000 }, (_, i) => `s${i}`);
  const { status, body } = await send("/indexes/recipes/search", {
    query: "egg",
    synonyms: `a, b\n${words.join(",")}`,
  });
  expect(status).toBe(400);
  expect(body.message).toMatch(/^synonyms, line 2: at most 256 synonyms, got "s0,s1,/);
});

test("the searches of one request have the time of one search together", () => {
  const time = new RequestTime(200);
  const { timeout } = time.apply({ query: "a" });
  expect(timeout).toBeGreaterThan(0);
  expect(timeout).toBeLessThanOrEqual(200);
  expect(time.apply({ query: "a", timeout: 5 }).timeout).toBeLessThanOrEqual(5);
  expect(new RequestTime(-1).apply({ query: "a" }).timeout).toBe(1);
});

test("a text that there is no time to mark is returned without marks, escaped", () => {
  const mark = (time: RequestTime) => {
    const words = new QueryWords("egg", { allowsTypos: true, time });
    const text = `<b> ${"egg ".repeat(2000)}`;
    return highlightFields({ text }, words, ["<em>", "</em>"]).text?.value ?? "";
  };
  expect(mark(new RequestTime(60_000)).split("<em>egg</em>")).toHaveLength(2001);
  const late = mark(new RequestTime(-60_000));
  expect(late.split("<em>").length).toBeLessThan(1100);
  expect(late.replaceAll(/<\/?em>/g, "")).toBe(`&lt;b&gt; ${"egg ".repeat(2000)}`);
});

test("a key whose end cannot be stored is refused, and the others stay valid", async () => {
  const admin = "a".repeat(32);
  await server.close();
  server = await openSmallServer({ keys: new Keys().with(admin, "admin", "admin") });
  const create = (expires: string) =>
    readResponse(
      server.app.request(
        "/keys",
        createJsonRequest(
          "POST",
          { scope: "search", expires },
          { authorization: `Bearer ${admin}` },
        ),
      ),
    );
  for (const expires of ["+012345-01-01", "-000001-01-01", "275760-09-13"]) {
    expect((await create(expires)).status).toBe(400);
  }
  expect((await create("9999-12-31")).status).toBe(201);
});
