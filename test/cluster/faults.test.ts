import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Cluster, OpenSearchRetriever, publish } from "../../adapters/opensearch/index.ts";
import { SCHEMA } from "../../adapters/opensearch/published-record.ts";
import { indexInMemory } from "../../src/search/index.ts";
import { connect, nodes } from "./cluster-nodes.ts";
import { type ProxyOptions, startProxy } from "./fault-proxy.ts";
import { listSmallDocuments } from "./small-documents.ts";

const cluster = await connect();
const node = nodes[0] as string;
const reader = await indexInMemory(listSmallDocuments(200));
await publish(cluster, reader, { alias: "faults", shards: 3 });

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function openProxy(options: ProxyOptions): Promise<string> {
  const started = await startProxy(node, options);
  open.push(started);
  return started.url;
}

async function connectThrough(url: string, options = {}): Promise<Cluster> {
  const connected = await Cluster.connect({ nodes: [url], ...options });
  open.push(connected);
  return connected;
}

const BUSY = { status: 429, body: '{"error":{"type":"rejected","reason":"queue is full"}}' };

describe("a cluster that is busy (429)", () => {
  test("is retried until it answers", async () => {
    let refusals = 3;
    const isSearch = (path = ""): boolean => path.startsWith("/_msearch");
    const url = await openProxy({
      interfere: ({ url: path }) => (isSearch(path) && refusals-- > 0 ? BUSY : undefined),
    });
    const retriever = await OpenSearchRetriever.open(await connectThrough(url), "faults");
    const direct = await OpenSearchRetriever.open(cluster, "faults");
    expect(await retriever.search("amber cedar", 10)).toEqual(
      await direct.search("amber cedar", 10),
    );
    expect(refusals).toBeLessThan(0);
  });

  test("receives refused batches again and has every document", async () => {
    let refusals = 4;
    const url = await openProxy({
      interfere: ({ url: path = "" }) =>
        path.includes("_bulk") && refusals-- > 0 ? BUSY : undefined,
    });
    const { load, record } = await publish(await connectThrough(url), reader, {
      ...{ alias: "refused", shards: 3, bulk: { batchBytes: 4096, concurrency: 4 } },
    });
    expect([load.documents, record.documents]).toEqual([200, 200]);
    expect(load.rejected + load.repeated).toBeGreaterThan(0);
    const [retriever, direct] = [
      await OpenSearchRetriever.open(cluster, "refused"),
      await OpenSearchRetriever.open(cluster, "faults"),
    ];
    expect(await retriever.search("amber cedar", 10)).toEqual(
      await direct.search("amber cedar", 10),
    );
  });

  test("is OVERLOADED once the patience is exhausted", async () => {
    const url = await openProxy({
      interfere: ({ url: path }) => (path?.startsWith("/_msearch") ? BUSY : undefined),
    });
    const connected = await connectThrough(url);
    const retriever = await OpenSearchRetriever.open(connected, "faults", { patience: 300 });
    await expect(retriever.search("amber", 10)).rejects.toMatchObject({ code: "OVERLOADED" });
  });
});

test("a cluster that does not answer is UNAVAILABLE after the timeout and patience", async () => {
  const url = await openProxy({
    interfere: ({ url: path }) => (path?.startsWith("/_msearch") ? "hang" : undefined),
  });
  const connected = await connectThrough(url, { timeout: 1000 });
  const retriever = await OpenSearchRetriever.open(connected, "faults", { patience: 1500 });
  await expect(retriever.search("amber", 10)).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining("did not answer in time"),
  });
});

test("an address without a server is UNAVAILABLE", async () => {
  const connecting = Cluster.connect({ nodes: ["http://127.0.0.1:9"], patience: 200 });
  await expect(connecting).rejects.toMatchObject({ code: "UNAVAILABLE" });
});

