/**
 * The speed-up of two threads over one: of the search pool, and of simple loops
 * that show what this machine allows.
 *
 * `no memory` is a loop of arithmetic, `memory` reads random words of
 * 64 MB; `own copies` are threads that search their own copies of
 * the index and send nothing, so they share nothing but the machine. The rest
 * is the pool, over one copy. One and two threads take turns; medians.
 *
 * Run: npm run bench -- search first, then npm run bench -- search-threads [<documents in the workload>]
 */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { IndexSnapshot } from "../src/index/index.ts";
import { ranker, Searcher, SearchPool } from "../src/ranking/index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";

const ROUNDS = 3;
const RANKER = "bm25(k1=1.2,b=0.75)";
const DEPTHS = [10, 1000];

const workload = `mix-${process.argv[2] ?? "1003191"}`;
const folder = join(import.meta.dirname, "../search-workloads", workload);
const queries = readFileSync(join(folder, "queries.txt"), "utf8")
  .replace(/\n$/, "")
  .split("\n")
  .map((line) => (line === "" ? [] : line.split(" ")));

if (isMainThread) await measure();
else await serve();

/** Loops that take about a second, and searches of all queries. */
async function serve(): Promise<void> {
  const directory = await NodeDirectory.open(join(folder, "termwise"));
  const searcher = new Searcher(await IndexSnapshot.open(directory));
  const way = ranker(RANKER);
  const lines = new Uint32Array(1 << 24);
  parentPort?.on("message", async (work: string) => {
    if (work === "no memory") spin();
    else if (work === "memory") readLines(lines);
    else
      for (const terms of queries) await searcher.rank(terms, { ranker: way, top: Number(work) });
    parentPort?.postMessage("done");
  });
  parentPort?.postMessage("ready");
}

function spin(): number {
  let state = 1;
  for (let i = 0; i < 300_000_000; i++) state = (Math.imul(state, 1664525) + 1013904223) | 0;
  return state;
}

/** Each place comes from the line before, so that reads wait for each other. */
function readLines(lines: Uint32Array): number {
  let at = 1;
  for (let i = 0; i < 10_000_000; i++) {
    at = (Math.imul(at, 1664525) + 1013904223 + (lines[at & 0xffffff] as number)) | 0;
  }
  return at;
}

async function measure(): Promise<void> {
  const workers = [new Worker(import.meta.filename), new Worker(import.meta.filename)];
  await Promise.all(workers.map(receiveMessage));
  for (const work of ["no memory", "memory"])
    await print(work, (n) => runTogether(workers, n, work));
  for (const k of DEPTHS)
    await print(`own copies, k=${k}`, (n) => runTogether(workers, n, String(k)));
  await Promise.all(workers.map((worker) => worker.terminate()));
  const directory = await NodeDirectory.open(join(folder, "termwise"));
  const pools = [
    await SearchPool.open(directory, { threads: 1 }),
    await SearchPool.open(directory, { threads: 2 }),
  ] as const;
  for (const k of DEPTHS) {
    const work = (n: number): Promise<unknown> | undefined =>
      pools[n - 1]?.rank(queries, { ranker: RANKER, top: k });
    await print(`pool, k=${k}`, work, 1);
  }
  await Promise.all(pools.map((pool) => pool.close()));
}

/** `work` does as much for each of n threads, or altogether where `times` is 1. */
async function print(
  name: string,
  work: (n: number) => Promise<unknown> | undefined,
  times = 2,
): Promise<void> {
  const durations = [1, 2].map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, each] of durations.entries()) {
      const before = performance.now();
      await work(i + 1);
      if (round > 0) each.push(performance.now() - before);
    }
  }
  const [one, two] = durations.map((each) => each.toSorted((a, b) => a - b)[ROUNDS >> 1]) as [
    number,
    number,
  ];
  const ratio = ((times * one) / two).toFixed(2);
  console.log(`${name.padEnd(20)} ${one.toFixed(0)} ms on one, ${ratio}x on two`);
}

function runTogether(workers: readonly Worker[], n: number, work: string): Promise<unknown> {
  const some = workers.slice(0, n);
  const answers = some.map(receiveMessage);
  for (const worker of some) worker.postMessage(work);
  return Promise.all(answers);
}

function receiveMessage(worker: Worker): Promise<unknown> {
  return once(worker, "message");
}
