/**
 * The server under overload: searches are refused before anything is read, other requests continue.
 */

import { afterEach, beforeEach, expect, test } from "vitest";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer;
let [isFull, isLate] = [false, false];

/** An engine that reports the state that a test sets. */
class StubEngine extends LocalEngine {
  override get isFull(): boolean {
    return isFull;
  }
}

beforeEach(async () => {
  [isFull, isLate] = [false, false];
  const baseServer = await openSmallServer();
  const engine = new StubEngine({ root: baseServer.folder });
  const other = await openSmallServer({ engine, isDelayed: () => isLate });
  server = {
    ...other,
    close: async () => {
      await engine.close();
      await other.close();
      await baseServer.close();
    },
  };
});
afterEach(() => server.close());

const ask = (path: string, init?: RequestInit) => readResponse(server.app.request(path, init));

test("refuses only searches while they would wait too long", async () => {
  isFull = true;
  const searches = [
    ask("/indexes/recipes/search?q=egg"),
    ask("/indexes/recipes/search?limit=nonsense"), // not parsed at all
    ask("/indexes/recipes/search", createJsonRequest("POST", { query: "egg" })),
    ask("/indexes/recipes/suggest?q=e"),
    ask("/recipes/_search", createJsonRequest("POST", {})),
    ask("/1/indexes/recipes/query", createJsonRequest("POST", { query: "egg" })),
  ];
  for (const { status, body } of await Promise.all(searches)) {
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: "OVERLOADED", message: "too many requests at once" });
  }
  const refused = await server.app.request("/indexes/recipes/search?q=egg");
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.headers.get("x-request-id")).not.toBe(null);
  expect((await ask("/ready")).status).toBe(503);
  expect((await ask("/health")).status).toBe(200);
  const document = createJsonRequest("PUT", { text: "toast" });
  expect((await ask("/indexes/recipes/documents/toast", document)).status).toBe(200);
  isFull = false;
  expect((await ask("/indexes/recipes/search?q=toast")).body.total).toBe(1);
  expect((await ask("/ready")).status).toBe(200);
});

test("refuses searches while its event loop is late under many requests", async () => {
  isLate = true;
  expect((await ask("/indexes/recipes/search?q=egg")).status).toBe(200);
  const many = await Promise.all(
    Array.from({ length: 20 }, () => ask("/indexes/recipes/search?q=egg")),
  );
  // Sixteen are few; the four that arrived with that many in progress are refused.
  expect(many.map(({ status }) => status)).toEqual([
    ...new Array(16).fill(200),
    ...new Array(4).fill(503),
  ]);
  expect((await ask("/indexes/recipes/search?q=egg")).status).toBe(200);
});
