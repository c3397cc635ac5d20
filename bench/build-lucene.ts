/**
 * Index size and indexing speed compared with Lucene.
 *
 * Size: both get the same terms of the same 1,003,191 documents (the large mix, numbered) and store
 * frequencies, lengths and the score bounds of blocks; no positions, no texts. The size of each
 * file is printed. Ids are counted separately, because Lucene has several ways to store them.
 *
 * Speed: both read the same file of texts, tokenise and stem them with their own English analysis,
 * and commit one segment; without texts, and with texts stored (ours with surface tokens too), with
 * the same number of threads, in turns, each in a process of its own. Speed is given by the clock
 * and by processor time, which is more reliable on a machine with other load; and the most memory
 * that each process held.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> JAVA=<java 21 or later> npm run bench -- build-lucene
 *   [--rounds 2] [--threads 1,2] [--share 1] [--sizes yes|no]
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openCollection } from "../src/collection/index.ts";
import { openFrame } from "../src/index/files/file-frame.ts";
import { buildIndex, computeIndexStatistics, IndexSnapshot } from "../src/index/index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import type { BuildRun } from "./build-process.ts";
import { writeTable } from "./peer-process.ts";
import { prepareWorkload, readMixDocuments, toMixName, type Workload } from "./search-workload.ts";

const ROOT = join(import.meta.dirname, "../..");
const PEERS = join(ROOT, ".build/peers/lucene");

interface BuildResult extends BuildRun {
  readonly terms: number;
  readonly postings: number;
  readonly bytes: Readonly<Record<string, number>>;
}

/** The best of the rounds of one way to build. */
interface SpeedResult {
  readonly engine: "termwise" | "lucene";
  readonly hasTexts: boolean;
  readonly threads: number;
  /** Documents per second by the clock, and by processor time. */
  readonly perSecond: number;
  readonly perProcessorSecond: number;
  readonly peakMegabytes: number;
}

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "2" },
    threads: { type: "string", default: "1,2" },
    share: { type: "string", default: "1" },
    sizes: { type: "string", default: "yes" },
  },
});
const collections = process.env.TERMWISE_COLLECTIONS;
if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS names no folder");
const parent = join(ROOT, ".build/search-workloads");
const workload = await prepareWorkload(collections, parent, toMixName(Number(values.share)));
const texts = await prepareTexts(workload, collections);

const result = {
  ...(values.sizes === "yes" ? { sizes: await measureSizes() } : {}),
  speed: await measureSpeed(Number(values.rounds), values.threads.split(",").map(Number)),
};
mkdirSync(join(ROOT, "bench/results"), { recursive: true });
const day = new Date().toISOString().slice(0, 10);
const target = join(ROOT, `bench/results/build-lucene-${day}.json`);
if (values.share === "1") writeFileSync(target, `${JSON.stringify(result, null, 2)}\n`);

/** Bytes of each part; also printed. */
async function measureSizes() {
  const built = await buildBare();
  const { postings = 0, terms = 0, "lengths, exact": lengths = 0, ids = 0 } = built.bytes;
  const ours = { postings, terms, lengths, ids, all: sum(built.bytes) };
  console.log(`\nTermwise, ${built.postings} postings`);
  for (const [name, bytes] of Object.entries(built.bytes)) print(name, bytes);
  print("all", ours.all);
  const plain = runLucene(workload.documents, "terms", "none", 1);
  const withIds = (ids: string): number =>
    sum(runLucene(workload.documents, "terms", ids, 1).bytes);
  const theirs = {
    postings: sumParts(plain, "doc", "psm"),
    terms: sumParts(plain, "tim", "tip", "tmd"),
    lengths: sumParts(plain, "nvd", "nvm"),
    all: sum(plain.bytes),
    column: withIds("column"),
    stored: withIds("stored"),
    found: withIds("found"),
  };
  console.log(
    `\nLucene, ${plain.postings} postings; column, stored and found are ways to keep ids`,
  );
  for (const [name, bytes] of Object.entries(theirs)) print(name, bytes);
  return { ours, lucene: theirs };
}

