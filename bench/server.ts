/**
 * The capacity of a server, and its behaviour under overload.
 *
 * Real queries over the large mix, ten hits each without totals, over loopback, client and server
 * on the same cores, the client a process of its own. Measured: requests a second and latencies
 * with 1, 8 and 64 clients in closed loops, and the same with Lucene behind a plain server in turns
 * with ours, with the processor time of each per search; the overhead of HTTP over the same
 * searches in this process; open loops at three times the measured capacity; the longest delay of
 * the socket thread; the memory of the server; and, with --minutes, searches beside writes, each of
 * which is searched for afterwards. Not measured: the network, and other documents than those of
 * the mix. The result of a run on all documents is kept in bench/results, or in the file of --out.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench -- server [--documents 1003191] [--seconds 10]
 *   [--overloads 3] [--minutes 0] [--out file]
 */

import { fork } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createIndex, openIndex, type SearchDocument } from "../src/search/index.ts";
import { PeerProcess } from "./peer-process.ts";
import { readMixDocuments } from "./search-workload.ts";
import { ServerClient } from "./server-client.ts";
import type { LoadMessage } from "./server-load-process.ts";
import {
  type ClosedLoopResult,
  computePercentiles,
  type OpenLoopResult,
  type Percentiles,
  round,
} from "./server-loads.ts";
import { runMixedLoad } from "./server-mixed-load.ts";
import { startLucene } from "./server-peer.ts";
import { createQueryPaths, readQueryTexts } from "./server-queries.ts";

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "1003191" },
    seconds: { type: "string", default: "10" },
    overloads: { type: "string", default: "3" },
    minutes: { type: "string", default: "0" },
    out: { type: "string" },
  },
});
const collections = process.env.TERMWISE_COLLECTIONS;
if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS must name the collections");
const [documents, seconds, minutes] = [values.documents, values.seconds, values.minutes].map(
  Number,
) as [number, number, number];

/** Queries of which each half is sent alone, here and over HTTP. */
const ALONE = 500;
const THREADS = availableParallelism();
const ROOT = join(import.meta.dirname, "../..");
const DOCUMENTS = 1_003_191;
const root = join(import.meta.dirname, "../server-bench", String(documents));
const folder = join(root, "mix");
const query = readQueryTexts(collections);
const ours = createQueryPaths(collections, "ours");

const table: Record<string, unknown> = {
  ...{
    documents,
    seconds,
    threads: THREADS,
    node: process.version,
    date: new Date().toISOString(),
  },
};
const record = (what: string, figures: unknown): void => {
  table[what] = figures;
  console.log(`${what}: ${JSON.stringify(figures)}`);
};

await prepare();
const { child, port } = await startServer();
const peer = await startLucene(
  join(root, "peer"),
  () => readMixDocuments(collections as string, documents),
  THREADS,
);
if (peer === undefined) console.log("Lucene is not installed; see bench/peers/server/README.md");
const loader = fork(join(import.meta.dirname, "server-load-process.js"));
try {
  const client = new ServerClient(port);
  record("memory after starting, MB", readMegabytes(child.pid, "VmRSS"));
  const us = { target: "ours", port, pid: child.pid } as const;
  const them = peer && ({ target: "theirs", port: peer.port, pid: peer.child.pid } as const);
  await runLoad(us, { clients: 8, seconds: 3 }); // warm
  await client.loopDelay(); // monitored from here on
  if (them !== undefined) await runLoad(them, { clients: 8, seconds: 3 });
  let capacity = 0;
  for (const clients of [1, 8, 64]) {
    const load = { clients, seconds, from: 10_000 * clients };
    const figures = await measureClosedLoop(us, load);
    record(`${clients} clients`, figures);
    if (them !== undefined)
      record(`${clients} clients, Lucene`, await measureClosedLoop(them, load));
    capacity = Math.max(capacity, figures.perSecond);
  }
  record("memory after the closed loops, MB", readMegabytes(child.pid, "VmRSS"));
  peer?.child.kill();
  const { here, there } = await measureUnloaded(client);
  record("search in this process", here);
  record("the same searches over HTTP", there);
  record("HTTP adds at the median, ms", round(there.p50 - here.p50));
  record("latest timer of the sockets' thread until here, ms", await client.loopDelay());
  for (let run = 1; run <= Number(values.overloads); run++) {
    const name = run === 1 ? "open loop at 3x" : `open loop at 3x, run ${run}`;
    record(name, await runLoad(us, { perSecond: 3 * capacity, seconds }));
  }
  record("latest timer in those loops, ms", await client.loopDelay());
  record("peak memory, MB", readMegabytes(child.pid, "VmHWM"));
  if (minutes > 0)
    record(`mixed for ${minutes} minutes`, await runMixedLoad(client, ours, minutes));
  const day = new Date().toISOString().slice(0, 10);
  const kept = documents === DOCUMENTS ? join(ROOT, `bench/results/server-${day}.json`) : undefined;
  const out = values.out ?? kept;
  if (out !== undefined) writeFileSync(out, `${JSON.stringify(table, null, 2)}\n`);
  client.close();
} finally {
  child.kill();
  peer?.child.kill();
  loader.kill("SIGTERM");
}

