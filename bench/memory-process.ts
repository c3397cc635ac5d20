/**
 * One process of bench/memory.ts: opens an index of a workload in one mode, answers queries, and
 * prints its peak memory.
 *
 *   build     writes the indexes `termwise` (lists alone) and `full` (with positions, texts, surface tokens)
 *   bare      a searcher over `termwise`, terms as queries
 *   threads   the same on two search threads
 *   facade    `openIndex` of `full`, texts as queries, ten hits shown for each
 *   commits   `openIndex` of a copy of `termwise`; 50 commits of 20 documents between the queries
 */

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMixDocuments } from "./search-workload.ts";

/** The memory of one process, in bytes. */
export interface MemoryFigures {
  readonly engine: string;
  /** The peak until the index was open; absent if unknown. */
  readonly openBytes?: number;
  /** The peak until the last query. */
  readonly peakBytes: number;
  /** Processor milliseconds from a commit to the end of the next search; the median. */
  readonly commitMilliseconds?: number;
}

const [way, folder, queriesPath, collections, documents] = process.argv.slice(2) as [
  ...[string, string, string, string, string],
];
const RANKER = "bm25(k1=1.2,b=0.75)";
const COMMITS = 50;

const ways: Record<string, () => Promise<MemoryFigures | undefined>> = {
  build,
  bare,
  threads,
  facade,
  commits,
};
const figures = await ways[way]?.();
if (figures !== undefined) console.log(JSON.stringify(figures));

/** Each mode loads its own modules, so that none counts what it does not use. */
async function build(): Promise<undefined> {
  const { buildIndex } = await import("../src/index/index.ts");
  const { NodeDirectory } = await import("../src/storage/node-directory.ts");
  const texts = () => readMixDocuments(collections, Number(documents));
  for (const [name, options] of [
    ["termwise", { forward: false, stored: false }],
    ["full", { positions: true }],
  ] as const) {
    if (existsSync(join(folder, name))) continue;
    await buildIndex(await NodeDirectory.open(join(folder, name)), texts(), options);
  }
}

async function bare(): Promise<MemoryFigures> {
  const { IndexSnapshot } = await import("../src/index/index.ts");
  const { ranker, Searcher } = await import("../src/ranking/index.ts");
  const { NodeDirectory } = await import("../src/storage/node-directory.ts");
  const snapshot = await IndexSnapshot.open(await NodeDirectory.open(join(folder, "termwise")));
  const openBytes = readPeakBytes();
  const searcher = new Searcher(snapshot);
  const named = ranker(RANKER);
  for (const top of [10, 1000]) {
    for (const query of readQueryLines())
      await searcher.rank(query.split(" "), { ranker: named, top });
  }
  return { engine: "ours", openBytes, peakBytes: readPeakBytes() };
}

async function threads(): Promise<MemoryFigures> {
  const { SearchPool } = await import("../src/ranking/index.ts");
  const { NodeDirectory } = await import("../src/storage/node-directory.ts");
  const directory = await NodeDirectory.open(join(folder, "termwise"));
  const pool = await SearchPool.open(directory, { threads: 2 });
  const openBytes = readPeakBytes();
  const queries = readQueryLines().map((line) => line.split(" "));
  for (const top of [10, 1000]) await pool.rank(queries, { ranker: RANKER, top });
  await pool.close();
  return { engine: "ours, 2 threads", openBytes, peakBytes: readPeakBytes() };
}

async function facade(): Promise<MemoryFigures> {
  const { openIndex } = await import("../src/index.ts");
  const index = await openIndex(join(folder, "full"));
  const openBytes = readPeakBytes();
  for (const query of readQueryLines()) await index.search(query);
  await index.close();
  return { engine: "ours, texts shown", openBytes, peakBytes: readPeakBytes() };
}

async function commits(): Promise<MemoryFigures> {
  const { openIndex } = await import("../src/index.ts");
  const copy = mkdtempSync(join(tmpdir(), "termwise-memory-"));
  try {
    cpSync(join(folder, "termwise"), copy, { recursive: true });
    const index = await openIndex(copy, { durability: "none" });
    const openBytes = readPeakBytes();
    const queries = readQueryLines();
    await index.search(queries[0] as string);
    const durations: number[] = [];
    for (let commit = 0; commit < COMMITS; commit++) {
      const added = queries.slice(20 * commit, 20 * commit + 20);
      const before = process.cpuUsage();
      await index.add(added.map((text, i) => ({ id: `new-${commit}-${i}`, text })));
      await index.search(added[0] as string);
      const { user, system } = process.cpuUsage(before);
      durations.push((user + system) / 1000);
      for (const query of added) await index.search(query);
    }
    await index.close();
    const commitMilliseconds = durations.toSorted((a, b) => a - b)[COMMITS >> 1] as number;
    return {
      engine: "ours, 50 commits",
      openBytes,
      peakBytes: readPeakBytes(),
      commitMilliseconds,
    };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function readQueryLines(): string[] {
  return readFileSync(queriesPath, "utf8").trimEnd().split("\n");
}

/** In bytes; 0 if the system does not report it. */
function readPeakBytes(): number {
  const status = "/proc/self/status";
  if (!existsSync(status)) return 0;
  return 1024 * Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, "utf8"))?.[1] ?? 0);
}