/** The engines in turns, with and without texts, for each number of threads. */
async function measureSpeed(
  rounds: number,
  threadCounts: readonly number[],
): Promise<SpeedResult[]> {
  console.log("\nfrom texts with ids to the commit");
  const best: SpeedResult[] = [];
  for (const threads of threadCounts) {
    for (const hasTexts of [false, true]) {
      for (const engine of ["termwise", "lucene"] as const) {
        const runs = Array.from({ length: rounds }, () =>
          engine === "lucene"
            ? runLucene(texts, hasTexts ? "texts" : "text", "found", threads)
            : runOurs(threads, hasTexts),
        );
        const [first] = runs as [BuildRun];
        const figures = {
          perSecond: Math.round(first.documents / Math.min(...runs.map((run) => run.seconds))),
          perProcessorSecond: Math.round(
            first.documents / Math.min(...runs.map((run) => run.processorSeconds)),
          ),
          peakMegabytes: Math.max(...runs.map((run) => run.peakMegabytes)),
        };
        best.push({ engine, hasTexts, threads, ...figures });
        const name = `${engine}${hasTexts ? " with texts" : ""}, ${threads} threads`;
        print(`${name}, by the clock`, figures.perSecond, "documents per second");
        print(`${name}, by processor time`, figures.perProcessorSecond, "");
        print(`${name}, at most`, figures.peakMegabytes, "MB");
      }
    }
  }
  return best;
}

function runOurs(threads: number, hasTexts: boolean): BuildRun {
  const folder = join(workload.folder, "termwise-speed");
  rmSync(folder, { recursive: true, force: true });
  const program = join(import.meta.dirname, "build-process.js");
  const args = [program, texts, folder, String(threads), hasTexts ? "1" : "0"];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  rmSync(folder, { recursive: true });
  return JSON.parse(stdout) as BuildRun;
}

/** Builds our index from the texts without forward files and texts, and reports the size of each part. */
async function buildBare(): Promise<Pick<BuildResult, "bytes" | "postings">> {
  const folder = join(workload.folder, "termwise-sizes");
  rmSync(folder, { recursive: true, force: true });
  const directory = await NodeDirectory.open(folder);
  const { documents } = await openCollection(new NodeFiles(), texts);
  await buildIndex(directory, documents(), { forward: false, stored: false });
  const figures = computeIndexStatistics(await IndexSnapshot.open(directory));
  const file = "segment-1.document";
  const frame = await openFrame(file, await directory.read(file), "document");
  const ids = frame.sections.slice(2).reduce((total, { bytes }) => total + bytes.length, 0);
  const { document = 0, ...others } = figures.bytesByKind;
  const bytes = { ...others, "lengths, exact": document - ids, ids };
  rmSync(folder, { recursive: true });
  return { postings: figures.postings, bytes };
}

function runLucene(
  file: string,
  kind: "terms" | "text" | "texts",
  ids: string,
  threads: number,
): BuildResult {
  const folder = join(workload.folder, "lucene-build");
  rmSync(folder, { recursive: true, force: true });
  const java = process.env.JAVA ?? "java";
  const flags = ["--add-modules", "jdk.incubator.vector", "-Xmx3g", "-XX:+UseSerialGC"];
  const program = join(ROOT, "bench/peers/search/lucene/BuildPeer.java");
  const { stdout, stderr, status } = spawnSync(
    java,
    [...flags, "-cp", join(PEERS, "*"), program, file, folder, kind, ids, String(threads)],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`see bench/peers/search/README.md: ${stderr}`);
  rmSync(folder, { recursive: true });
  return JSON.parse(stdout) as BuildResult;
}

/** One line per document: its number, a tab, title and text. */
async function prepareTexts({ folder, documentCount }: Workload, from: string): Promise<string> {
  const path = join(folder, "collection.tsv");
  async function* toRows(): AsyncGenerator<readonly string[]> {
    for await (const { id, title = "", text } of readMixDocuments(from, documentCount)) {
      yield [id, `${title} ${text}`];
    }
  }
  await writeTable(path, toRows());
  return path;
}

function sumParts({ bytes }: Pick<BuildResult, "bytes">, ...names: readonly string[]): number {
  return names.reduce((total, name) => total + (bytes[name] ?? 0), 0);
}

function sum(bytes: Readonly<Record<string, number>>): number {
  return Object.values(bytes).reduce((total, each) => total + each, 0);
}

function print(what: string, value: number, unit = "bytes"): void {
  const text = Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(3);
  console.log(`  ${what.padEnd(60)} ${text.padStart(12)} ${unit}`);
}
