/**
 * The speed of exact BM25, compared with other engines on the same work.
 *
 * 1,003,191 documents of the large mix, 6,980 real questions, one thread, the same terms, k1, b and
 * idf for all. First the engines' top-10 scores are compared, so that all do the same work; then
 * they take turns, and the medians of the rounds are printed. Figures depend on the machine: read
 * the ratios.
 *
 * Engines from npm, of which most keep everything in the JavaScript heap, are compared on a part of
 * the documents and 349 questions. Every engine warms up for the same time. The results of an
 * engine without BM25 are not compared.
 *
 * Then our own engine alone: on 10 % and 30 % of the documents, and on two threads.
 *
 * With `--collection wordnet`, or another named collection, its documents and the queries of its
 * test split are used instead.
 *
 * `--peers all` compares every installed engine, `npm` those from npm, `none` only ours; or
 * comma-separated names.
 *
 * An index that was finished stays, and with `--resume` so do the figures of each finished
 * comparison until the end of the run, so that a run that was stopped goes on there. `--parts none`
 * leaves out the smaller parts.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench -- search [--collection mix|wordnet|nfcorpus --share 0.1
 * --heap-share 0.3 --rounds 5 --peers all|npm|none|lucene,fts5 --parts 0.1,0.3 --resume]
 */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createTermwiseEngine, type Engine, findPeers } from "./search-peers.ts";
import { SearchProcess } from "./search-process.ts";
import { prepareWorkload, toMixName, type Workload } from "./search-workload.ts";

const ROOT = join(import.meta.dirname, "../..");
const DEPTHS = [10, 1000];
/** Warm-up of every engine in milliseconds, so that just-in-time compilers are done. */
const WARM_UP = 2000;

interface Figures {
  readonly engine: string;
  readonly documents: number;
  readonly k: number;
  readonly mean: number;
  readonly median: number;
  readonly p99: number;
  /** Of the run that built the index. */
  readonly buildSeconds: number;
  /** 0 if no index is written. */
  readonly indexBytes: number;
  /** Peak of the whole process until its last query; absent if the system does not report it. */
  readonly peakBytes?: number;
}

const { values } = parseArgs({
  options: {
    collection: { type: "string", default: "mix" },
    share: { type: "string", default: "1" },
    "heap-share": { type: "string", default: "0.3" },
    rounds: { type: "string", default: "5" },
    peers: { type: "string", default: "all" },
    parts: { type: "string", default: "0.1,0.3" },
    resume: { type: "boolean", default: false },
  },
});
const { TERMWISE_COLLECTIONS: collections } = process.env;
if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS names no folder");
const folder: string = collections;
const parent = join(ROOT, ".build/search-workloads");
const ownEngine = createTermwiseEngine(collections);
const peerEngines = findPeers((missing) => console.log(missing)).filter(
  createPeerFilter(values.peers),
);
const rounds = Number(values.rounds);
/** The figures so far, with --resume. */
const keptFigures = new Map<string, Figures[]>();
const kept = join(parent, `unfinished-${values.collection}-${values.share}.json`);
if (values.resume && existsSync(kept)) {
  for (const [key, figures] of JSON.parse(readFileSync(kept, "utf8")) as [string, Figures[]][])
    keptFigures.set(key, figures);
}
const all = values.collection === "mix" ? await measureMix() : await measureCollection();
mkdirSync(join(ROOT, "bench/results"), { recursive: true });
const results = values.collection === "mix" ? "search" : `search-${values.collection}`;
const date = new Date().toISOString().slice(0, 10);
writeFileSync(
  findUnusedPath(`bench/results/${results}-${date}`),
  `${JSON.stringify(all, null, 2)}\n`,
);

rmSync(kept, { force: true });

/** Numbered from the second file of the day on. */
function findUnusedPath(stem: string): string {
  let path = join(ROOT, `${stem}.json`);
  for (let n = 2; existsSync(path); n++) path = join(ROOT, `${stem}-${n}.json`);
  return path;
}

