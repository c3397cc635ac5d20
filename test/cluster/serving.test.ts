/** `serve --retriever`: the server and its page in front of a cluster. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRecordRanker, publish, readRecord } from "../../adapters/opensearch/index.ts";
import { type App, createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import type { ClusterTarget } from "../../apps/server/tasks/index-catalog.ts";
import { createIndex, LocalRetriever, saveModel } from "../../src/search/index.ts";
import { openView } from "../browser/page/page-server.ts";
import { FLAGS } from "../browser/page.ts";
import { createJsonRequest, readResponse } from "../server/small-server.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";
import { connect, nodes } from "./cluster-nodes.ts";
import { listSmallDocuments, listSmallQueries } from "./small-documents.ts";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Three nodes, a server and a browser share the cores; the default of a second is too short. */
const PAGE_WAIT = { timeout: 30_000 };
const cluster = await connect();
const root = createTemporaryFolder("served");
const clusterLocation: ClusterTarget = {
  ...{ name: "served-words", alias: "served.words", partial: "refuse" },
  options: { nodes, patience: 10_000 },
};
const engine = new LocalEngine({ root, cluster: clusterLocation });
const app: App = createApp({ engine });
const post = (path: string, body: object) =>
  readResponse(app.request(path, createJsonRequest("POST", body)));

const index = await createIndex(join(root, "local"));
await index.add(listSmallDocuments(300).map(({ id, text = "" }) => ({ id, text })));

beforeAll(async () => {
  const judged = listSmallQueries(20).map((text, i) => ({
    id: `q${i}`,
    text,
    relevant: [`doc-${i}`],
  }));
  const model = await index.train("knrm", judged, {
    ...{ options: { dimensions: 4 }, threads: 1, settings: { epochs: 1 } },
  });
  await saveModel(model, join(root, "small-model"));
  await index.withReader((reader) =>
    publish(cluster, reader, { alias: clusterLocation.alias, shards: 3, documents: false }),
  );
});
afterAll(async () => {
  app.jobs.close();
  await engine.close();
  await index.close();
});

test("lists and describes only the published index", async () => {
  const { body } = await readResponse(app.request("/indexes"));
  expect(body.indexes).toMatchObject([{ name: "served-words", documents: 300, ranker: "bm25" }]);
  const { body: details } = await readResponse(app.request("/indexes/served-words"));
  expect(details.settings.retriever).toMatchObject({ kind: "opensearch", alias: "served.words" });
  expect((await readResponse(app.request("/indexes/local/search?q=amber"))).status).toBe(404);
});

test("searches like the local index with the same impacts", async () => {
  const { record } = await readRecord(cluster, clusterLocation.alias);
  const ranker = createRecordRanker(record);
  if (ranker === undefined) throw new Error("impacts have a ranker");
  await index.withReader(async (reader) => {
    const local = new LocalRetriever(reader, { ranker });
    for (const query of listSmallQueries(12)) {
      const searchRequest = { query, limit: 7, offset: 3 };
      const { status, body } = await post("/indexes/served-words/search", searchRequest);
      expect(status).toBe(200);
      const { hits } = await local.search(query, 10);
      const outcome = body.hits as { id: string; score: number }[];
      expect(outcome.map(({ id, score }) => ({ id, score }))).toEqual(hits.slice(3));
    }
  });
});

test("re-ranks by a model of the folder, and compares with the first stage", async () => {
  const { status, body } = await post("/indexes/served-words/compare", {
    query: "amber kelp",
    systems: [{ name: "first" }, { name: "second", rerank: "small-model", depth: 50 }],
  });
  expect(status).toBe(200);
  expect(body.systems.map((each: { hits: object[] }) => each.hits.length)).toEqual([10, 10]);
  expect(Object.values(body.documents)[0]).toHaveProperty("document.text");
  const put = await readResponse(
    app.request(
      "/indexes/served-words/judgements",
      createJsonRequest("PUT", {
        queries: [{ text: "amber kelp", relevant: { [body.systems[1].hits[0].id]: 1 } }],
      }),
    ),
  );
  expect(put.body).toEqual({ queries: 1, judgements: 1 });
  const again = await post("/indexes/served-words/compare", {
    query: "amber kelp",
    systems: [{ rerank: "small-model", depth: 50 }],
    measures: ["RR@10"],
  });
  expect(again.body.systems[0].measures).toEqual({ "RR@10": 1 });
});

