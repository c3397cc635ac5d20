/**
 * What an application pays: a question as it was typed in, ten documents with their texts out.
 *
 * The large mix with title and text stored, and its questions, on one thread: `index.search` as in
 * the README, the same without counting and without documents, and the ranking alone, beside Lucene
 * and Tantivy with the same texts stored and returned. Cold is the first query after opening the
 * index, in a new process; its files are in the cache of the system. Warm are all queries after a
 * first round. Not measured here: HTTP, for which `npm run bench -- server` compares our server
 * with a plain one of Lucene, and a cold disk. The result of a run on all documents is kept in
 * bench/results, or in the file of --out.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench -- product [--documents 1003191] [--queries 6980] [--rounds 3] [--peers all|none] [--out file]
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { hasRecentJava, writeTable } from "./peer-process.ts";
import type { Engine } from "./search-peers.ts";
import { SearchProcess } from "./search-process.ts";
import { readMixDocuments, type Workload } from "./search-workload.ts";

const ROOT = join(import.meta.dirname, "../..");
const PEERS = join(ROOT, ".build/peers");
const DOCUMENTS = 1_003_191;
const MODES = ["engine", "ids", "documents", "default"];

/** µs per query, and ms where named. */
interface ProductFigures {
  readonly engine: string;
  readonly openMs: number;
  readonly first: number;
  readonly mean: number;
  readonly median: number;
  readonly p99: number;
  readonly indexBytes: number;
}

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "1003191" },
    queries: { type: "string", default: "6980" },
    rounds: { type: "string", default: "3" },
    peers: { type: "string", default: "all" },
    out: { type: "string" },
  },
});
const { TERMWISE_COLLECTIONS: collections } = process.env;
if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS names no folder");
const work = await prepare(collections);
const engines = [...MODES.map(createOurEngine), ...(values.peers === "none" ? [] : findPeers())];
for (const engine of engines) {
  if (SearchProcess.isBuilt(engine, work)) continue;
  (await SearchProcess.start(engine, work)).stop(); // has built it
}

// Engines alternate, so that a disturbance does not hit one alone.
const processes: SearchProcess[] = [];
const firsts: number[] = [];
const rounds: number[][][] = engines.map(() => []);
for (const engine of engines) {
  const running = await SearchProcess.start(engine, work);
  processes.push(running);
  firsts.push((await running.times(10))[0] as number); // the untimed round
}
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [i, running] of processes.entries()) rounds[i]?.push(await running.times(10));
}
const all = processes.map((running, i): ProductFigures => {
  const times = bestOfRounds(rounds[i] as number[][]).sort((a, b) => a - b);
  const [openMs = "", ...name] = running.description.split(" ");
  const at = (share: number): number => Math.round(times[Math.floor(share * times.length)] ?? 0);
  return {
    engine: name.join(" "),
    openMs: Number(openMs),
    first: Math.round(firsts[i] as number),
    mean: Math.round(times.reduce((sum, each) => sum + each, 0) / times.length),
    median: at(0.5),
    p99: at(0.99),
    indexBytes: running.indexBytes,
  };
});
for (const running of processes) running.stop();
console.table(all);
const date = new Date().toISOString().slice(0, 10);
const isWhole = work.documentCount === DOCUMENTS;
const kept = isWhole ? join(ROOT, `bench/results/product-${date}.json`) : undefined;
const out = values.out ?? kept;
const result = { documents: work.documentCount, queries: Number(values.queries), figures: all };
if (out !== undefined) writeFileSync(out, `${JSON.stringify(result, null, 2)}\n`);

/** The smallest time of each query: other processes only ever add to it. */
function bestOfRounds(times: readonly (readonly number[])[]): number[] {
  const [first = []] = times;
  return first.map((_, query) => Math.min(...times.map((round) => round[query] as number)));
}

async function prepare(source: string): Promise<Workload> {
  const documentCount = Number(values.documents);
  const folder = join(ROOT, ".build/product", String(documentCount));
  mkdirSync(folder, { recursive: true });
  const documents = join(folder, "documents.tsv");
  await writeTable(documents, readRows(source, documentCount));
  const lines = readFileSync(join(source, "large/queries.tsv"), "utf8").trim().split("\n");
  const texts = lines.map((line) => line.slice(line.indexOf("\t") + 1));
  const queries = join(folder, "queries.txt");
  writeFileSync(queries, `${texts.slice(0, Number(values.queries)).join("\n")}\n`);
  return { name: "product", documentCount, folder, documents, queries, fewQueries: queries };
}

async function* readRows(source: string, count: number): AsyncGenerator<readonly string[]> {
  for await (const { id, title = "", text = "" } of readMixDocuments(source, count)) {
    yield [id, title, text];
  }
}

function createOurEngine(mode: string): Engine {
  const before = [join(import.meta.dirname, "product-process.js")];
  const program = process.execPath;
  const shared = { index: "termwise", isSmall: false, hasBm25: true };
  return { name: mode, program, before, after: [mode], ...shared };
}

function findPeers(): Engine[] {
  const shared = { after: [], isSmall: false, hasBm25: true };
  const tantivy = join(PEERS, "tantivy/release/product-peer");
  const jars = join(PEERS, "lucene");
  const java = process.env.JAVA ?? "java";
  const flags = ["--add-modules", "jdk.incubator.vector", "-Xmx2g", "-cp", join(jars, "*")];
  const source = join(ROOT, "bench/peers/product/lucene/ProductPeer.java");
  const hasLucene = existsSync(jars) && hasRecentJava(java);
  const peers = [
    { engine: { name: "tantivy", program: tantivy, before: [] }, isThere: existsSync(tantivy) },
    { engine: { name: "lucene", program: java, before: [...flags, source] }, isThere: hasLucene },
  ];
  for (const { engine, isThere } of peers) {
    if (!isThere) console.log(`${engine.name} is not installed; see bench/peers/product/README.md`);
  }
  return peers.filter(({ isThere }) => isThere).map(({ engine }) => ({ ...engine, ...shared }));
}