function createPeerFilter(names: string): (engine: Engine) => boolean {
  const requested = names.split(",");
  return ({ name, isSmall }) =>
    requested.includes("all") || requested.includes(name) || (isSmall && requested.includes("npm"));
}

async function measureMix(): Promise<Figures[]> {
  const figures: Figures[] = [];
  const share = Number(values.share);
  const prepare = (part: number): Promise<Workload> =>
    prepareWorkload(folder, parent, toMixName(share * part));
  const large = peerEngines.filter(({ isSmall }) => !isSmall);
  figures.push(...(await compare([ownEngine, ...large], await prepare(1))));
  for (const peer of peerEngines.filter(({ isSmall }) => isSmall)) {
    const part = await prepare(Number(values["heap-share"]));
    figures.push(...(await compare([{ ...ownEngine, isSmall: true }, peer], part)));
  }
  const parts = values.parts === "none" ? [] : values.parts.split(",").map(Number);
  for (const part of parts) figures.push(...(await compare([ownEngine], await prepare(part))));
  await printThreads(await prepare(1));
  return figures;
}

/** All engines on all documents, those from npm with fewer queries. */
async function measureCollection(): Promise<Figures[]> {
  const figures: Figures[] = [];
  const work = await prepareWorkload(folder, parent, values.collection);
  const large = peerEngines.filter(({ isSmall }) => !isSmall);
  figures.push(...(await compare([ownEngine, ...large], work)));
  for (const peer of peerEngines.filter(({ isSmall }) => isSmall)) {
    figures.push(...(await compare([{ ...ownEngine, isSmall: true }, peer], work)));
  }
  return figures;
}

/** The figures of `measure`, or those kept of an unfinished run. */
async function compare(engines: readonly Engine[], work: Workload): Promise<Figures[]> {
  const key = `${work.name}: ${engines.map(({ name }) => name).join(", ")}, ${rounds} rounds`;
  const known = keptFigures.get(key);
  if (known !== undefined) {
    console.log(`\n${key}: measured before`);
    return known;
  }
  const figures = await measure(engines, work);
  keptFigures.set(key, figures);
  if (values.resume) writeFileSync(kept, JSON.stringify([...keptFigures]));
  return figures;
}

/** Runs engines in turns on one workload and prints their times. */
async function measure(engines: readonly Engine[], work: Workload): Promise<Figures[]> {
  const running: SearchProcess[] = [];
  for (const engine of engines) running.push(await SearchProcess.start(engine, work));
  const [first, ...rest] = running as [SearchProcess, ...SearchProcess[]];
  console.log(`\n${work.name}: ${work.documentCount.toLocaleString("en")} documents`);
  for (const { name, description, buildSeconds, indexBytes } of running) {
    const build = buildSeconds > 0 ? `, built in ${buildSeconds.toFixed(1)} s` : "";
    const size = indexBytes > 0 ? `, ${(indexBytes / 1e6).toFixed(1)} MB` : "";
    console.log(`  ${name}: ${description}${size}${build}`);
  }
  const expected = await first.scores(10);
  for (const peer of rest) {
    const { name, hasBm25 } = peer;
    if (hasBm25) console.log(`  ${compareScores(name, expected, await peer.scores(10))}`);
    else console.log(`  ${name}: not BM25, so its lists are not compared`);
  }
  const figures: Figures[] = [];
  for (const k of DEPTHS) {
    const timesByEngine = new Map(running.map(({ name }) => [name, [] as number[][]]));
    for (const engine of running) await warmUp(engine, k);
    for (let round = 0; round < rounds; round++) {
      for (const engine of running) timesByEngine.get(engine.name)?.push(await engine.times(k));
    }
    for (const { name, buildSeconds, indexBytes } of running) {
      const rows = (timesByEngine.get(name) ?? []).map((times) => summarise(times));
      const [mean, median, p99] = [0, 1, 2].map((i) =>
        computeMedian(rows.map((row) => row[i] as number)),
      );
      const times = { mean, median, p99 } as Pick<Figures, "mean" | "median" | "p99">;
      const documents = work.documentCount;
      const row = { engine: name, documents, k, ...times, buildSeconds, indexBytes };
      figures.push(row);
      print(row, figures.find((other) => other.k === k) ?? row);
    }
    await printWork(first, k, figures.find((row) => row.k === k)?.mean ?? 0);
  }
  const peaks = new Map(running.map((engine) => [engine.name, engine.peakBytes()]));
  for (const [name, bytes = 0] of peaks) {
    if (bytes > 0) console.log(`  ${name}: at most ${(bytes / 1e6).toFixed(0)} MB of memory`);
  }
  for (const engine of running) engine.stop();
  return figures.map((row) => {
    const peakBytes = peaks.get(row.engine);
    return peakBytes === undefined ? row : { ...row, peakBytes };
  });
}

