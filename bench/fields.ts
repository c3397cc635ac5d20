/**
 * The cost of fields, filters, facets, sorting, prefixes and typos.
 *
 * The 1,003,191 documents of the large mix with fields (fields-workload.ts) and
 * its 6,980 questions, ten hits each, one thread. Two indexes: one in which
 * title and text are one text, and one with title and text as fields of their
 * own. The lines take turns, query by query; the mean, the median and the 99th
 * percentile of all rounds are printed in µs, and the mean against that of the
 * plain search of the same index. Filters are compiled once and remembered, as
 * in every use but the first; `first use` times that one.
 *
 * Then other engines (bench/peers/fields) beside ours on a part of the documents
 * and 100 questions, each with its own reading of texts.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench:fields [-- --share 0.01 --rounds 3 --queries 1000
 * --heap-share 0.3 --peers all|none|fts5,orama,minisearch]
 */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIndex } from "../src/index/index.ts";
import {
  IndexReader,
  type SchemaOptions,
  type SearchOptions,
  searchHits,
} from "../src/search/index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";
import { FieldPeer, fieldPeers } from "./fields-peers.ts";
import { DAYS, dayText, fieldDocuments, fieldQueries } from "./fields-workload.ts";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENTS = 1_003_191;
/** Queries for engines that take long. */
const FEW_QUERIES = 100;

const { values } = parseArgs({
  options: {
    share: { type: "string", default: "1" },
    rounds: { type: "string", default: "1" },
    queries: { type: "string", default: "6980" },
    "heap-share": { type: "string", default: "0.3" },
    peers: { type: "string", default: "all" },
  },
});
const { TERMWISE_COLLECTIONS: collections } = process.env;
if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS names no folder");
const count = Math.round(DOCUMENTS * Number(values.share));

const COLUMNS = { source: "keyword", words: "number", published: "date" } as const;
const one = await opened("one", { all: {}, ...COLUMNS }, count);
const two = await opened("two", { title: { weight: 2 }, text: {}, ...COLUMNS }, count);
const everything = await fieldQueries(collections);
const step = Math.max(1, Math.floor(everything.length / Number(values.queries)));
const queries = everything.filter((_, i) => i % step === 0);

interface Line {
  readonly name: string;
  readonly reader: IndexReader;
  readonly options: SearchOptions;
  readonly ask?: (query: string) => string;
  /** Of a filter: the date before which documents must be. */
  readonly before?: string;
}

const days = (share: number): SearchOptions => ({
  filter: { published: { lt: dayText(Math.round(DAYS * share)) } },
});
const cut = (letters: number) => (query: string) => {
  const words = query.trim().split(/\s+/);
  const last = words.pop() ?? "";
  return [...words, last.slice(0, letters)].join(" ");
};
const lines: readonly Line[] = [
  { name: "plain", reader: one, options: {} },
  { name: "two fields", reader: two, options: {} },
  ...[0.5, 0.05, 0.001].map((share) => ({
    name: `filter ${100 * share} %`,
    reader: one,
    options: days(share),
    before: dayText(Math.round(DAYS * share)),
  })),
  { name: "total", reader: one, options: { total: true } },
  { name: "facets", reader: one, options: { facets: ["source"] } },
  { name: "sort", reader: one, options: { sort: ["-published", "score"] } },
  ...[2, 3, 5].map((letters) => ({
    name: `prefix ${letters}`,
    reader: one,
    options: { prefix: true },
    ask: cut(letters),
  })),
  { name: "typo", reader: one, options: { fuzzy: true }, ask: misspelt },
];

console.log(`${count.toLocaleString("en")} documents, ${queries.length} queries`);
for (const share of [0.5, 0.05, 0.001]) await printFirstUse(share);
const taken = new Map(lines.map(({ name }) => [name, [] as number[]]));
for (const line of lines) for (const query of queries.slice(0, 100)) await search(line, query);
for (let round = 0; round < Number(values.rounds); round++) {
  for (const query of queries) {
    for (const line of lines) taken.get(line.name)?.push(await search(line, query));
  }
}
const [plain = 1] = [...taken.values()].map(mean);
const figures = [...taken].map(([name, times]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] as number;
  return { name, mean: mean(times), median: at(0.5), p99: at(0.99), ratio: mean(times) / plain };
});
for (const { name, ratio, ...times } of figures) {
  const shown = Object.values(times).map((time) => time.toFixed(0).padStart(9));
  console.log(`  ${name.padEnd(13)}${shown.join("")}  ${ratio.toFixed(2)}x`);
}
console.log(`  resident memory ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB at most`);
mkdirSync(join(ROOT, "bench/results"), { recursive: true });
const stem = `bench/results/fields-${new Date().toISOString().slice(0, 10)}`;
if (count === DOCUMENTS && !existsSync(join(ROOT, `${stem}.json`))) {
  writeFileSync(join(ROOT, `${stem}.json`), `${JSON.stringify(figures, null, 2)}\n`);
}
await Promise.all([one.close(), two.close()]);
if (values.peers !== "none") await comparePeers();

