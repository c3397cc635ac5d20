/** Numbers at the ends of their range: every score of an answer is a number, or the request is refused. */

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIndex } from "../../src/search/index.ts";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer;
beforeAll(async () => {
  server = await openSmallServer();
  const fields = { title: "text", body: "text" } as const;
  const index = await createIndex(join(server.folder, "fields"), { fields });
  await index.add([
    { id: "a", title: "egg soup", body: "soup with egg" },
    { id: "b", title: "bread", body: "flour water egg" },
  ]);
  await index.close();
});
afterAll(() => server.close());

const search = (index: string, request: object) =>
  readResponse(server.app.request(`/indexes/${index}/search`, createJsonRequest("POST", request)));
const EXTREMES = ["1e308", "1e200", "1e9", "1e-308", "0", "-1", "1e999"];
const requests: [string, string, object][] = EXTREMES.flatMap((number) => [
  [`a weight of a field, ${number}`, "fields", { fields: [`title^${number}`, "body"] }],
  [`weights by name, ${number}`, "fields", { fields: { title: Number(number), body: 1 } }],
  [
    `weights of all fields, ${number}`,
    "fields",
    { fields: { title: Number(number), body: Number(number) } },
  ],
  [`a boost, ${number}`, "recipes", { query: `egg^${number} soup`, syntax: true }],
  [
    `a boost in fields, ${number}`,
    "fields",
    { query: `egg^${number} title:soup^${number}`, syntax: true },
  ],
  ...[
    "bm25(k1=X)",
    "bm25(b=X)",
    "lm(mu=X)",
    "bm25f(k1=X)",
    "bm25+(delta=X)",
    "proximity(weight=X)",
    "dfr(c=X)",
  ].map((ranker): [string, string, object] => {
    const name = ranker.replace("X", number);
    return [name, ranker.startsWith("bm25f") ? "fields" : "recipes", { ranker: name }];
  }),
]);

test.each(requests)("%s", async (_, index, request) => {
  const { status, body } = await search(index, { query: "egg soup", explain: true, ...request });
  if (status === 400) expect(body.code).toMatch(/^BAD_(?:ARGUMENT|QUERY)$/);
  else {
    expect(status).toBe(200);
    for (const { score, explanation } of body.hits) {
      expect([typeof score, typeof explanation.value]).toEqual(["number", "number"]);
    }
  }
});
