/**
 * The cost of fields, filters, boosts, facets, sorting, prefixes and typos.
 *
 * The 1,003,191 documents of the large mix with fields (fields-workload.ts) and its 6,980
 * questions, ten hits each, one thread. Two indexes: one in which title and text are one text, and
 * one with title and text as fields of their own. The lines take turns, query by query; the mean,
 * the median and the 99th percentile of all rounds are printed in µs, and the mean against that of
 * the plain search of the same index. Filters are compiled once and cached, as in every use but the
 * first; `first use` times that one. No search proposes another query (`didYouMean`), which small
 * indexes do where little is found.
 *
 * Then other engines beside ours (fields-comparison.ts). bench/peers/fields describes their
 * installation.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> JAVA=<java 21 or later> npm run bench -- fields [--share 0.01
 * --rounds 3 --queries 1000 --peer-queries 698 --heap-share 0.3
 * --peers all|none|lucene,tantivy,fts5,orama,minisearch]
 */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIndex, type IndexableDocument } from "../src/index/index.ts";
import {
  IndexReader,
  type SchemaOptions,
  type SearchOptions,
  searchHits,
} from "../src/search/index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";
import {
  type BenchmarkLine,
  comparePeers,
  type PeerTimes,
  sampleEvenly,
} from "./fields-comparison.ts";
import { DAYS, formatDay, readFieldDocuments, readFieldQueries } from "./fields-workload.ts";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENTS = 1_003_191;
/** Documents read ahead of indexing. */
const READ_AT_ONCE = 20_000;

const { values } = parseArgs({
  options: {
    share: { type: "string", default: "1" },
    rounds: { type: "string", default: "1" },
    queries: { type: "string", default: "6980" },
    "peer-queries": { type: "string", default: "698" },
    "heap-share": { type: "string", default: "0.3" },
    peers: { type: "string", default: "all" },
  },
});
const { TERMWISE_COLLECTIONS: collections } = process.env;
if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS names no folder");
const count = Math.round(DOCUMENTS * Number(values.share));

const COLUMNS = { source: "keyword", words: "number", published: "date" } as const;
const SCHEMAS: Readonly<Record<"one" | "two", SchemaOptions>> = {
  one: { all: {}, ...COLUMNS },
  two: { title: { weight: 2 }, text: {}, ...COLUMNS },
};
type Readers = Readonly<Record<keyof typeof SCHEMAS, IndexReader>>;
const readers: Readers = await openBoth(count);
const everything = await readFieldQueries(collections);
const queries = sampleEvenly(everything, Number(values.queries));

interface Line extends BenchmarkLine {
  readonly index: keyof typeof SCHEMAS;
  readonly options: SearchOptions;
}

const createDateFilter = (share: number): SearchOptions => ({
  filter: { published: { lt: formatDay(Math.round(DAYS * share)) } },
});
/** A factor by length, a decay by age that is added, and both with a filter. */
const LENGTH = { field: "words", function: "saturation", pivot: 50 } as const;
const AGE = {
  field: "published",
  function: "exponentialDecay",
  origin: formatDay(DAYS),
  scale: "90d",
  mode: "add",
  weight: 2,
} as const;
const BOOSTS: readonly (readonly [string, NonNullable<SearchOptions["boost"]>])[] = [
  ["boost factor", LENGTH],
  ["boost added", AGE],
  ["three boosts", [LENGTH, AGE, { filter: { words: { gte: 100 } }, weight: 0.5 }]],
];
const truncateLastWord = (letters: number) => (query: string) => {
  const words = query.trim().split(/\s+/);
  const last = words.pop() ?? "";
  return [...words, last.slice(0, letters)].join(" ");
};
const lines: readonly Line[] = [
  { name: "plain", index: "one", options: {} },
  { name: "two fields", index: "two", options: {} },
  ...[0.5, 0.05, 0.001].map((share) => ({
    name: `filter ${100 * share} %`,
    index: "one" as const,
    options: createDateFilter(share),
    before: formatDay(Math.round(DAYS * share)),
  })),
  ...BOOSTS.map(([name, boost]) => ({ name, index: "one" as const, options: { boost } })),
  { name: "total", index: "one", options: { total: true } },
  { name: "facets", index: "one", options: { facets: ["source"] } },
  { name: "sort", index: "one", options: { sort: ["-published", "score"] } },
  ...[2, 3, 5].map((letters) => ({
    name: `prefix ${letters}`,
    index: "one" as const,
    options: { prefix: true },
    transformQuery: truncateLastWord(letters),
  })),
  { name: "typo", index: "one", options: { fuzzy: true }, transformQuery: misspell },
];