test("wrong credentials are refused at once and never repeated in the message", async () => {
  const expected = `Basic ${Buffer.from("reader:right").toString("base64")}`;
  let requestCount = 0;
  const url = await openProxy({
    interfere: ({ headers }) => {
      requestCount++;
      if (headers.authorization === expected) return undefined;
      return { status: 401, body: '{"error":"Unauthorized"}' };
    },
  });
  const wrong = Cluster.connect({ nodes: [url], username: "reader", password: "wr0ng" });
  const error = await wrong.catch((each: unknown) => each);
  expect(error).toMatchObject({ code: "BAD_ARGUMENT", details: { status: 401 } });
  expect(String(error)).not.toContain("wr0ng");
  expect(requestCount).toBe(1);
  const connected = await connectThrough(url, { username: "reader", password: "right" });
  expect(connected.version).toMatch(/^3\./);
});

test("a certificate of a private authority is trusted if its authority is named, and refused otherwise", async () => {
  const folder = mkdtempSync(join(tmpdir(), "termwise-tls-"));
  const file = (name: string): string => join(folder, name);
  const openssl = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"],
    ...[
      "-addext",
      "subjectAltName=IP:127.0.0.1",
      "-keyout",
      file("key.pem"),
      "-out",
      file("ca.pem"),
    ],
  ]);
  expect(openssl.status).toBe(0);
  const [key, cert] = [readFileSync(file("key.pem"), "utf8"), readFileSync(file("ca.pem"), "utf8")];
  const url = await openProxy({ tls: { key, cert } });
  const began = Date.now();
  await expect(Cluster.connect({ nodes: [url], patience: 60_000 })).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining("not trusted"),
  });
  expect(Date.now() - began).toBeLessThan(30_000); // no retries
  const retriever = await OpenSearchRetriever.open(
    await connectThrough(url, { ca: cert }),
    "faults",
  );
  expect((await retriever.search("amber", 3)).hits).toHaveLength(3);
});

test("a cluster of another major version, or another program, is refused", async () => {
  const answers = (from: RegExp, to: string): ProxyOptions => ({
    change: (path, body) => (path === "/" ? body.replace(from, to) : body),
  });
  const old = await openProxy(answers(/"number" *: *"[^"]+"/, '"number":"2.19.1"'));
  await expect(Cluster.connect({ nodes: [old] })).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining("2.19.1"),
  });
  const other = await openProxy(answers(/"distribution" *: *"opensearch",/, ""));
  await expect(Cluster.connect({ nodes: [other] })).rejects.toMatchObject({
    message: expect.stringContaining("is neither OpenSearch nor Elasticsearch"),
  });
});

test("an index of another schema, of another program, or a missing one is refused", async () => {
  const withMeta = async (name: string, meta: object): Promise<void> => {
    await cluster.request({ method: "PUT", path: `/${name}`, body: { mappings: { _meta: meta } } });
  };
  await withMeta("later", { termwise: { schema: SCHEMA + 1 } });
  await withMeta("earlier", { termwise: { schema: SCHEMA - 1 } });
  await withMeta("foreign", {});
  const opening = (name: string) => OpenSearchRetriever.open(cluster, name);
  await expect(opening("later")).rejects.toMatchObject({ code: "INDEX_TOO_NEW" });
  await expect(opening("earlier")).rejects.toMatchObject({ code: "INDEX_TOO_OLD" });
  await expect(opening("foreign")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(opening("absent")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("another width or ranker is another index; numbers are never mixed", async () => {
  const narrow = await publish(cluster, reader, { alias: "width", bits: 6 });
  const wide = await publish(cluster, reader, { alias: "width", bits: 12 });
  expect(wide.index).not.toBe(narrow.index);
  expect(wide.record.quantisation?.bits).toBe(12);
  expect(wide.record.previous).toBe(narrow.index);
});

test("a query with more words than the cluster allows is refused with the limit", async () => {
  const retriever = await OpenSearchRetriever.open(cluster, "faults");
  const long = Array.from({ length: 1025 }, (_, i) => `word${i}x`).join(" ");
  await expect(retriever.search(long, 10)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  expect(await retriever.search("", 10)).toEqual({ hits: [], isPartial: false });
});