async function warmUp(engine: SearchProcess, k: number): Promise<void> {
  for (const start = performance.now(); performance.now() - start < WARM_UP; )
    await engine.times(k);
}

/** The deviation of a peer's top-10 scores from ours, up to a scale factor. */
function compareScores(
  name: string,
  ours: readonly number[][],
  theirs: readonly number[][],
): string {
  let [queries, close, lengths] = [0, 0, 0];
  for (const [i, scores] of ours.entries()) {
    const other = theirs[i] ?? [];
    if (scores.length === 0 && other.length === 0) continue;
    queries++;
    if (scores.length === other.length) lengths++;
    const scale = sum(other) / sum(scores);
    if (scores.every((score, rank) => Math.abs((other[rank] ?? 0) / (score * scale) - 1) < 0.05)) {
      close++;
    }
  }
  const share = ((100 * close) / queries).toFixed(1);
  const same = ((100 * lengths) / queries).toFixed(1);
  return `${name}: top-10 scores within 5 % of ours for ${share} % of queries, as many hits for ${same} %`;
}

/** Times, and the ratios of mean and median to ours. */
function print({ engine, k, mean, median, p99 }: Figures, ours: Figures): void {
  const times = [mean, median, p99].map((value) => value.toFixed(0).padStart(8)).join("");
  const ratios = [mean / ours.mean, median / ours.median].map((ratio) => `${ratio.toFixed(2)}x`);
  const name = `k=${String(k).padEnd(5)} ${engine.padEnd(11)}`;
  console.log(`  ${name} mean, median, p99 µs${times}  ${ratios.join("  ")}`);
}

async function printWork(engine: SearchProcess, k: number, mean: number): Promise<void> {
  const [line = ""] = await engine.ask(`work ${k}`);
  const [touched = 0, postings = 0] = line.split(" ").map(Number);
  const queries = (await engine.times(k)).length;
  const perPosting = (1000 * mean * queries) / touched;
  const each = (count: number): string => Math.round(count / queries).toLocaleString("en");
  console.log(
    `          touched ${each(touched)} of ${each(postings)} postings per query, ${perPosting.toFixed(1)} ns each`,
  );
}

/** Queries per second on one search thread and on two, in turns. */
async function printThreads(work: Workload): Promise<void> {
  const engine = await SearchProcess.start(ownEngine, work);
  const queries = (await engine.times(10)).length;
  for (const k of DEPTHS) {
    const seconds = new Map<number, number[]>([
      [1, []],
      [2, []],
    ]);
    for (let round = 0; round < rounds; round++) {
      for (const [threads, samples] of seconds) {
        samples.push(Number((await engine.ask(`threads ${k} ${threads}`))[0]));
      }
    }
    const [one, two] = [...seconds.values()].map((samples) => queries / computeMedian(samples)) as [
      number,
      number,
    ];
    const ratio = (two / one).toFixed(2);
    console.log(`  k=${k}: ${one.toFixed(0)} queries per second on 1 thread, ${ratio}x that on 2`);
  }
  engine.stop();
}

function summarise(times: readonly number[]): [number, number, number] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] as number;
  return [sum(times) / times.length, at(0.5), at(0.99)];
}

function computeMedian(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
