/**
 * The event loop stays responsive: whatever is requested, the socket thread spends at most 50 ms
 * between two turns of its event loop. Its processor time is measured, so that a busy machine fails
 * no test.
 */

import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const { createIndex } = (await import(
  new URL("../../dist/src/search/index.js", import.meta.url).href
)) as typeof import("../../src/search/index.ts");

const MAX_TURN_MS = 50;
const JSON_TYPE = { "content-type": "application/json", connection: "close" };

let folder: string;
let child: ChildProcess;
let address: string;

function receiveMessage<T>(): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number): void => reject(new Error(`the server ended with ${code}`));
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message as T);
    });
  });
}

/** The maximum ms between two turns while `work` runs. */
async function measureLongestTurn(work: () => Promise<void>): Promise<number> {
  child.send("start");
  await work();
  const answer = receiveMessage<{ most: number; turns: number }>();
  child.send("stop");
  const { most, turns } = await answer;
  expect(turns).toBeGreaterThan(1);
  return most;
}

async function ask(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(address + path, { headers: { connection: "close" }, ...init });
  const text = await answer.text();
  expect(answer.status, text.slice(0, 300)).toBeLessThan(300);
  return text;
}

function send(path: string, body: unknown, method = "POST"): Promise<string> {
  return ask(path, { method, headers: JSON_TYPE, body: JSON.stringify(body) });
}

const createWords = (n: number, count: number): string =>
  Array.from({ length: count }, (_, j) => `w${(n * 7 + j * j) % 97}`).join(" ");
const createDocuments = (count: number, length: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => ({ id: prefix + i, text: createWords(i, length) }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-loop-"));
  const index = await createIndex(join(folder, "words"));
  await index.add(createDocuments(3000, 60, ""));
  await index.close();
  child = fork(new URL("./watched-server.mjs", import.meta.url).pathname, [folder]);
  const { port } = await receiveMessage<{ port: number }>();
  address = `http://127.0.0.1:${port}`;
  await ask("/indexes/words/search?q=w1"); // warm
});

afterAll(async () => {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.send("close");
  await ended;
  await rm(folder, { recursive: true });
});

test("the checker detects 80 ms of work", async () => {
  const most = await measureLongestTurn(async () => {
    child.send("burn");
    await receiveMessage();
  });
  expect(most).toBeGreaterThan(MAX_TURN_MS);
});

const MANY_TEXTS = Array.from({ length: 1000 }, (_, i) => `w${i} `.repeat(600));
const JUDGED = Array.from({ length: 9000 }, (_, k) => ({
  text: `w${k % 97} w${k}`,
  relevant: Object.fromEntries(Array.from({ length: 10 }, (_, d) => [String((d + k) % 3000), 1])),
}));

const WORK: Readonly<Record<string, () => Promise<unknown>>> = {
  "searches with a thousand hits": async () => {
    for (let i = 0; i < 20; i++) await ask(`/indexes/words/search?q=w${i}+w${i + 1}&limit=1000`);
  },
  "a filter of 900 kB": () => {
    const prices = Array.from({ length: 110_000 }, (_, k) => 100_000 + k);
    return send("/indexes/words/search", { query: "w1", filter: { price: { in: prices } } });
  },
  "16 MB of documents as lines": () => {
    const body = createDocuments(40_000, 100, "l").map((each) => JSON.stringify(each));
    const headers = { "content-type": "application/x-ndjson", connection: "close" };
    return ask("/indexes/words/documents", { method: "POST", headers, body: body.join("\n") });
  },
  "8 MB of documents as a list": () =>
    send("/indexes/words/documents", createDocuments(20_000, 100, "a")),
  "all documents out": () => ask("/indexes/words/documents?format=ndjson"),
  "3 MB of texts to re-rank": () =>
    send("/v2/rerank", { query: "w1 w2", documents: MANY_TEXTS, return_documents: true }),
  "a thousand hits as Algolia has them": () =>
    send("/1/indexes/words/query", { query: "w3", hitsPerPage: 1000 }),
  "a thousand hits as OpenSearch has them, explained": () =>
    send("/words/_search", { query: { match: { text: "w3 w7" } }, size: 1000, explain: true }),
  "90,000 judgements": () => send("/indexes/words/judgements", { queries: JUDGED }, "PUT"),
  "an evaluation of two systems": async () => {
    const systems = [{ ranker: "bm25" }, { ranker: "lm" }];
    const judgements = { queries: JUDGED.slice(0, 200), mode: "replace" };
    await send("/indexes/words/judgements", judgements, "PUT");
    const job = await send("/indexes/words/jobs", { kind: "evaluate", systems });
    const { id } = JSON.parse(job) as { id: string };
    expect(await ask(`/jobs/${id}/events`)).toContain('"state":"done"');
  },
  "90,000 ids to delete": () => {
    const ids = Array.from({ length: 90_000 }, (_, k) => `l${k}`);
    return send("/indexes/words/documents", { ids }, "DELETE");
  },
};

test.each(Object.keys(WORK))("%s", async (name) => {
  const most = await measureLongestTurn(async () => void (await WORK[name]?.()));
  expect(most).toBeLessThan(MAX_TURN_MS);
});
