/**
 * The memory for opening and searching an index, compared with other engines on the same work.
 *
 * The peak memory of a fresh process (`VmHWM` of its status, so on Linux only), Node or the Java
 * machine included, on 10 %, 30 % and all of the large mix: 1,000 questions for k = 10, then the
 * same for k = 1000. The index is built by another process before, so that building does not count.
 * Ours is measured in four modes: the bare index of bench/search.ts, on the calling thread and on
 * two search threads; an index with positions, stored texts and surface tokens through `openIndex`,
 * with ten hits shown for each question; and the bare index with 50 commits of 20 documents between
 * the questions.
 *
 * Then the cost of a commit for a reader: processor milliseconds from a commit of one document to
 * the end of the next search.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench -- memory [--shares 0.1,0.3,1 --peers all|none|tantivy,lucene]
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { defined } from "../src/common/defined.ts";
import type { MemoryFigures } from "./memory-process.ts";
import { findPeers } from "./search-peers.ts";
import { SearchProcess } from "./search-process.ts";
import { prepareWorkload, toMixName, type Workload } from "./search-workload.ts";

const ROOT = join(import.meta.dirname, "../..");
const PROCESS = join(import.meta.dirname, "memory-process.js");
/** Our modes; see memory-process.ts. */
const WAYS = ["bare", "threads", "facade", "commits"];
const QUERIES = 1000;

const { values } = parseArgs({
  options: {
    shares: { type: "string", default: "0.1,0.3,1" },
    peers: { type: "string", default: "tantivy,lucene" },
  },
});
const { TERMWISE_COLLECTIONS: collections } = process.env;
if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS names no folder");
const folder: string = collections;
const requestedPeers = values.peers.split(",");
const peerEngines = findPeers((missing) => console.log(missing)).filter(
  ({ name, isSmall }) =>
    !isSmall && (requestedPeers.includes("all") || requestedPeers.includes(name)),
);

const all: (MemoryFigures & { readonly documents: number })[] = [];
for (const share of values.shares.split(",").map(Number)) {
  const parent = join(ROOT, ".build/search-workloads");
  const work = limitQueries(await prepareWorkload(folder, parent, toMixName(share)));
  console.log(`\n${work.name}: ${work.documentCount.toLocaleString("en")} documents`);
  for await (const figures of measureEngines(work)) {
    all.push({ ...figures, documents: work.documentCount });
    const { engine, openBytes, peakBytes, commitMilliseconds } = figures;
    const opened =
      openBytes === undefined ? "" : `, ${formatMegabytes(openBytes)} MB when it was open`;
    const commit =
      commitMilliseconds === undefined
        ? ""
        : `, ${commitMilliseconds.toFixed(1)} ms of processor time for a commit and the next search`;
    console.log(
      `  ${engine.padEnd(22)} at most ${formatMegabytes(peakBytes)} MB${opened}${commit}`,
    );
  }
}
mkdirSync(join(ROOT, "bench/results"), { recursive: true });
const date = new Date().toISOString().slice(0, 10);
writeFileSync(join(ROOT, `bench/results/memory-${date}.json`), `${JSON.stringify(all, null, 2)}\n`);

async function* measureEngines(work: Workload): AsyncGenerator<MemoryFigures> {
  yield* measureOurs(work);
  yield* await measurePeers(work);
}

/** The first questions with a word, the same for all engines. */
function limitQueries(work: Workload): Workload {
  const queries = join(work.folder, "first-queries.txt");
  const lines = readFileSync(work.queries, "utf8").split("\n");
  const some = lines.filter((line) => line !== "").slice(0, QUERIES);
  writeFileSync(queries, `${some.join("\n")}\n`);
  return { ...work, queries };
}

function measureOurs(work: Workload): MemoryFigures[] {
  const run = (way: string): string => {
    const args = [PROCESS, way, work.folder, work.queries, folder, String(work.documentCount)];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`${way}: ${stderr}`);
    return stdout;
  };
  if (!existsSync(join(work.folder, "termwise")) || !existsSync(join(work.folder, "full"))) {
    run("build");
  }
  return WAYS.map((way) => JSON.parse(run(way)) as MemoryFigures);
}

/** Engines build their index at their first start and reuse it the next time. */
async function measurePeers(work: Workload): Promise<MemoryFigures[]> {
  const figures: MemoryFigures[] = [];
  for (const engine of peerEngines) {
    if (!SearchProcess.isBuilt(engine, work)) (await SearchProcess.start(engine, work)).stop();
    const running = await SearchProcess.start(engine, work);
    const openBytes = running.peakBytes();
    for (const k of [10, 1000]) await running.times(k);
    const peakBytes = running.peakBytes() ?? 0;
    figures.push({
      engine: `${engine.name} ${running.description}`,
      peakBytes,
      ...defined({ openBytes }),
    });
    running.stop();
  }
  return figures;
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0).padStart(4);
}