/** Ours and the other engines on the same part, line by line and round by round. */
async function comparePeers(): Promise<void> {
  const part = Math.round(count * Number(values["heap-share"]));
  const folder = join(ROOT, `.build/fields-workloads/peers-${part}`);
  mkdirSync(folder, { recursive: true });
  const [documents, asked] = [join(folder, "documents.jsonl"), join(folder, "queries.json")];
  const rows: string[] = [];
  for await (const { title, text, ...more } of fieldDocuments(collections as string, part)) {
    rows.push(JSON.stringify({ ...more, all: `${title}\n${text}` }));
  }
  writeFileSync(documents, `${rows.join("\n")}\n`);
  const few = queries.filter((_, i) => i % Math.ceil(queries.length / FEW_QUERIES) === 0);
  const compared = lines.filter(({ name }) => name !== "two fields" && name !== "total");
  const byLine = compared.map(({ name, ask = (query: string) => query, before }) => [
    name,
    { queries: few.map(ask), before },
  ]);
  writeFileSync(asked, JSON.stringify(Object.fromEntries(byLine)));
  console.log(`\n${part.toLocaleString("en")} documents, ${few.length} queries, mean µs per query`);
  const reader = await opened("one", { all: {}, ...COLUMNS }, part);
  const peers: FieldPeer[] = [];
  for (const peer of fieldPeers(values.peers, console.log)) {
    const starting = FieldPeer.start(peer, [documents, asked, join(folder, peer.name)]);
    // One that cannot start says why itself; the others are compared.
    await starting.then(
      (started) => peers.push(started),
      (error: Error) => console.log(`  ${error.message}`),
    );
  }
  for (const line of compared) {
    const all = new Map<string, number[]>(
      ["termwise", ...peers.map(({ name }) => name)].map((name) => [name, []]),
    );
    for (let round = 0; round <= Number(values.rounds); round++) {
      const ours: number[] = [];
      for (const query of few) ours.push(await search({ ...line, reader }, query));
      const theirs: [string, number[]][] = [["termwise", ours]];
      for (const peer of peers) theirs.push([peer.name, await peer.times(line.name)]);
      if (round === 0) continue; // warms up
      for (const [name, times] of theirs) all.get(name)?.push(...times);
    }
    const own = mean(all.get("termwise") ?? []);
    const shown = [...all].map(([name, times]) => {
      const ratio = `${(mean(times) / own).toFixed(1)}x`;
      return `${name} ${times.length === 0 ? "–" : `${mean(times).toFixed(0)} (${ratio})`}`;
    });
    console.log(`  ${line.name.padEnd(13)}${shown.join(", ")}`);
  }
  for (const peer of peers) peer.stop();
  await reader.close();
}

async function opened(name: string, fields: SchemaOptions, size: number): Promise<IndexReader> {
  const folder = join(ROOT, `.build/fields-workloads/mix-${size}-${name}-forms`);
  const isThere = existsSync(folder);
  const directory = await NodeDirectory.open(folder);
  if (!isThere) {
    const start = performance.now();
    const documents = async function* () {
      for await (const { id, title, text, ...columns } of fieldDocuments(
        collections as string,
        size,
      )) {
        const texts = name === "one" ? { all: `${title}\n${text}` } : { title, text };
        yield { id, fields: { ...texts, ...columns } };
      }
    };
    await buildIndex(directory, documents(), { fields, stored: false });
    const seconds = (performance.now() - start) / 1000;
    console.log(
      `built ${name} in ${seconds.toFixed(1)} s, ${(size / seconds).toFixed(0)} documents per second`,
    );
  }
  return IndexReader.open(directory);
}

async function search(
  { reader, options, ask = (query) => query }: Line,
  query: string,
): Promise<number> {
  const start = performance.now();
  await searchHits(reader, ask(query), { total: false, ...options });
  return 1000 * (performance.now() - start);
}

/** A filter that nobody has asked for: the day before one of those above. */
async function printFirstUse(share: number): Promise<void> {
  const filter = { published: { lt: dayText(Math.round(DAYS * share) - 1) } };
  await searchHits(one, "warm", { filter: { words: { lt: 1 } }, total: false });
  const start = performance.now();
  await searchHits(one, queries[0] as string, { filter, total: false });
  console.log(`  filter ${100 * share} %, first use ${(performance.now() - start).toFixed(2)} ms`);
}

/** The longest word with its second and third letter swapped. */
function misspelt(query: string): string {
  const words = query.split(/\s+/);
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), "");
  return words
    .map((word) =>
      word === longest && word.length > 3 ? `${word[0]}${word[2]}${word[1]}${word.slice(3)}` : word,
    )
    .join(" ");
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}
