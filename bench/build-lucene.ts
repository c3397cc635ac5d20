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
 *   npm run bench:build-lucene [-- --rounds 2]
 */

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openCollection } from "../src/collection/index.ts";
import { openFrame } from "../src/index/files/file-frame.ts";
import { buildIndex, IndexSnapshot, indexFigures } from "../src/index/index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { mixDocuments, mixName, prepareWorkload, type Workload } from "./search-workload.ts";

const ROOT = join(import.meta.dirname, "../..");
const PEERS = join(ROOT, ".build/peers/lucene");

interface Built {
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
const workload = await prepareWorkload(collections, parent, mixName(1));
const texts = await prepareTexts(workload, collections);

await printSizes();
await printSpeed(Number(values.rounds));

async function printSizes(): Promise<void> {
  const ours = await build("sizes", { forward: false, stored: false });
  console.log(`\nTermwise, ${ours.postings} postings`);
  for (const [part, bytes] of Object.entries(ours.bytes)) print(part, bytes);
  const withoutIds = sum(ours.bytes) - (ours.bytes.ids ?? 0);
  print("all without ids", withoutIds);
  print("all", sum(ours.bytes));
  const plain = lucene(workload.documents, "terms", "none");
  console.log(`\nLucene, ${plain.postings} postings`);
  print("postings and bounds (doc, psm)", part(plain, "doc", "psm"));
  print("terms (tim, tip, tmd)", part(plain, "tim", "tip", "tmd"));
  print("lengths, rounded to a byte (nvd, nvm)", part(plain, "nvd", "nvm"));
  print("all without ids", sum(plain.bytes));
  print("", withoutIds / sum(plain.bytes), "ours / Lucene's");
  for (const [ids, what] of [
    ["column", "ids as sorted doc values"],
    ["stored", "ids as a stored field"],
    ["found", "ids stored and indexed, so that one can be found"],
  ] as const) {
    const all = sum(lucene(workload.documents, "terms", ids).bytes);
    print(`all with ${what}`, all);
    print("", sum(ours.bytes) / all, "ours / Lucene's");
  }
}

async function printSpeed(rounds: number): Promise<void> {
  const ways: [string, () => Promise<Built>][] = [
    ["Termwise", () => build("speed", { forward: false, stored: false })],
    ["Termwise with surface tokens and texts", () => build("speed", {})],
    ["Lucene", async () => lucene(texts, "text", "found")],
  ];
  const best = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of ways) {
      const { documents, seconds, processorSeconds } = await way();
      for (const [clock, taken] of [
        ["by the clock", seconds],
        ["by processor time", processorSeconds],
      ] as const) {
        const key = `${clock}: ${name}`;
        best.set(key, Math.max(best.get(key) ?? 0, documents / taken));
      }
    }
  }
  console.log("\nfrom texts with ids to the commit, the best of the rounds");
  for (const [name, speed] of [...best].sort())
    print(name, Math.round(speed), "documents per second");
}

/** Builds an index of ours from the texts and tells what each part of it takes. */
async function build(
  name: string,
  content: { readonly forward?: boolean; readonly stored?: boolean },
): Promise<Built> {
  const folder = join(workload.folder, `termwise-${name}`);
  rmSync(folder, { recursive: true, force: true });
  const directory = await NodeDirectory.open(folder);
  const { documents } = await openCollection(new NodeFiles(), texts);
  const start = performance.now();
  const before = process.cpuUsage();
  await buildIndex(directory, documents(), content);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const figures = indexFigures(await IndexSnapshot.open(directory));
  const file = "segment-1.document";
  const frame = await openFrame(file, await directory.read(file), "document");
  const ids = frame.sections.slice(2).reduce((total, { bytes }) => total + bytes.length, 0);
  const { document = 0, ...others } = figures.bytesByKind;
  const bytes = { ...others, "lengths, exact": document - ids, ids };
  rmSync(folder, { recursive: true });
  return { ...figures, seconds, processorSeconds: (user + system) / 1e6, bytes };
}

function lucene(file: string, kind: "terms" | "text", ids: string): Built {
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
  return JSON.parse(stdout) as Built;
}

/** One line a document: its number, a tab, title and text. */
async function prepareTexts({ folder, documentCount }: Workload, from: string): Promise<string> {
  const path = join(folder, "collection.tsv");
  if (existsSync(path)) return path;
  const out = createWriteStream(`${path}.unfinished`);
  for await (const { id, title = "", text } of mixDocuments(from, documentCount)) {
    const line = `${title} ${text}`.replaceAll(/[\t\r\n]/g, " ");
    if (!out.write(`${id}\t${line}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  renameSync(`${path}.unfinished`, path);
  return path;
}

function part({ bytes }: Built, ...names: readonly string[]): number {
  return names.reduce((total, name) => total + (bytes[name] ?? 0), 0);
}

function sum(bytes: Readonly<Record<string, number>>): number {
  return Object.values(bytes).reduce((total, each) => total + each, 0);
}

function print(what: string, value: number, unit = "bytes"): void {
  const shown = Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(3);
  console.log(`  ${what.padEnd(60)} ${shown.padStart(12)} ${unit}`);
}
