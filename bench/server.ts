/**
 * How much a server takes, and what it does when it gets more.
 *
 * Real queries over the large mix, ten hits each without totals, over loopback, client and
 * server on the same cores. Measured: requests a second and latencies with 1, 8
 * and 64 clients in closed loops; what HTTP adds to the same search in the same
 * process; an open loop at three times the measured capacity; and, with
 * --minutes, searches beside writes, each of which is looked for afterwards.
 * Left out: the network, and other documents than those of the mix.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench:server -- [--documents 1003191] [--seconds 10] [--minutes 0]
 */

import { type ChildProcess, spawn } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { createIndex, openIndex, type SearchDocument } from "../src/search/index.ts";
import { mixDocuments } from "./search-workload.ts";
import { type Answered, ServerClient } from "./server-client.ts";

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "1003191" },
    seconds: { type: "string", default: "10" },
    minutes: { type: "string", default: "0" },
  },
});
const collections = process.env.TERMWISE_COLLECTIONS;
if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS must name the collections");
const [documents, seconds, minutes] = [values.documents, values.seconds, values.minutes].map(
  Number,
) as [number, number, number];

const root = join(import.meta.dirname, "../server-bench", String(documents));
const folder = join(root, "mix");
await prepare();
const queries: string[] = [];
for await (const line of createInterface({
  input: createReadStream(join(collections, "large/queries.tsv")),
})) {
  queries.push(line.slice(line.indexOf("\t") + 1));
}

/** The next query; the first 500 only warm up. */
let next = 500;

const inProcess = await searchHere();
const { child, port } = await startServer();
try {
  const client = new ServerClient(port);
  await closedLoop(client, 8, 2); // warm
  const table: Record<string, object> = {};
  let capacity = 0;
  for (const clients of [1, 8, 64]) {
    const figures = await closedLoop(client, clients, seconds);
    table[`${clients} clients`] = figures;
    capacity = Math.max(capacity, figures.perSecond);
  }
  const one = await latencies(client, 500);
  table["search in this process"] = inProcess;
  table["HTTP adds at the median, ms"] = { p50: round(one.p50 - inProcess.p50) };
  table["open loop at 3x"] = await openLoop(client, 3 * capacity, seconds);
  if (minutes > 0) table[`mixed for ${minutes} minutes`] = await mixed(client, minutes);
  console.log(JSON.stringify({ documents, seconds, node: process.version, ...table }, null, 2));
  client.close();
} finally {
  child.kill("SIGTERM");
}

async function prepare(): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const index = await createIndex(unfinished);
  await index.add(mixDocuments(collections as string, documents) as AsyncIterable<SearchDocument>);
  await index.close();
  renameSync(unfinished, folder);
}

/** The same searches without HTTP, one after the other on this thread. */
async function searchHere(): Promise<{ p50: number; p99: number }> {
  const index = await openIndex(folder);
  const times: number[] = [];
  for (const [i, query] of queries.slice(0, 1000).entries()) {
    const begun = performance.now();
    const { hits } = await index.search(query, { total: false, didYouMean: false });
    JSON.stringify(hits);
    if (i >= 500) times.push(performance.now() - begun);
  }
  await index.close();
  return spread(times);
}

async function startServer(): Promise<{ child: ChildProcess; port: number }> {
  const cli = join(import.meta.dirname, "../apps/cli/main.js");
  const server = spawn(process.execPath, [cli, "serve", root, "--port", "0", "--no-log"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise<string>((resolve) =>
    server.stdout.once("data", (bytes) => resolve(String(bytes).trim())),
  );
  return { child: server, port: Number(address.slice(address.lastIndexOf(":") + 1)) };
}

function pathOf(i: number): string {
  const q = encodeURIComponent(queries[i % queries.length] as string);
  return `/indexes/mix/search?q=${q}&total=false&didYouMean=false`;
}

async function closedLoop(client: ServerClient, clients: number, forSeconds: number) {
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  const end = performance.now() + 1000 * forSeconds;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const { status, ms } = await client.get(pathOf(next++));
      statuses[status] = (statuses[status] ?? 0) + 1;
      times.push(ms);
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
  return { perSecond: round(times.length / forSeconds), ...spread(times), statuses };
}

/** One request after the other: those that `searchHere` measured. */
async function latencies(client: ServerClient, count: number) {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push((await client.get(pathOf(500 + i))).ms);
  return spread(times);
}

async function openLoop(client: ServerClient, perSecond: number, forSeconds: number) {
  const answers: Promise<Answered>[] = [];
  const begun = performance.now();
  while (performance.now() - begun < 1000 * forSeconds) {
    const due = ((performance.now() - begun) / 1000) * perSecond;
    while (answers.length < due) answers.push(client.get(pathOf(next++)));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const all = await Promise.all(answers);
  const [accepted, refused] = [
    all.filter((a) => a.status === 200),
    all.filter((a) => a.status === 503),
  ];
  return {
    asked: all.length,
    accepted: { count: accepted.length, ...spread(accepted.map(({ ms }) => ms)) },
    refused: { count: refused.length, ...spread(refused.map(({ ms }) => ms)) },
    other: all.length - accepted.length - refused.length,
  };
}

/** Four searching clients beside one that writes ten documents at a time; every write is looked for. */
async function mixed(client: ServerClient, forMinutes: number) {
  const end = performance.now() + 60_000 * forMinutes;
  const memory: number[] = [];
  const times: number[] = [];
  let [writes, lost, errors] = [0, 0, 0];
  const search = async (): Promise<void> => {
    while (performance.now() < end) {
      const { status, ms } = await client.get(pathOf(next++));
      if (status === 200) times.push(ms);
      else if (status !== 503) errors++;
    }
  };
  const write = async (): Promise<void> => {
    while (performance.now() < end) {
      const word = `written${writes}`;
      const batch = Array.from({ length: 10 }, (_, i) => ({
        id: `${word}-${i}`,
        text: `${word} text`,
      }));
      const { status } = await client.post("/indexes/mix/documents", batch);
      if (status !== 200) errors++;
      const found = await client.get(`/indexes/mix/search?q=${word}`);
      if ((JSON.parse(found.text) as { total?: number }).total !== 10) lost++;
      writes++;
      if (writes % 10 === 0) memory.push(await client.residentBytes());
    }
  };
  await Promise.all([search(), search(), search(), search(), write()]);
  const megabytes = memory.map((bytes) => Math.round(bytes / 1e6));
  return {
    writes,
    lost,
    errors,
    searches: times.length,
    ...spread(times),
    megabytes: [megabytes[0], megabytes.at(-1)],
  };
}

function spread(times: readonly number[]): { p50: number; p99: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number =>
    round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
