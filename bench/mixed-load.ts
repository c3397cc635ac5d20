/**
 * Whether the resident memory of a server stays flat under mixed load.
 *
 * Made-up documents in an index with fields, over loopback, client and server on the same cores.
 * Four readers ask for plain searches, facets, ranges, explanations, snippets, highlights, fuzzy
 * words, sorting, distinct, boosts, suggestions, facet values, documents and lists of words; a writer
 * adds, replaces, changes and deletes documents of a fixed set of ids, so the index keeps its size.
 * Every write is searched for at once.
 *
 * The first quarter of the time is a warm-up, in which code is compiled and caches are filled; the
 * rest has three equal parts. The memory of a part is the median of its samples, six a minute, since
 * the garbage of the threads comes and goes within minutes. It fails unless the three are within
 * 10 % of each other, every write succeeds and is found, and every read is answered or, where the
 * machine is busy, refused with 503. The median of each minute is in the result as well.
 *
 * Run: npm run bench -- mixed-load [--minutes 20] [--documents 100000] [--out file.json]
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { SearchResponse } from "../src/client/index.ts";
import { Random } from "../src/common/random.ts";
import { createIndex, type SearchDocument } from "../src/search/index.ts";
import { PeerProcess } from "./peer-process.ts";
import { ServerClient, type TimedResponse } from "./server-client.ts";
import { computePercentiles } from "./server-loads.ts";

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "100000" },
    minutes: { type: "string", default: "20" },
    out: { type: "string" },
  },
});
const documents = Number(values.documents);
const minutes = Number(values.minutes);

const MAX_GROWTH = 1.1;
/** The share of the time before the memory counts, and the parts of the rest. */
const WARM_UP = 1 / 4;
const PARTS = 3;
const SAMPLES_PER_MINUTE = 6;
const READERS = 4;
/** Both leave the cores to the server now and then. */
const READ_PAUSE_MS = 5;
const WRITE_PAUSE_MS = 50;
const BATCH_SIZE = 10;
/** Batches of ids that are written in turn. */
const BATCHES = 500;
const WORDS = 20_000;
const random = new Random(27);

/** Frequent words are more frequent, as in texts. */
function createWord(): string {
  return `w${Math.floor(WORDS ** random.uniform()) - 1}`;
}

function createDocument(i: number): SearchDocument {
  const text = Array.from({ length: 40 }, createWord).join(" ");
  const [price, brand] = [i % 10_000, `brand ${i % 5000}`];
  return { id: `d${i}`, title: createWord(), text, price, brand, tags: [`t${i % 7}`] };
}

function* createDocuments(): Generator<SearchDocument> {
  for (let i = 0; i < documents; i++) yield createDocument(i);
}