test("reports unused options and refuses unsupported requests", async () => {
  const path = "/indexes/served-words/search";
  const { body } = await post(path, { query: "amber", prefix: true, snippet: true, fuzzy: false });
  expect(body.ignored).toEqual(["snippet", "prefix"]);
  const { status, body: refused } = await post(path, { query: "amber", filter: { price: 1 } });
  expect(status).toBe(400);
  expect(refused.message).toContain("is on a cluster, which has no filter");
  expect((await post(path, { query: "amber", ranker: "lm" })).body.message).toContain(
    "was published with bm25",
  );
});

test.each([
  ["POST", "/indexes/served-words/documents", { id: 1, text: "a" }, "adding documents"],
  ["DELETE", "/indexes/served-words/documents", { ids: ["doc-1"] }, "deleting documents"],
  ["POST", "/indexes/served-words/explain", { query: "amber", id: "doc-1" }, "an explanation"],
  ["POST", "/indexes", { name: "other" }, "making an index"],
  ["POST", "/indexes/served-words/activate", { ranker: "lm" }, "activating a ranker"],
  ["POST", "/indexes/served-words/publish", { ranker: "lm" }, "activating a ranker"],
])("%s %s is refused with a message", async (method, path, body, what) => {
  const answer = await readResponse(app.request(path, createJsonRequest(method, body)));
  expect(answer.status).toBe(400);
  expect(answer.body.message).toContain(`${what} needs a local index`);
});

/** Runs the program from its command line for the duration of `work`. */
async function withServerProcess(work: (address: string) => Promise<void>): Promise<void> {
  const cli = new URL("../../dist/apps/cli/main.js", import.meta.url).pathname;
  const address = `opensearch:${nodes.join(",")}/${clusterLocation.alias}`;
  const args = ["serve", root, "--retriever", address, "--port", "0", "--no-log", "--threads", "1"];
  const child: ChildProcess = spawn(process.execPath, [cli, ...args]);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout?.once("data", (bytes) => resolve(String(bytes).trim()));
      child.stderr?.on("data", (bytes) => process.stderr.write(bytes));
      child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
    });
    await work(url);
  } finally {
    child.kill("SIGTERM");
  }
  expect(await ended).toBe(0);
}

test("the program serves the published index with the page", () =>
  withServerProcess(async (url) => {
    expect(await (await fetch(url)).text()).toContain("<html");
    const outcome = await fetch(`${url}/indexes/served-words/search?q=amber&rerank=small-model`);
    expect(outcome.status).toBe(200);
    expect(((await outcome.json()) as { hits: object[] }).hits).toHaveLength(10);
  }));

test.skipIf(!existsSync(CHROMIUM))(
  `the page searches and compares in front of a cluster (needs ${CHROMIUM})`,
  () =>
    withServerProcess(async (url) => {
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS] });
      const problems: string[] = [];
      try {
        const page = await openView(browser, `${url}/#/served-words/search`, problems);
        await page.getByText("300").first().waitFor();
        await page.keyboard.press("/");
        await page.keyboard.type("amber kelp");
        const results = page.getByRole("list", { name: "Results" }).getByRole("listitem");
        await expect.poll(() => results.count(), PAGE_WAIT).toBeGreaterThan(9);
        const { body } = await post("/indexes/served-words/search", { query: "amber kelp" });
        const [best] = body.hits as { id: string }[];
        // Until the whole query is searched, the page shows the hits of a part of it.
        await expect.poll(() => results.first().textContent(), PAGE_WAIT).toContain(best?.id);

        const systems = new URLSearchParams({ q: "amber kelp", a: "", b: "rerank=small-model" });
        const path = `${url}/#/served-words/compare?${systems}`;
        const compared = await openView(browser, path, problems);
        const second = compared.getByRole("region", { name: /small-model/ });
        await expect.poll(() => second.getByRole("listitem").count(), PAGE_WAIT).toBe(10);
        const movements = compared.locator(".movement");
        await expect.poll(() => movements.count(), PAGE_WAIT).toBeGreaterThan(0);
        expect(problems).toEqual([]);
      } finally {
        await browser.close();
      }
    }),
  120_000,
);
