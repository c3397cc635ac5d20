/** The settings of an index over HTTP and by the client. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fetch, TermwiseClient } from "../../src/client/index.ts";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer;
beforeAll(async () => {
  server = await openSmallServer();
});
afterAll(() => server.close());

const ask = (path: string, init?: RequestInit) => readResponse(server.app.request(path, init));
const patch = (change: unknown) =>
  ask("/indexes/recipes/settings", createJsonRequest("PATCH", change));

test("settings are empty, changed, and followed by searches", async () => {
  expect(await ask("/indexes/recipes/settings")).toEqual({ status: 200, body: {} });
  expect((await ask("/indexes/recipes/search?q=flou")).body.total).toBe(0);
  const synonyms = "loaf => bread";
  expect(await patch({ prefix: true, synonyms, ranker: "lm" })).toEqual({
    status: 200,
    body: { prefix: true, synonyms, ranker: "lm" },
  });
  expect((await ask("/indexes/recipes/search?q=flou")).body.total).toBe(1);
  expect((await ask("/indexes/recipes/search?q=flou&prefix=false")).body.total).toBe(0);
  expect((await ask("/indexes/recipes/search?q=loaf")).body.hits[0].id).toBe("bread");
  expect((await ask("/indexes/recipes")).body.ranker).toBe("lm");
  expect((await patch({ ranker: null })).body).toEqual({ prefix: true, synonyms });
  expect((await ask("/indexes/recipes")).body.ranker).toBe("bm25");
});

test("unknown settings and wrong values are refused by name", async () => {
  const { status, body } = await patch({ prefx: true });
  expect([status, body.message]).toEqual([400, expect.stringContaining("prefx")]);
  expect((await patch({ prefix: "yes" })).body.message).toContain("prefix");
  expect((await patch({ ranker: "bm26" })).body.message).toContain("bm26");
  expect((await ask("/indexes/none/settings")).status).toBe(404);
});

test("the client reads and changes settings", async () => {
  const send = ((url: string, init: RequestInit) =>
    server.app.request(url.replace("http://server", ""), init)) as unknown as Fetch;
  const index = new TermwiseClient({ url: "http://server", fetch: send }).index("recipes");
  expect(await index.updateSettings({ synonyms: null, fuzzy: 1 })).toEqual({
    ...{ prefix: true, fuzzy: 1 },
  });
  expect(await index.settings()).toEqual({ prefix: true, fuzzy: 1 });
});
