/** Requests that are small and would take long: each has a limit, or ends with the time of a search. */

import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Keys } from "../../apps/server/access/api-keys.ts";
import { highlightFields } from "../../apps/server/compat/algolia-highlights.ts";
import { QueryWords } from "../../apps/server/compat/algolia-words.ts";
import { parseAggregations, runAggregations } from "../../apps/server/compat/opensearch-aggs.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { RequestTime } from "../../apps/server/search-timeout.ts";
import { compareSystemsBy } from "../../apps/server/tasks/search.ts";
import { Store } from "../../apps/server/tasks/store.ts";
import { createIndex, explainDocuments } from "../../src/search/index.ts";
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
  // The first search loads modules, which on a busy machine takes all of its time.
  await send(`/${name}/_search`, { aggs: { ids: { terms: { field: "id" } } } });
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
    const values = Array.from({ length: 30_000 }, (_, i) => ({ id: `${i}`, text: "x", value: i }));
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
    // A millisecond is seldom enough for 27 million comparisons.
    await expect
      .poll(async () => (await count(new RequestTime(-1))).isPartial, { timeout: 20_000 })
      .toBe(true);
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

describe("a comparison", () => {
  test("has the time of one search, of which each system has a share", async () => {
    const time: RequestTime = new RequestTime(1000);
    const [first, last] = [time.apply({ query: "x" }, 8), time.apply({ query: "x" }, 1)];
    expect(first.timeout).toBeLessThanOrEqual(125);
    expect(first.timeout).toBeGreaterThan(50);
    expect(last.timeout).toBeGreaterThan(500);
    const timeouts: (number | undefined)[] = [];
    const store = new Store({ root: server.folder });
    const systems = ["bm25", "lm", "tf-idf", "bm25"].map((ranker, i) => ({
      ...(i === 1 ? { rerank: "model" } : { ranker }),
    }));
    const { systems: compared } = await compareSystemsBy(
      store,
      { index: "recipes", request: { query: "egg", systems, timeout: 400 } },
      async (request) => {
        timeouts.push(request.timeout);
        await new Promise((resolve) => setTimeout(resolve, 20));
        const details = { system: { ranker: request.ranker ?? "model" }, ranker: "bm25" };
        return { ...details, hits: [], total: 0, took: 1, isPartial: request.rerank !== undefined };
      },
    );
    await store.close();
    // The model comes last, and has what the others left.
    expect(compared.map(({ isPartial }) => isPartial)).toEqual([false, true, false, false]);
    expect(timeouts[0]).toBeLessThanOrEqual(100);
    expect(timeouts[3]).toBeGreaterThan(200);
  });

  test("says for each system whether it had the time", async () => {
    const { body } = await send("/indexes/recipes/compare", {
      query: "egg",
      systems: [{ ranker: "bm25" }, { ranker: "lm" }],
    });
    expect(body.systems.map(({ isPartial }: { isPartial: boolean }) => isPartial)).toEqual([
      false,
      false,
    ]);
  });
});

test("words by frequency are listed up to a bound, and by name without one", async () => {
  const far = await readResponse(server.app.request("/indexes/recipes/words?offset=1000000"));
  expect([far.status, far.body.code]).toEqual([400, "BAD_ARGUMENT"]);
  const named = await readResponse(
    server.app.request("/indexes/recipes/words?offset=1000000&order=term"),
  );
  expect([named.status, named.body.words, named.body.isPartial]).toEqual([200, [], false]);
});

describe("what takes longer than its time", () => {
  test("is refused where a part of it would be wrong", async () => {
    const index = await createIndex({ vectors: { dimensions: 2 } });
    const documents = Array.from({ length: 3000 }, (_, i) => {
      return { id: `${i}`, text: `word${i} common`, n: i, vector: [i, 1] };
    });
    await index.add(documents);
    const late = { code: "UNAVAILABLE" };
    await expect(index.similar("7", { timeout: 0 })).rejects.toMatchObject(late);
    expect(await index.similar("7", { timeout: 10_000, limit: 1 })).toHaveLength(1);
    const ids = { id: "7", other: "8" };
    const ranking = { ranker: "bm25", fuzzy: 2 } as const;
    const explained = explainDocuments(index, "wort7 common", ids, ranking, { timeout: 0 });
    await expect(explained).rejects.toMatchObject(late);
    const { document } = await explainDocuments(index, "common", ids, ranking, { timeout: 10_000 });
    expect(document.id).toBe("7");
    await index.close();
  });

  test("ends with the time that the request names", async () => {
    const path = "/indexes/recipes/explain";
    const request = { query: "egg", id: "eggs" };
    expect((await send(path, { ...request, timeout: 9000 })).status).toBe(200);
    expect((await send(path, { ...request, timeout: 99_000 })).status).toBe(400);
  });
});

test("a page of large documents ends before its limit, and says where the next begins", async () => {
  const ids = Array.from({ length: 20 }, (_, i) => `${i}`);
  await addIndex(
    "large",
    ids.map((id) => ({ id, blob: "x".repeat(1 << 20) })),
  );
  const list = (after: number) =>
    readResponse(server.app.request(`/indexes/large/documents?limit=1000&after=${after}`));
  const first = await list(0);
  expect([first.body.documents.length, first.body.total]).toEqual([16, 20]);
  const rest = await list(first.body.next);
  expect([rest.body.documents.length, rest.body.next]).toEqual([4, null]);
  const listed = [...first.body.documents, ...rest.body.documents];
  expect(listed.map(({ id }: { id: string }) => id)).toEqual(ids);
});
