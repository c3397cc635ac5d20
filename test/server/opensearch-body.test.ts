import { afterAll, beforeAll, expect, test } from "vitest";
import { createJsonRequest, openSmallServer, type SmallServer } from "./small-server.ts";

let server: SmallServer;
beforeAll(async () => {
  server = await openSmallServer();
});
afterAll(() => server.close());

interface OpenSearchHit {
  readonly _id: string;
  readonly _source?: object;
  readonly highlight?: object;
}

async function search(body: object): Promise<readonly OpenSearchHit[] | string> {
  const response = await server.app.request("/recipes/_search", createJsonRequest("POST", body));
  if (response.status !== 200) return response.text();
  return ((await response.json()) as { hits: { hits: OpenSearchHit[] } }).hits.hits;
}

const ids = async (body: object) => {
  const hits = await search(body);
  return typeof hits === "string" ? hits : hits.map(({ _id }) => _id);
};

test("sorts by fields and by score", async () => {
  expect(await ids({ sort: "price" })).toEqual(["bread", "eggs", "soup"]);
  expect(await ids({ sort: [{ price: "desc" }] })).toEqual(["soup", "eggs", "bread"]);
  expect(await ids({ sort: [{ price: { order: "desc" } }, "_score"] })).toEqual([
    ...["soup", "eggs", "bread"],
  ]);
  expect(await ids({ sort: { price: "up" } })).toContain("asc or desc");
  expect(await ids({ sort: { price: { mode: "avg" } } })).toContain("mode");
});

test("returns the requested properties", async () => {
  const query = { match: { text: "flour" } };
  const source = async (_source: unknown) => {
    const hits = await search({ query, _source });
    return typeof hits === "string" ? hits : hits[0]?._source;
  };
  expect(await source(["price"])).toEqual({ price: 2 });
  expect(await source("title")).toEqual({ title: "Bread" });
  expect(await source(false)).toBeUndefined();
  expect(await source("t*")).toContain("_source must be");
});

test("highlights texts", async () => {
  const hits = await search({
    query: { match: { text: "flour" } },
    highlight: { fields: { text: {} } },
  });
  expect((hits as readonly OpenSearchHit[])[0]?.highlight).toEqual({
    text: ["<em>flour</em> water"],
  });
});

test.each(["suggest", "rescore", "post_filter", "collapse"])(
  "refuses %s by its name",
  async (name) => {
    expect(await search({ [name]: {} })).toContain(`\\"${name}\\" is not supported`);
  },
);