/** Puts a load on a server from the other process. */
function runLoad(
  { target, port: at }: Pick<LoadMessage, "target" | "port">,
  load: LoadMessage["load"],
): Promise<ClosedLoopResult | OpenLoopResult> {
  loader.send({ port: at, target, load } satisfies LoadMessage);
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void => reject(new Error(`the client ended with ${code}`));
    loader.once("exit", fail);
    loader.once("message", (message) => {
      loader.off("exit", fail);
      resolve(message as ClosedLoopResult);
    });
  });
}

/** Closed loops, with the processor ms of the server per response. */
async function measureClosedLoop(
  server: Pick<LoadMessage, "target" | "port"> & { readonly pid: number | undefined },
  load: { readonly clients: number; readonly seconds: number; readonly from: number },
): Promise<ClosedLoopResult & { readonly processorMs: number }> {
  const before = readProcessorMs(server.pid);
  const figures = (await runLoad(server, load)) as ClosedLoopResult;
  const answers = Object.values(figures.statuses).reduce((sum, count) => sum + count, 0);
  return { ...figures, processorMs: round((readProcessorMs(server.pid) - before) / answers) };
}

/** Processor ms of a process, from Linux; NaN elsewhere. */
function readProcessorMs(pid: number | undefined): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  const text = readFileSync(path, "latin1");
  const words = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return 10 * (Number(words[11]) + Number(words[12])); // a hundred ticks a second
}

/** Memory of a process in megabytes, from Linux; NaN elsewhere. */
function readMegabytes(pid: number | undefined, what: "VmRSS" | "VmHWM"): number {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return Number.NaN;
  const kibibytes = new RegExp(`^${what}:\\s*(\\d+) kB$`, "m").exec(
    readFileSync(path, "utf8"),
  )?.[1];
  return Math.round((Number(kibibytes) * 1024) / 1e6);
}

async function prepare(): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const index = await createIndex(unfinished);
  await index.add(
    readMixDocuments(collections as string, documents) as AsyncIterable<SearchDocument>,
  );
  await index.close();
  renameSync(unfinished, folder);
}

/** The same searches here and over HTTP, in turns, so that other load affects both equally. */
async function measureUnloaded(
  client: ServerClient,
): Promise<{ here: Percentiles; there: Percentiles }> {
  const index = await openIndex(folder);
  const [here, there]: [number[], number[]] = [[], []];
  for (let i = 0; i < 2 * ALONE; i++) {
    const begun = performance.now();
    const options = { total: false, didYouMean: false, timeout: 1000 } as const;
    JSON.stringify(await index.search(query(i), options));
    const own = performance.now() - begun;
    const { ms } = await client.get(ours(i));
    if (i < ALONE) continue; // warm
    here.push(own);
    there.push(ms);
  }
  await index.close();
  return { here: computePercentiles(here), there: computePercentiles(there) };
}

async function startServer(): Promise<{ child: PeerProcess; port: number }> {
  const cli = join(import.meta.dirname, "../apps/cli/main.js");
  const options = ["--port", "0", "--no-log", "--threads", String(THREADS)];
  const child = new PeerProcess("Termwise", process.execPath, [cli, "serve", root, ...options]);
  const address = await child.readLine();
  return { child, port: Number(address.trim().slice(address.lastIndexOf(":") + 1)) };
}
