/**
 * Index size and indexing speed compared with Lucene.
 *
 * Size: both get the same terms of the same 1,003,191 documents (the large mix,
 * numbered) and keep frequencies, lengths and what bounds the scores of blocks;
 * no positions, no texts. What each file holds is printed. Ids are counted
 * separately, because Lucene has several ways to keep them.
 *
 * Speed: both read the same file of texts, cut and stem them with their own
 * English analysis, and commit; one thread each, in turns. Speed is given by the
 * clock and by processor time, which is more reliable on a machine with other load.
 *
 * Run, pinned to one core: TERMWISE_COLLECTIONS=<folder> taskset -c 1
 *   npm run bench -- build-lucene [--rounds 2]
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
import { writeTable } from "./peer-process.ts";
import { prepareWorkload, readMixDocuments, toMixName, type Workload } from "./search-workload.ts";

const ROOT = join(import.meta.dirname, "../..");
const PEERS = join(ROOT, ".build/peers/lucene");

interface BuildResult {
  readonly seconds: number;
  /** Of all threads of the process. */
  readonly processorSeconds: number;
  readonly documents: number;
  readonly terms: number;
  readonly postings: number;
  readonly bytes: Readonly<Record<string, number>>;
}

const { values } = parseArgs({ options: { rounds: { type: "string", default: "2" } } });
const collections = process.env.TERMWISE_COLLECTIONS;
if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS names no folder");
const parent = join(ROOT, ".build/search-workloads");
const workload = await prepareWorkload(collections, parent, toMixName(1));
const texts = await prepareTexts(workload, collections);

const result = { sizes: await measureSizes(), speed: await measureSpeed(Number(values.rounds)) };
mkdirSync(join(ROOT, "bench/results"), { recursive: true });
const day = new Date().toISOString().slice(0, 10);
const target = join(ROOT, `bench/results/build-lucene-${day}.json`);
writeFileSync(target, `${JSON.stringify(result, null, 2)}\n`);

/** Bytes of each part, which are printed too. */
async function measureSizes() {
  const built = await build("sizes", { forward: false, stored: false });
  const { postings = 0, terms = 0, "lengths, exact": lengths = 0, ids = 0 } = built.bytes;
  const ours = { postings, terms, lengths, ids, all: sum(built.bytes) };
  console.log(`\nTermwise, ${built.postings} postings`);
  for (const [name, bytes] of Object.entries(built.bytes)) print(name, bytes);
  print("all", ours.all);
  const plain = runLucene(workload.documents, "terms", "none");
  const withIds = (ids: string): number => sum(runLucene(workload.documents, "terms", ids).bytes);
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

/** Documents per second of processor time, the best of the rounds; what the clock says is printed too. */
async function measureSpeed(rounds: number) {
  const ways = {
    ours: () => build("speed", { forward: false, stored: false }),
    oursWithTexts: () => build("speed", {}),
    lucene: async () => runLucene(texts, "text", "found"),
  };
  const best = { ours: 0, oursWithTexts: 0, lucene: 0 };
  console.log("\nfrom texts with ids to the commit");
  for (let round = 0; round < rounds; round++) {
    for (const name of ["ours", "oursWithTexts", "lucene"] as const) {
      const { documents, seconds, processorSeconds } = await ways[name]();
      best[name] = Math.max(best[name], documents / processorSeconds);
      print(`${name}, by the clock`, Math.round(documents / seconds), "documents per second");
      print(`${name}, by processor time`, Math.round(documents / processorSeconds), "");
    }
  }
  return best;
}

/** Builds an index of ours from the texts and tells what each part of it takes. */
async function build(
  name: string,
  content: { readonly forward?: boolean; readonly stored?: boolean },
): Promise<BuildResult> {
  const folder = join(workload.folder, `termwise-${name}`);
  rmSync(folder, { recursive: true, force: true });
  const directory = await NodeDirectory.open(folder);
  const { documents } = await openCollection(new NodeFiles(), texts);
  const start = performance.now();
  const before = process.cpuUsage();
  await buildIndex(directory, documents(), content);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const figures = computeIndexStatistics(await IndexSnapshot.open(directory));
  const file = "segment-1.document";
  const frame = await openFrame(file, await directory.read(file), "document");
  const ids = frame.sections.slice(2).reduce((total, { bytes }) => total + bytes.length, 0);
  const { document = 0, ...others } = figures.bytesByKind;
  const bytes = { ...others, "lengths, exact": document - ids, ids };
  rmSync(folder, { recursive: true });
  return { ...figures, seconds, processorSeconds: (user + system) / 1e6, bytes };
}

function runLucene(file: string, kind: "terms" | "text", ids: string): BuildResult {
  const folder = join(workload.folder, "lucene-build");
  rmSync(folder, { recursive: true, force: true });
  const java = process.env.JAVA ?? "java";
  const flags = ["--add-modules", "jdk.incubator.vector", "-Xmx3g", "-XX:+UseSerialGC"];
  const program = join(ROOT, "bench/peers/search/lucene/BuildPeer.java");
  const { stdout, stderr, status } = spawnSync(
    java,
    [...flags, "-cp", join(PEERS, "*"), program, file, folder, kind, ids],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`bench/peers/search/README.md says how to have it: ${stderr}`);
  rmSync(folder, { recursive: true });
  return JSON.parse(stdout) as BuildResult;
}

/** One line a document: its number, a tab, title and text. */
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

function sumParts({ bytes }: BuildResult, ...names: readonly string[]): number {
  return names.reduce((total, name) => total + (bytes[name] ?? 0), 0);
}

function sum(bytes: Readonly<Record<string, number>>): number {
  return Object.values(bytes).reduce((total, each) => total + each, 0);
}

function print(what: string, value: number, unit = "bytes"): void {
  const text = Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(3);
  console.log(`  ${what.padEnd(60)} ${text.padStart(12)} ${unit}`);
}