const folder = mkdtempSync(join(tmpdir(), "termwise-mixed-load-"));
const index = await createIndex(join(folder, "mix"), {
  fields: { title: "text", text: "text", price: "number", brand: "keyword", tags: "keyword[]" },
});
await index.add(createDocuments());
await index.close();
const cli = join(import.meta.dirname, "../apps/cli/main.js");
const keyArgs = [cli, "serve", folder, "--new-key", "write", "--quiet"];
const key = execFileSync(process.execPath, keyArgs, { encoding: "utf8" }).trim();
const server = new PeerProcess("Termwise", process.execPath, [
  ...[cli, "serve", folder, "--port", "0", "--no-log", "--threads", "2"],
]);
let hasFailed = true;
try {
  const address = await server.readLine();
  const port = Number(address.trim().slice(address.lastIndexOf(":") + 1));
  hasFailed = await runMixedLoad(new ServerClient(port, key));
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = hasFailed ? 1 : 0;

/** One request of each kind that readers send. */
function createReads(): readonly ((client: ServerClient) => Promise<TimedResponse>)[] {
  const search =
    (options: object) =>
    (client: ServerClient): Promise<TimedResponse> =>
      client.post("/indexes/mix/search", { query: createQuery(), ...options });
  const ranges = Array.from({ length: 20 }, (_, i) => [500 * i, 500 * (i + 1)]);
  return [
    search({}),
    search({ total: false, didYouMean: false }),
    search({ facets: ["brand", "tags"] }),
    search({ facets: { price: { ranges } } }),
    search({ explain: true }),
    search({ snippet: true, highlight: true }),
    search({ fuzzy: 1, prefix: true }),
    search({ sort: "-price", filter: { price: { gte: 1000 } } }),
    search({ distinct: "brand" }),
    search({ boost: [{ field: "price", function: "log", weight: 0.1 }] }),
    search({ filter: "tags = t1 and price < 5000", limit: 100 }),
    (client) => client.get(`/indexes/mix/suggest?q=${createWord()}`),
    (client) => client.get(`/indexes/mix/facets/brand?q=brand%20${random.below(10)}`),
    (client) => client.get(`/indexes/mix/documents/d${random.below(documents)}`),
    (client) => client.get("/indexes/mix/words?limit=20"),
    (client) => client.get("/indexes/mix"),
  ];
}

function createQuery(): string {
  return [createWord(), createWord(), createWord()].join(" ");
}

async function runMixedLoad(client: ServerClient): Promise<boolean> {
  const end = performance.now() + 60_000 * minutes;
  const samples: number[] = [];
  const sampling = setInterval(
    async () => samples.push(Math.round((await client.residentBytes()) / 1e6)),
    60_000 / SAMPLES_PER_MINUTE,
  );
  const reads = createReads();
  const times: number[] = [];
  const failures: Record<string, number> = {};
  let [next, refused, writes, lost] = [0, 0, 0, 0];
  const note = ({ status, text }: TimedResponse, kind: string): void => {
    if (status < 300) return;
    if (status === 503 && kind.startsWith("read")) {
      refused++;
      return;
    }
    const name = `${kind}: ${status} ${(JSON.parse(text) as { message: string }).message}`;
    failures[name] = (failures[name] ?? 0) + 1;
  };
  const read = async (): Promise<void> => {
    while (performance.now() < end) {
      const kind = next++ % reads.length;
      const response = await (reads[kind] as (typeof reads)[number])(client);
      note(response, `read ${kind}`);
      times.push(response.ms);
      await sleep(READ_PAUSE_MS);
    }
  };
  const write = async (): Promise<void> => {
    while (performance.now() < end) {
      const word = `written${writes}`;
      const first = (writes % BATCHES) * BATCH_SIZE;
      const ids = Array.from({ length: BATCH_SIZE }, (_, i) => first + i);
      const batch = ids.map((id) => ({ ...createDocument(id), title: word }));
      if (writes % 5 === 4) {
        const deleted = { ids: ids.map((id) => `d${id}`) };
        note(await client.send("DELETE", "/indexes/mix/documents", deleted), "delete");
      }
      note(await client.post("/indexes/mix/documents", batch), "add");
      if (writes % 3 === 2) {
        const changed = ids.map((id) => ({ id: `d${id}`, price: random.below(10_000) }));
        note(await client.send("PATCH", "/indexes/mix/documents", changed), "update");
      }
      const response = await client.get(`/indexes/mix/search?q=${word}`);
      note(response, "read of a write");
      const { total, isPartial } = JSON.parse(response.text) as Partial<SearchResponse>;
      if (response.status === 200 && isPartial === false && total !== BATCH_SIZE) lost++;
      writes++;
      await sleep(WRITE_PAUSE_MS);
    }
  };
  await Promise.all([...Array.from({ length: READERS }, read), write()]);
  clearInterval(sampling);
  client.close();
  const parts = computeParts(samples);
  const growth = Math.max(...parts) / Math.min(...parts);
  const result = {
    ...{ documents, minutes, node: process.version, date: new Date().toISOString() },
    ...{
      reads: { count: times.length, refused, ...computePercentiles(times) },
      writes,
      lost,
      failures,
    },
    ...{ megabytesPerMinute: computeMinutes(samples), megabytesPerPart: parts },
    largestOverSmallestPart: Math.round(1000 * growth) / 1000,
  };
  console.log(JSON.stringify(result, null, 2));
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, null, 2)}\n`);
  const isFlat = growth <= MAX_GROWTH;
  if (!isFlat) console.log(`FAILED: the memory of the parts differs by the factor ${growth}`);
  return !isFlat || lost > 0 || Object.keys(failures).length > 0;
}

/** The median of each minute's samples. */
function computeMinutes(samples: readonly number[]): number[] {
  return Array.from({ length: Math.floor(samples.length / SAMPLES_PER_MINUTE) }, (_, i) =>
    computeMedian(samples.slice(i * SAMPLES_PER_MINUTE, (i + 1) * SAMPLES_PER_MINUTE)),
  );
}

/** The median of the samples of each part after the warm-up. */
function computeParts(samples: readonly number[]): number[] {
  const settled = samples.slice(Math.ceil(WARM_UP * samples.length));
  const bounds = Array.from({ length: PARTS + 1 }, (_, i) =>
    Math.round((i * settled.length) / PARTS),
  );
  return bounds.slice(1).map((end, i) => computeMedian(settled.slice(bounds[i], end)));
}

function computeMedian(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] as number;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
