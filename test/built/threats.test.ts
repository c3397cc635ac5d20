/**
 * Threats that need the running server: raw paths, bombs, URLs to fetch, hostile models, keys.
 * SECURITY.md lists them all.
 */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";

const toUrl = (path: string): string => new URL(`../../dist/${path}`, import.meta.url).href;
const { serve } = (await import(
  toUrl("apps/server/serve.js")
)) as typeof import("../../apps/server/serve.ts");
const { createIndex } = (await import(
  toUrl("src/search/index.js")
)) as typeof import("../../src/search/index.ts");

const HOST = "127.0.0.1";
const KEY = "a-secret-that-nobody-may-read";
let folder: string;
let served: Awaited<ReturnType<typeof serve>>;
const log: string[] = [];
const authorized = { authorization: `Bearer ${KEY}` };
const json = { ...authorized, "content-type": "application/json" };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-threats-"));
  const index = await createIndex(join(folder, "words"), { positions: true });
  await index.add([{ id: "plain", text: "some plain words" }]);
  await index.close();
  const options = { folder, port: 0, host: HOST, threads: 1, key: KEY };
  served = await serve({ ...options, log: (line) => log.push(line) });
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

/** The status of a request whose target is sent unchanged, without the normalisation of clients. */
function requestRaw(target: string, method = "GET"): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(served.port, HOST, () => {
      const head = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
      socket.write(`${head}Authorization: Bearer ${KEY}\r\n\r\n`, "latin1");
    });
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes;
    });
    socket.on("error", reject);
    socket.on("close", () =>
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }),
    );
  });
}

const PARENT_SEGMENTS = [
  "..",
  "%2e%2e",
  "%2E.",
  ".%2e",
  "..%00",
  "%252e%252e",
  "..;",
  "....",
  "%c0%ae%c0%ae",
];
const SEPARATORS = ["/", "%2f", "%5c", "\\", "//", "/./"];
const TARGETS = PARENT_SEGMENTS.flatMap((up) =>
  SEPARATORS.flatMap((bar) => [
    `/${[up, up, up, "etc", "passwd"].join(bar)}`,
    `/assets${bar}${[up, up, up, "package.json"].join(bar)}`,
    `/indexes/${[up, up, "etc"].join(bar)}`,
    `/indexes/words${bar}${[up, up, ".server", "keys.json"].join(bar)}`,
  ]),
);

test(`${TARGETS.length} paths out of the folder return no file`, async () => {
  expect(TARGETS.length).toBeGreaterThan(200);
  for (const target of TARGETS) {
    const { status, text } = await requestRaw(target);
    expect(status, target).toBeGreaterThanOrEqual(400);
    expect(status, target).toBeLessThan(500);
    expect(text).not.toMatch(/root:|"termwise"|sha/i);
    expect(text).not.toContain(folder);
  }
});

test("a target with another host, and methods of proxies, are refused", async () => {
  for (const [target, method] of [
    ["http://evil.example/indexes", "GET"],
    ["evil.example:80", "CONNECT"],
    ["*", "OPTIONS"],
    ["/indexes", "TRACE"],
    ["/indexes", "PURGE"],
  ] as const) {
    const { status } = await requestRaw(target, method);
    // A proxy's CONNECT is not a request for Node, which closes the socket.
    expect(Number.isNaN(status) || (status >= 400 && status < 500), `${method} ${status}`).toBe(
      true,
    );
  }
});