console.log(`${count.toLocaleString("en")} documents, ${queries.length} queries`);
for (const share of [0.5, 0.05, 0.001]) await printFirstUse(share);
const timesByLine = new Map(lines.map(({ name }) => [name, [] as number[]]));
for (const line of lines)
  for (const query of queries.slice(0, 100)) await search(line, query, readers);
for (let round = 0; round < Number(values.rounds); round++) {
  for (const query of queries) {
    for (const line of lines) timesByLine.get(line.name)?.push(await search(line, query, readers));
  }
}
const [plain = 1] = [...timesByLine.values()].map(mean);
const figures = [...timesByLine].map(([name, times]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] as number;
  return { name, mean: mean(times), median: at(0.5), p99: at(0.99), ratio: mean(times) / plain };
});
for (const { name, ratio, ...times } of figures) {
  const cells = Object.values(times).map((time) => time.toFixed(0).padStart(9));
  console.log(`  ${name.padEnd(13)}${cells.join("")}  ${ratio.toFixed(2)}x`);
}
console.log(`  resident memory ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB at most`);
await closeBoth(readers);
const result = {
  documents: count,
  queries: queries.length,
  lines: figures,
  peers: await measurePeers(),
};
mkdirSync(join(ROOT, "bench/results"), { recursive: true });
const stem = join(ROOT, `bench/results/fields-${new Date().toISOString().slice(0, 10)}`);
if (count === DOCUMENTS) writeFileSync(`${stem}.json`, `${JSON.stringify(result, null, 2)}\n`);

async function measurePeers(): Promise<readonly PeerTimes[]> {
  if (values.peers === "none") return [];
  return comparePeers<Line>({
    requestedPeers: values.peers,
    folder: join(ROOT, ".build/fields-workloads"),
    documents: (size) => readFieldDocuments(collections as string, size),
    sizes: { whole: count, heap: Math.round(count * Number(values["heap-share"])) },
    lines: lines.filter(({ name }) => name !== "total" && !name.includes("boost")),
    queries: sampleEvenly(queries, Number(values["peer-queries"])),
    rounds: Number(values.rounds),
    open: async (size) => {
      const both = await openBoth(size);
      return {
        search: (line, query) => search(line, query, both),
        close: () => closeBoth(both),
      };
    },
  });
}

async function openBoth(size: number): Promise<Readers> {
  return { one: await openOrBuild("one", size), two: await openOrBuild("two", size) };
}

async function closeBoth({ one, two }: Readers): Promise<void> {
  await Promise.all([one.close(), two.close()]);
}

async function openOrBuild(name: keyof typeof SCHEMAS, size: number): Promise<IndexReader> {
  const folder = join(ROOT, `.build/fields-workloads/mix-${size}-${name}-forms`);
  const exists = existsSync(folder);
  const directory = await NodeDirectory.open(folder);
  if (!exists) {
    const start = performance.now();
    let reading = 0; // unzipping and parsing the collection do not count
    const documents = async function* () {
      const source = readFieldDocuments(collections as string, size);
      for (let isMore = true; isMore; ) {
        const began = performance.now();
        const batch: IndexableDocument[] = [];
        while (batch.length < READ_AT_ONCE) {
          const { value, done } = await source.next();
          if (done === true) {
            isMore = false;
            break;
          }
          const { id, title, text, ...columns } = value;
          const texts = name === "one" ? { all: `${title}\n${text}` } : { title, text };
          batch.push({ id, fields: { ...texts, ...columns } });
        }
        reading += performance.now() - began;
        yield* batch;
      }
    };
    await buildIndex(directory, documents(), { fields: SCHEMAS[name], stored: false });
    const seconds = (performance.now() - start - reading) / 1000;
    console.log(
      `built ${name} in ${seconds.toFixed(1)} s, ${(size / seconds).toFixed(0)} documents per second; reading the collection took ${(reading / 1000).toFixed(1)} s more`,
    );
  }
  return IndexReader.open(directory);
}

async function search(
  { index, options, transformQuery = (query) => query }: Line,
  query: string,
  from: Readers,
): Promise<number> {
  const start = performance.now();
  await searchHits(from[index], transformQuery(query), {
    total: false,
    didYouMean: false,
    ...options,
  });
  return 1000 * (performance.now() - start);
}

/** A filter that is not cached: the day before one of those above. */
async function printFirstUse(share: number): Promise<void> {
  const filter = { published: { lt: formatDay(Math.round(DAYS * share) - 1) } };
  await searchHits(readers.one, "warm", { filter: { words: { lt: 1 } }, total: false });
  const start = performance.now();
  await searchHits(readers.one, queries[0] as string, { filter, total: false });
  console.log(`  filter ${100 * share} %, first use ${(performance.now() - start).toFixed(2)} ms`);
}

/** The longest word with its second and third letter swapped. */
function misspell(query: string): string {
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
