/**
 * Our engine for bench/search.ts, as a program with the protocol of its peers
 * (bench/peers/search/README.md). The index is built from the collection itself, with the analysis
 * of the workload.
 *
 * Two more commands: `work <k>` prints the postings that the kernels touch and all postings of the
 * queries; `threads <k> <n>` prints the seconds that all queries take on n threads.
 */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { buildIndex, IndexSnapshot } from "../src/index/index.ts";
import { BlockMaxSearch } from "../src/ranking/block-max/block-max-search.ts";
import { shareIndex } from "../src/ranking/block-max/shared-index.ts";
import { ranker, Searcher, SearchPool } from "../src/ranking/index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";
import { readWorkloadDocuments } from "./search-workload.ts";

const RANKER = "bm25(k1=1.2,b=0.75)";

const [documentsPath, queriesPath, folder, collections] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
];
const start = performance.now();
const hasIndex = existsSync(folder);
const directory = await NodeDirectory.open(folder);
if (!hasIndex) {
  const documents = readWorkloadDocuments(collections, basename(dirname(documentsPath)));
  await buildIndex(directory, documents, { forward: false, stored: false });
}
const seconds = hasIndex ? 0 : (performance.now() - start) / 1000;
const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
const snapshot = await IndexSnapshot.open(directory);
const searcher = new Searcher(snapshot);
const bm25 = ranker(RANKER);
const queries = readFileSync(queriesPath, "utf8")
  .replace(/\n$/, "")
  .split("\n")
  .map((line) => (line === "" ? [] : line.split(" ")));
console.log(`ready ${seconds} ${bytes} termwise`);

for await (const line of createInterface({ input: process.stdin })) {
  const [command, k, n] = line.split(" ");
  const top = Number(k);
  if (command === "search") console.log((await measureTimes(top)).join(" "));
  else if (command === "top") console.log((await formatLists(top)).join("\n"));
  else if (command === "threads") console.log(await measureSeconds(Number(n), top));
  else console.log((await measureWork(top)).join(" "));
  console.log("end");
}

async function measureTimes(top: number): Promise<bigint[]> {
  const durations: bigint[] = [];
  for (const terms of queries) {
    const before = process.hrtime.bigint();
    await searcher.rank(terms, { ranker: bm25, top });
    durations.push(process.hrtime.bigint() - before);
  }
  return durations;
}

async function formatLists(top: number): Promise<string[]> {
  const lines: string[] = [];
  for (const terms of queries) {
    const { documents, scores } = await searcher.rank(terms, { ranker: bm25, top });
    lines.push(Array.from(documents, (document, i) => `${document}:${scores[i]}`).join(" "));
  }
  return lines;
}

/** The second pass is timed: by then threads have opened the index and compiled their code. */
async function measureSeconds(threads: number, top: number): Promise<number> {
  const pool = await SearchPool.open(directory, { threads });
  await pool.rank(queries, { ranker: RANKER, top });
  const before = performance.now();
  await pool.rank(queries, { ranker: RANKER, top });
  const elapsed = (performance.now() - before) / 1000;
  await pool.close();
  return elapsed;
}

async function measureWork(top: number): Promise<number[]> {
  const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
  let [touched, all] = [0, 0];
  for (const terms of queries) {
    const prepared = await bm25.prepare(snapshot, terms);
    if (search.search(prepared, { top }) !== undefined) touched += search.touchedPostings;
    for (const { statistics } of prepared.clauses) all += statistics.documentFrequency;
  }
  return [touched, all];
}
