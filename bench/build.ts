/**
 * How fast an index is built, how large it gets, and how much memory that takes.
 *
 * Measures everything from the compressed file to the durable commit: reading
 * JSON lines, analysis, inversion, writing, merging. Reports documents per second,
 * bytes of each kind of file, peak memory of the process, and the time to open
 * the result. Of documents with one id the first is kept.
 *
 * Run: npm run bench -- build <documents.jsonl.gz> [--threads 1] [--positions]
 *   [--no-forward] [--no-stored] [--stem none] [--limit 100000] [--memory-mb 1024]
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Document, openCollection } from "../src/collection/index.ts";
import { buildIndex, computeIndexStatistics, IndexSnapshot } from "../src/index/index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import type { StemmerName } from "../src/text/index.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    threads: { type: "string", default: "1" },
    positions: { type: "boolean", default: false },
    "no-forward": { type: "boolean", default: false },
    "no-stored": { type: "boolean", default: false },
    stem: { type: "string", default: "porter2" },
    limit: { type: "string", default: "Infinity" },
    "memory-mb": { type: "string", default: "1024" },
  },
});
const [file] = positionals;
if (file === undefined) throw new Error("a file of documents is needed");

const folder = await mkdtemp(join(tmpdir(), "termwise-bench-"));
try {
  const directory = await NodeDirectory.open(folder);
  const collection = await openCollection(new NodeFiles(), file);
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  await buildIndex(directory, takeFirst(collection.documents(), Number(values.limit)), {
    threads: Number(values.threads),
    positions: values.positions,
    forward: !values["no-forward"],
    stored: !values["no-stored"],
    memoryBytes: Number(values["memory-mb"]) * 2 ** 20,
    analysis: { stemmer: values.stem as StemmerName },
    duplicates: "keep-first",
  });
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  const opening = performance.now();
  const snapshot = await IndexSnapshot.open(directory);
  const openMilliseconds = Math.round(performance.now() - opening);
  const { documents, averageLength, terms, postings, bytes, bytesByKind } =
    computeIndexStatistics(snapshot);
  const report = {
    documents,
    averageLength,
    terms,
    postings,
    seconds,
    // On a machine that others use, processor time tells more; it counts all threads.
    processorSeconds: (user + system) / 1e6,
    documentsPerSecond: Math.round(documents / seconds),
    peakMegabytes,
    openMilliseconds,
    bytes,
    bytesByKind,
  };
  console.log(JSON.stringify(report, undefined, 2));
} finally {
  await rm(folder, { recursive: true });
}

async function* takeFirst(
  documents: AsyncIterable<Document>,
  limit: number,
): AsyncGenerator<Document> {
  let count = 0;
  for await (const document of documents) {
    if (++count > limit) return;
    yield document;
  }
}
