import { afterEach, expect, test } from "vitest";
import { KeyStore } from "../../apps/server/access/api-key-store.ts";
import { Keys } from "../../apps/server/access/api-keys.ts";
import type { TaskOptions } from "../../apps/server/engine/engine.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import type { TaskName, Tasks } from "../../apps/server/tasks/tasks.ts";
import { createJsonRequest, openSmallServer, type SmallServer } from "./small-server.ts";

const ADMIN = "a".repeat(32);
let server: SmallServer;
let now = new Date("2026-01-01T00:00:00Z");
afterEach(async () => {
  await server.close();
  now = new Date("2026-01-01T00:00:00Z");
});

async function openServer(): Promise<void> {
  server = await openSmallServer({
    keys: new Keys().with(ADMIN, "admin", "admin"),
    now: () => now,
  });
}

const send = (key: string, path: string, method = "GET", body?: unknown): Promise<Response> => {
  const init = body === undefined ? { method } : createJsonRequest(method, body);
  const headers = { ...(init as RequestInit).headers, authorization: `Bearer ${key}` };
  return server.app.request(path, { ...init, headers });
};

async function createKey(request: object): Promise<string> {
  const response = await send(ADMIN, "/keys", "POST", request);
  expect(response.status).toBe(201);
  return ((await response.json()) as { key: string }).key;
}

const SEARCH = "/indexes/recipes/search?q=egg";

test("a key for searching searches, and reads and lists nothing", async () => {
  await openServer();
  const key = await createKey({ scope: "search" });
  expect((await send(key, SEARCH)).status).toBe(200);
  expect((await send(key, "/indexes/recipes/suggest?q=eg")).status).toBe(200);
  for (const path of ["documents", "documents/eggs", "words", "judgements", ""]) {
    expect((await send(key, `/indexes/recipes/${path}`.replace(/\/$/, ""))).status).toBe(403);
  }
  expect((await send(key, "/indexes")).status).toBe(403);
  expect((await send(key, "/keys")).status).toBe(403);
  const algolia = await send(key, "/1/indexes/recipes/query", "POST", { query: "egg" });
  expect(algolia.status).toBe(200);
});

test("a key is listed without its secret, and revoked", async () => {
  await openServer();
  const key = await createKey({ scope: "read", name: "page" });
  const listed = await (await send(ADMIN, "/keys")).text();
  expect(JSON.parse(listed).keys).toEqual([
    { name: "admin", scope: "admin" },
    { name: "page", scope: "read" },
  ]);
  expect(listed).not.toContain(key);
  expect((await send(ADMIN, "/keys/page", "DELETE")).status).toBe(204);
  expect((await send(key, SEARCH)).status).toBe(401);
  expect((await send(ADMIN, "/keys/page", "DELETE")).status).toBe(404);
  expect((await send(ADMIN, "/keys", "POST", { scope: "read", name: "admin" })).status).toBe(400);
});

test("a server whose last key was revoked is closed to all", async () => {
  await openServer();
  expect((await send(ADMIN, "/keys/admin", "DELETE")).status).toBe(204);
  expect((await server.app.request(SEARCH)).status).toBe(401);
});

test("a key ends", async () => {
  await openServer();
  const key = await createKey({ scope: "search", expires: "2026-02-01" });
  expect((await send(key, SEARCH)).status).toBe(200);
  now = new Date("2026-02-01T00:00:00Z");
  const response = await send(key, SEARCH);
  expect(response.status).toBe(401);
  expect(await response.text()).toContain("has expired");
});

test("a key of some indexes is refused for others, on every route", async () => {
  await openServer();
  await send(ADMIN, "/indexes", "POST", { name: "other" });
  const search = await createKey({ scope: "search", indexes: ["other"] });
  const admin = await createKey({ scope: "admin", indexes: ["other"] });
  expect((await send(search, SEARCH)).status).toBe(403);
  expect((await send(search, "/indexes/other/search?q=egg")).status).toBe(200);
  const queries = (indexName: string) => ({ requests: [{ indexName, query: "egg" }] });
  const multi = "/1/indexes/*/queries";
  expect((await send(search, multi, "POST", queries("recipes"))).status).toBe(403);
  expect((await send(search, multi, "POST", queries("other"))).status).toBe(200);
  for (const path of ["/keys", "/jobs", "/indexes", "/models", "/indexes/recipes"]) {
    expect((await send(admin, path)).status).toBe(403);
  }
  expect((await send(admin, "/indexes/other")).status).toBe(200);
});

