/** The limits of one search over HTTP: at each limit, and one above. */

import { afterAll, beforeAll, expect, test } from "vitest";
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

const search = (options: object) =>
  readResponse(
    server.app.request(
      "/indexes/recipes/search",
      createJsonRequest("POST", { query: "egg", ...options }),
    ),
  );
const list = <T>(length: number, create: (i: number) => T): T[] =>
  Array.from({ length }, (_, i) => create(i));

test.each<[string, number, (count: number) => object]>([
  ["facets", 100, (count) => ({ facets: list(count, (i) => `field${i}`) })],
  [
    "ranges of facets",
    1000,
    (count) => ({
      facets: {
        price: { ranges: list(count - 10, (i) => [i, i + 1]) },
        size: { ranges: list(10, (i) => [i, i + 1]) },
      },
    }),
  ],
  ["conditions", 1024, (count) => ({ filter: { or: list(count, (i) => ({ price: i })) } })],
  [
    "conditions",
    1024,
    (count) => ({ filter: { not: { and: list(count, (i) => ({ price: { lt: i } })) } } }),
  ],
])("a search takes %s up to %d", async (label, max, create) => {
  expect((await search(create(max))).status).toBe(200);
  const { status, body } = await search(create(max + 1));
  expect([status, body.code, body.message]).toEqual([
    400,
    "BAD_ARGUMENT",
    `a search takes at most ${max} ${label}, got ${max + 1}`,
  ]);
});

test("the values of one `in` are one condition", async () => {
  const filter = { price: { in: list(5000, (i) => i) } };
  expect((await search({ filter })).body.total).toBe(2); // "eggs" and "soup"
});

test("a filter as text has the length of a query, and the error says so", async () => {
  const filter = "price = 3".padEnd(8192, " ");
  expect((await search({ filter })).body.total).toBe(1);
  const { status, body } = await search({ filter: `${filter} ` });
  const message = "filter in the body is wrong: invalid length: Expected <=8192 but received 8193";
  expect([status, body.message]).toEqual([400, message]);
});

test("filters of OpenSearch's clients have the same limit", async () => {
  const filter = list(10_000, (i) => ({ term: { price: i } }));
  const body = { query: { bool: { must: [{ match: { text: "egg" } }], filter } } };
  const response = await readResponse(
    server.app.request("/recipes/_search", createJsonRequest("POST", body)),
  );
  expect([response.status, response.body.code]).toEqual([400, "BAD_ARGUMENT"]);
});