test("bombs are measured inflated, on every route that takes a body", async () => {
  const bomb = gzipSync(Buffer.alloc(150_000_000, 32));
  expect(bomb.length).toBeLessThan(200_000);
  const { paths } = (await (await fetch(`${served.address}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { requestBody?: { content: object } }>>;
  };
  let requestCount = 0;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { requestBody }] of Object.entries(methods)) {
      if (requestBody === undefined || method === "get") continue;
      const url = served.address + path.replaceAll("{name}", "words").replaceAll(/\{\w+\}/g, "x");
      const headers = { ...json, "content-encoding": "gzip" };
      // fetch() sends "patch" as it is; HTTP methods are in capitals.
      const answer = await fetch(url, { method: method.toUpperCase(), headers, body: bomb });
      expect(answer.status, `${method} ${path}`).toBe(413);
      await answer.text();
      requestCount++;
    }
  }
  expect(requestCount).toBeGreaterThanOrEqual(15);
});

/**
 * Names of this machine: plain, as numbers of all bases, inside IPv6, with full-width digits, and
 * by a public name.
 */
const LOCAL_HOSTS = [
  ...["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"],
  ...["2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1", "127.1"],
  ...["１２７.0.0.1", "%31%32%37.0.0.1", "localhost.", "127.0.0.1.rebinding.example"],
];
const SCHEMES = ["http://", "https://", "//", "opensearch:http://", "http://user@", "file://"];

test("no URL from a client is fetched: 84 of them, including redirects", async () => {
  let fetchCount = 0;
  const trap = createServer((_, answer) => {
    fetchCount++;
    answer.writeHead(302, { location: "/again" }).end();
  });
  await new Promise<void>((resolve) => trap.listen(0, HOST, resolve));
  const { port } = trap.address() as AddressInfo;
  const urls = LOCAL_HOSTS.flatMap((host) => SCHEMES.map((scheme) => `${scheme}${host}:${port}/x`));
  expect(urls).toHaveLength(84);
  for (const url of urls) {
    const post = (path: string, body: object, method = "POST") =>
      fetch(served.address + path, { method, headers: json, body: JSON.stringify(body) });
    const answers = [
      await post("/indexes/words/search", { query: url, ranker: url }),
      await post("/indexes/words/search", { query: url, rerank: url }),
      await post("/indexes/words/search", { query: url, weights: url }),
      await post("/indexes/words/activate", { ranker: url }),
      await post("/v2/rerank", { model: url, query: "a", documents: [url] }),
      await post("/indexes", { name: url }),
    ];
    for (const answer of answers) expect([400, 404]).toContain(answer.status);
    const putResponse = await post("/indexes/words/documents/url", { text: url, url }, "PUT");
    expect(putResponse.status).toBe(200);
  }
  await new Promise((resolve) => trap.close(resolve));
  expect(fetchCount).toBe(0);
});

test("markup in documents, ids, fields and queries is returned as JSON, escaped in HTML", async () => {
  const tags = [
    "script",
    "img src=x onerror=",
    "svg/onload=",
    "iframe srcdoc=",
    "a href=javascript:",
  ];
  const closes = [
    "",
    "'>",
    '">',
    "</title>",
    "</textarea>",
    "-->",
    "]]>",
    "</mark>",
    "\u0000",
    "{{",
  ];
  const payloads = tags.flatMap((tag) =>
    closes.flatMap((close) => [`${close}<${tag}alert(1)>`, `${close}<${tag.toUpperCase()}//>`]),
  );
  expect(payloads.length).toBe(100);
  for (const [i, payload] of payloads.entries()) {
    const id = `${i}${payload.replaceAll("\u0000", "").replaceAll(" ", "/")}`;
    const url = `${served.address}/indexes/words/documents/${encodeURIComponent(id)}`;
    const body = JSON.stringify({ text: `harmless ${payload} words`, title: payload });
    const answer = await fetch(url, { method: "PUT", headers: json, body });
    expect(answer.status, await answer.text()).toBe(200);
  }
  const body = JSON.stringify({ query: "harmless", limit: 200, snippet: true, highlight: true });
  const answer = await fetch(`${served.address}/indexes/words/search`, {
    method: "POST",
    headers: json,
    body,
  });
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const { hits } = (await answer.json()) as { hits: { snippet: { html: string } }[] };
  expect(hits).toHaveLength(100);
  for (const { snippet } of hits) expect(snippet.html).not.toMatch(/<(?!\/?mark>)/);
});

test("untrusted models are refused and never run", async () => {
  const hostile: Record<string, string> = {
    empty: "",
    list: "[]",
    deep: "[".repeat(100_000),
    polluting: '{"__proto__":{"polluted":1},"model":"knrm"}',
    huge: '{"model":"knrm","options":{"dimensions":1e12},"version":1}',
    code: '{"model":"constructor","options":{}}',
    module: '{"model":"file:///evil.mjs"}',
    path: '{"model":"knrm","vectors":"../../../../etc/passwd"}',
  };
  for (const [name, text] of Object.entries(hostile)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "model.json"), text);
    const url = `${served.address}/indexes/words/search?q=plain&rerank=${name}`;
    const answer = await fetch(url, { headers: authorized });
    const body = await answer.text();
    expect(answer.status, `${name}: ${body}`).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain(folder);
    expect(body).not.toContain("root:");
  }
  const models = await fetch(`${served.address}/models`, { headers: authorized });
  expect(await models.json()).toEqual({ models: [] });
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test("the key is in no response, log line or file", async () => {
  for (const path of [`/${KEY}`, `/indexes/words/search?q=${KEY}`, `/indexes/${KEY}`, "/metrics"]) {
    await (await fetch(served.address + path, { headers: authorized })).text();
    await (await fetch(served.address + path, { headers: { authorization: KEY } })).text();
  }
  expect(log.length).toBeGreaterThan(400);
  expect(log.join("\n")).not.toContain(KEY);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name), "latin1");
    expect(bytes.includes(KEY), entry.name).toBe(false);
  }
});
