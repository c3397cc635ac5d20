/**
 * Ours and other engines on the same lines of bench/fields.ts, in turns: for each
 * line and round, all queries by one engine after the other, the first round
 * untimed. Each engine reads texts in its own way. Engines that keep their index
 * in files get all documents, FTS5 fewer queries, and those that hold everything
 * in the JavaScript heap a part; ours runs beside each group anew.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FieldPeer, findFieldPeers, type PeerProgram, writeDocuments } from "./fields-peers.ts";
import type { MixDocument } from "./fields-workload.ts";
import { toSingleLine } from "./peer-process.ts";

/** Queries for engines that take long. */
const FEW_QUERIES = 100;

/** What peers are told of a line. */
export interface BenchmarkLine {
  readonly name: string;
  readonly transformQuery?: (query: string) => string;
  /** Of a filter: the date before which documents must be. */
  readonly before?: string;
}

/** Our indexes of some number of documents: microseconds of a query. */
export interface OurEngine<L> {
  search(line: L, query: string): Promise<number>;
  close(): Promise<void>;
}

export interface Comparison<L extends BenchmarkLine> {
  /** `all`, or names with commas between them. */
  readonly requestedPeers: string;
  readonly folder: string;
  readonly documents: (size: number) => AsyncIterable<MixDocument>;
  /** Documents for engines with files, and for those of the heap. */
  readonly sizes: { readonly whole: number; readonly heap: number };
  readonly lines: readonly L[];
  readonly queries: readonly string[];
  readonly rounds: number;
  readonly open: (size: number) => Promise<OurEngine<L>>;
}

/** One engine on one line: microseconds per query, and our mean in the same rounds. */
export interface PeerTimes {
  readonly line: string;
  readonly engine: string;
  readonly documents: number;
  readonly queries: number;
  readonly mean: number;
  readonly median: number;
  readonly ours: number;
}

/** Prints the times of every engine that is there beside ours, and returns them. */
export async function comparePeers<L extends BenchmarkLine>(
  comparison: Comparison<L>,
): Promise<readonly PeerTimes[]> {
  const all: PeerTimes[] = [];
  const programs = findFieldPeers(comparison.requestedPeers, console.log);
  const { sizes, queries } = comparison;
  const few = sampleEvenly(queries, FEW_QUERIES);
  for (const [kind, size, some] of [
    ["whole", sizes.whole, queries],
    ["slow", sizes.whole, few],
    ["heap", sizes.heap, few],
  ] as const) {
    const group = programs.filter((program) => program.kind === kind);
    if (group.length > 0) {
      all.push(...(await compareGroup({ ...comparison, queries: some }, group, size)));
    }
  }
  return all;
}

/** At most so many, evenly spread. */
export function sampleEvenly(queries: readonly string[], maxCount: number): string[] {
  const count = Math.min(maxCount, queries.length);
  return Array.from(
    { length: count },
    (_, i) => queries[Math.floor((i * queries.length) / count)] as string,
  );
}

async function compareGroup<L extends BenchmarkLine>(
  { folder: parent, documents, lines, queries, rounds, open }: Comparison<L>,
  programs: readonly PeerProgram[],
  size: number,
): Promise<readonly PeerTimes[]> {
  const results: PeerTimes[] = [];
  const folder = join(parent, `peers-${size}`);
  mkdirSync(folder, { recursive: true });
  const documentsPath = join(folder, "documents.tsv");
  await writeDocuments(documentsPath, documents(size));
  const queriesPath = join(folder, `queries-${queries.length}.tsv`);
  writeFileSync(queriesPath, lines.map((line) => formatRows(line, queries)).join(""));
  console.log(
    `\n${size.toLocaleString("en")} documents, ${queries.length} queries: mean and median in µs, mean against ours`,
  );
  const ours = await open(size);
  const peers = await startPeers(programs, (name) => [
    documentsPath,
    queriesPath,
    join(folder, name),
  ]);
  for (const line of lines) {
    const timesByEngine = new Map<string, number[]>([["termwise", []]]);
    for (const { name } of peers) timesByEngine.set(name, []);
    for (let round = 0; round <= rounds; round++) {
      const times: number[] = [];
      for (const query of queries) times.push(await ours.search(line, query));
      const all: [string, number[]][] = [["termwise", times]];
      for (const peer of peers) {
        const theirs = peer.times(line.name).catch(({ message }: Error) => {
          console.log(`  ${message}`);
          return [];
        });
        all.push([peer.name, await theirs]);
      }
      if (round === 0) continue; // warms up
      for (const [name, these] of all) timesByEngine.get(name)?.push(...these);
    }
    const own = mean(timesByEngine.get("termwise") ?? []);
    const times = [...timesByEngine].map(([engine, these]) => {
      const median = these.toSorted((a, b) => a - b)[these.length >> 1] ?? Number.NaN;
      const where = { line: line.name, engine, documents: size, queries: queries.length };
      return { ...where, mean: mean(these), median, ours: own };
    });
    console.log(`  ${line.name.padEnd(13)}${times.map(formatTimes).join("; ")}`);
    results.push(...times.filter(({ engine, median }) => engine !== "termwise" && median > 0));
  }
  for (const peer of peers) peer.stop();
  await ours.close();
  return results;
}

function formatRows(
  { name, before = "", transformQuery = (query) => query }: BenchmarkLine,
  queries: readonly string[],
): string {
  return queries
    .map((query) => `${name}\t${before}\t${toSingleLine(transformQuery(query))}\n`)
    .join("");
}

/** One that cannot start says why itself; the others are compared. */
async function startPeers(
  programs: readonly PeerProgram[],
  listFiles: (name: string) => readonly string[],
): Promise<FieldPeer[]> {
  const peers: FieldPeer[] = [];
  for (const program of programs) {
    await FieldPeer.start(program, listFiles(program.name)).then(
      (peer) => peers.push(peer),
      (error: Error) => console.log(`  ${error.message}`),
    );
  }
  return peers;
}

/** Its mean and median, and its mean against ours. */
function formatTimes({ engine, mean, median, ours }: PeerTimes): string {
  if (Number.isNaN(median)) return `${engine} –`;
  return `${engine} ${mean.toFixed(0)}, ${median.toFixed(0)} (${(mean / ours).toFixed(2)}x)`;
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}
