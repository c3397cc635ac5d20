/** Parts of documents, deletion by a filter and replacement of all, over HTTP and by the client. */

import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { type Fetch, TermwiseClient } from "../../src/client/index.ts";
import { createIndex, openIndex } from "../../src/search/index.ts";
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

const DOCUMENTS = "/indexes/recipes/documents";
const ask = (path: string, init?: RequestInit) => readResponse(server.app.request(path, init));

test("PATCH changes properties of one document, or of several", async () => {
  const one = await ask(`${DOCUMENTS}/eggs`, createJsonRequest("PATCH", { price: 9 }));
  expect(one).toEqual({ status: 200, body: { documents: 1 } });
  const lines = '{"id":"soup","price":1}\n{"id":"bread","title":null}\n';
  const headers = { "content-type": "application/x-ndjson" };
  expect((await ask(DOCUMENTS, { method: "PATCH", body: lines, headers })).body).toEqual({
    documents: 2,
  });
  expect((await ask(`${DOCUMENTS}/eggs`)).body).toMatchObject({ title: "Boiled eggs", price: 9 });
  expect((await ask(`${DOCUMENTS}/bread`)).body).toEqual({
    ...{ id: "bread", text: "flour water", price: 2 },
  });
  const unknown = await ask(`${DOCUMENTS}/cake`, createJsonRequest("PATCH", { price: 9 }));
  expect([unknown.status, unknown.body.message]).toEqual([404, 'the index has no document "cake"']);
});

test("DELETE takes a filter, as an object or as text, and not both ids and a filter", async () => {
  const remove = (body: object) => ask(DOCUMENTS, createJsonRequest("DELETE", body));
  expect((await remove({ filter: "price > 4" })).body).toEqual({ deleted: 1 });
  expect((await remove({ filter: { price: 3 } })).body).toEqual({ deleted: 1 });
  expect((await remove({})).status).toBe(400);
  expect((await remove({ ids: ["eggs"], filter: "price > 4" })).status).toBe(400);
  expect((await ask("/indexes/recipes")).body.documents).toBe(1);
});

test("PUT replaces all documents, or none if one is wrong", async () => {
  const documents = [{ id: "cake", text: "flour" }];
  const wrong = [...documents, { id: "pie", text: 3 }];
  expect((await ask(DOCUMENTS, createJsonRequest("PUT", wrong))).status).toBe(400);
  expect((await ask("/indexes/recipes")).body.documents).toBe(3);
  const replaced = await ask(DOCUMENTS, createJsonRequest("PUT", documents));
  expect(replaced).toEqual({ status: 200, body: { documents: 1 } });
  expect((await ask("/indexes/recipes/search?q=flour")).body.hits).toMatchObject([{ id: "cake" }]);
});

test("filters as text work in a body and in an address", async () => {
  const search = createJsonRequest("POST", { query: "egg", filter: "price < 4" });
  expect((await ask("/indexes/recipes/search", search)).body.total).toBe(1);
  const address = new URLSearchParams({ q: "egg", filter: "price >= 3 and not id = eggs" });
  expect((await ask(`/indexes/recipes/search?${address}`)).body.total).toBe(1);
  const wrong = await ask("/indexes/recipes/search?q=egg&filter=price");
  expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining("character")]);
});

test("the client has the same changes", async () => {
  const send = ((url: string, init: RequestInit) =>
    server.app.request(url.replace("http://server", ""), init)) as unknown as Fetch;
  const index = new TermwiseClient({ url: "http://server", fetch: send }).index("recipes");
  expect(await index.update({ id: "eggs", price: 9 })).toEqual({ documents: 1 });
  expect(await index.delete({ filter: "price = 9" })).toEqual({ deleted: 1 });
  expect(await index.delete(["soup", "cake"])).toEqual({ deleted: 1 });
  expect(await index.replace([{ id: "pie", text: "egg" }])).toEqual({ documents: 1 });
  expect((await index.search("egg", { filter: "text = egg" })).total).toBe(1);
});

test("values of a field are searched by the route and by the client", async () => {
  const first = await ask("/indexes/recipes/facets/title?q=bo&filter=price<4");
  expect(first).toEqual({ status: 200, body: { values: [{ value: "Boiled eggs", count: 1 }] } });
  const send = ((url: string, init: RequestInit) =>
    server.app.request(url.replace("http://server", ""), init)) as unknown as Fetch;
  const index = new TermwiseClient({ url: "http://server", fetch: send }).index("recipes");
  const { signal } = new AbortController();
  expect(await index.facetSearch("title", "egg", { query: "soup", signal })).toEqual({
    values: [{ value: "Egg soup", count: 1 }],
  });
  expect((await index.search("egg", { facets: ["price"] })).facetStats).toEqual({
    price: { min: 3, max: 5 },
  });
});

test("an export beside changes leaves out no document", async () => {
  const root = server.folder;
  const name = "large";
  const change = async (documents: readonly object[], deleted: readonly string[] = []) => {
    const index = await openIndex(join(root, name));
    await index.delete(deleted);
    await index.add(documents as never);
    await index.close();
  };
  await (await createIndex(join(root, name))).close();
  const ids = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `d${from + i}`);
  const toDocuments = (names: readonly string[]) =>
    names.map((id) => ({ id, text: `${id} ${"word ".repeat(100)}` }));
  await change(toDocuments(ids(0, 50)));
  await change(toDocuments(ids(50, 1050)));
  const engine = new LocalEngine({ root });
  // The server looks at the folder for changes of other processes once a second.
  const waitForChanges = () => new Promise((resolve) => setTimeout(resolve, 1100));
  const [position, ...begun] = (
    await engine.read("exportDocuments", { index: name, after: "" })
  ).split("\n");
  expect(begun.length).toBeLessThan(1000);
  // Without its documents the first segment goes, and the numbers of all others change.
  await change(toDocuments(ids(1050, 1060)), ids(0, 50));
  await waitForChanges();
  const exported = [...begun];
  for (let after = position as string; after !== ""; ) {
    const [next, ...lines] = (await engine.read("exportDocuments", { index: name, after })).split(
      "\n",
    );
    exported.push(...lines);
    after = next as string;
  }
  const found = exported.filter((line) => line !== "").map((line) => JSON.parse(line).id);
  expect(found).toEqual(ids(0, 1060));
  const unknown = engine.read("exportDocuments", { index: name, after: "/segment-of-before:3" });
  await expect(unknown).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await engine.close();
});