test("the filter of a key is part of every search", async () => {
  await openServer();
  const key = await createKey({ scope: "search", filter: { price: { gt: 4 } } });
  const ids = async (path: string, body: object) => {
    const response = await send(key, path, "POST", body);
    const { hits } = (await response.json()) as { hits?: { id?: string; objectID?: string }[] };
    return hits?.map(({ id, objectID }) => id ?? objectID) ?? response.status;
  };
  const path = "/indexes/recipes/search";
  expect(await ids(path, { query: "egg" })).toEqual(["soup"]);
  expect(await ids(path, { query: "egg", filter: { price: { lt: 4 } } })).toEqual([]);
  expect(await ids(path, { query: "egg", filter: { or: [{ price: 3 }, { price: 5 }] } })).toEqual([
    "soup",
  ]);
  const long = {
    query: "egg",
    filter: { price: { in: Array.from({ length: 9000 }, (_, i) => i) } },
  };
  expect(await ids(path, long)).toEqual(["soup"]); // a body that another thread would read
  expect(await ids("/1/indexes/recipes/query", { query: "egg" })).toEqual(["soup"]);
  expect(await ids("/1/indexes/recipes/query", { query: "egg", facets: ["*"] })).toEqual(["soup"]);
  const values = await send(key, "/1/indexes/recipes/facets/price/query", "POST", {});
  expect(await values.json()).toMatchObject({ facetHits: [{ value: "5", count: 1 }] });
  expect((await send(key, SEARCH)).status).toBe(200);
  expect((await send(key, "/indexes/recipes/suggest?q=eg")).status).toBe(403);
  const wider = await send(ADMIN, "/keys", "POST", { scope: "read", filter: { price: 1 } });
  expect(wider.status).toBe(400);
});

test("a restricted key has its long requests done by the same threads as others", async () => {
  await openServer();
  const tasks: string[] = [];
  class WatchedEngine extends LocalEngine {
    override read<N extends TaskName>(name: N, input: Tasks[N], options?: TaskOptions) {
      tasks.push(name);
      return super.read(name, input, options);
    }
  }
  const engine = new WatchedEngine({ root: server.folder });
  const admin = new Keys().with(ADMIN, "admin", "admin");
  const watched = await openSmallServer({ engine, keys: admin });
  const other = server;
  server = watched;
  const filter = { price: { gt: 4 } };
  const key = await createKey({ scope: "search", filter, indexes: ["recipes"] });
  const hits = await send(key, "/1/indexes/recipes/query", "POST", { query: "egg" });
  expect(((await hits.json()) as { hits: { objectID: string }[] }).hits).toMatchObject([
    { objectID: "soup" },
  ]);
  const multi = { requests: [{ indexName: "other", query: "egg" }] };
  const refused = await send(key, "/1/indexes/*/queries", "POST", multi);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: "FORBIDDEN" });
  const found = await send(key, "/recipes/_search", "POST", { query: { match_all: {} } });
  expect(await found.json()).toMatchObject({ hits: { total: { value: 1 } } });
  expect(tasks).toEqual(["callRoute", "callRoute", "callRoute"]);
  await engine.close();
  await other.close();
});

test("a change by another process is seen", async () => {
  await openServer();
  const stores = [await KeyStore.open(server.folder), await KeyStore.open(server.folder)];
  const [own, other] = stores as [KeyStore, KeyStore];
  const { key, name } = await other.create({ scope: "read" });
  await expect
    .poll(
      async () => {
        await own.refresh();
        return own.find(key)?.name;
      },
      { timeout: 20_000 },
    )
    .toBe(name);
});
