import { afterEach, expect, test } from "vitest";
import { serve } from "../../apps/server/serve.ts";
import { createJsonRequest, openSmallServer, type SmallServer } from "./small-server.ts";

const SHOP = "https://shop.example";
let server: SmallServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const preflight = (origin: string): RequestInit => ({
  method: "OPTIONS",
  headers: { origin, "access-control-request-method": "POST" },
});

test("pages of other origins may not read responses by default", async () => {
  server = await openSmallServer();
  const get = await server.app.request("/indexes/recipes/search?q=egg", {
    headers: { origin: SHOP },
  });
  expect(get.headers.get("access-control-allow-origin")).toBeNull();
  expect(get.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  const asked = await server.app.request("/indexes/recipes/search", preflight(SHOP));
  expect(asked.status).toBe(405);
  expect(asked.headers.get("access-control-allow-origin")).toBeNull();
});

test("pages of a permitted origin may, and those of others may not", async () => {
  server = await openSmallServer({ origins: [SHOP] });
  const asked = await server.app.request("/indexes/recipes/search", preflight(SHOP));
  expect(asked.status).toBe(204);
  expect(asked.headers.get("access-control-allow-origin")).toBe(SHOP);
  expect(asked.headers.get("access-control-allow-headers")).toContain("authorization");
  expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
  const search = createJsonRequest("POST", { query: "egg" });
  const send = (origin: string) =>
    server?.app.request("/indexes/recipes/search", {
      ...search,
      headers: { ...(search.headers as object), origin, "sec-fetch-site": "cross-site" },
    });
  const found = await send(SHOP);
  expect(found?.status).toBe(200);
  expect(found?.headers.get("access-control-allow-origin")).toBe(SHOP);
  expect(found?.headers.get("vary")).toBe("origin");
  const other = await send("https://evil.example");
  expect(other?.status).toBe(403);
  expect(other?.headers.get("access-control-allow-origin")).toBeNull();
});

test("an error can be read, too", async () => {
  server = await openSmallServer({ origins: ["*"] });
  const missing = await server.app.request("/indexes/none/search?q=x", {
    headers: { origin: SHOP },
  });
  expect(missing.status).toBe(404);
  expect(missing.headers.get("access-control-allow-origin")).toBe(SHOP);
});

test("any origin needs keys, and an origin has no path", async () => {
  server = await openSmallServer();
  const start = (origins: readonly string[]) =>
    serve({ folder: server?.folder ?? "", port: 0, host: "127.0.0.1", origins });
  await expect(start(["*"])).rejects.toThrow("only if it has API keys");
  await expect(start(["https://shop.example/path"])).rejects.toThrow("an origin is a scheme");
  // No page has such an origin, so it would permit none.
  await expect(start(["https://*.shop.example"])).rejects.toThrow("named as a whole");
});

test.each([
  ...["null", "", "*", "file://", "HTTPS://SHOP.EXAMPLE", "https://shop.example/"],
  ...["https://shop.example.evil.example", "https://shop.example:8443", `${SHOP}, ${SHOP}`],
])("the origin %j is not the permitted one", async (origin) => {
  server = await openSmallServer({ origins: [SHOP] });
  const asked = await server.app.request("/indexes/recipes/search", preflight(origin));
  const read = await server.app.request("/indexes/recipes/search?q=egg", { headers: { origin } });
  for (const { headers } of [asked, read]) {
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  }
  expect(asked.status).toBe(405);
});
