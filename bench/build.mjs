/**
 * How fast an index is built, how large it gets, and how much memory that takes.
 *
 * Measures everything from the compressed file to the durable commit: reading
 * JSON lines, analysis, inversion, writing, merging. Reports documents a second,
 * bytes of each kind of file, peak memory of the process, and the time to open
 * the result. Plain JavaScript on the built library: `npm run build` first, then
 *
 *   node bench/build.mjs <documents.jsonl.gz> [--threads 1] [--positions]
 *     [--no-forward] [--no-stored] [--stem none] [--limit 1000000] [--memory-mb 1024]
 */

import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { createGunzip } from "node:zlib";
import { buildIndex, IndexSnapshot } from "../dist/src/index/index.js";
import { NodeDirectory } from "../dist/src/storage/node-directory.js";

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

async function* documents(file, limit) {
  const input = createReadStream(file).pipe(createGunzip({ chunkSize: 1 << 17 }));
  let count = 0;
  for await (const line of createInterface({ input })) {
    if (++count > limit) return;
    const { _id, title, text } = JSON.parse(line);
    yield title === undefined ? { id: _id, text } : { id: _id, title, text };
  }
}

const folder = await mkdtemp(join(tmpdir(), "termwise-bench-"));
try {
  const directory = await NodeDirectory.open(folder);
  const start = performance.now();
  await buildIndex(directory, documents(positionals[0], Number(values.limit)), {
    threads: Number(values.threads),
    positions: values.positions,
    forward: !values["no-forward"],
    stored: !values["no-stored"],
    memoryBytes: Number(values["memory-mb"]) * 2 ** 20,
    analysis: { stemmer: values.stem },
    duplicates: "keep-first",
  });
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage();
  const cpu = user + system;
  const peak = process.resourceUsage().maxRSS / 1024;
  const opening = performance.now();
  const snapshot = await IndexSnapshot.open(directory);
  const open = performance.now() - opening;
  const files = {};
  for (const name of await directory.list()) {
    const kind = name.split(".")[1] ?? name;
    files[kind] = (await stat(join(folder, name))).size;
  }
  const report = {
    documents: snapshot.documentCount,
    tokens: snapshot.totalLength,
    seconds: Number(seconds.toFixed(2)),
    // On a machine that others use, processor time tells more; it counts all threads.
    processorSeconds: Number((cpu / 1e6).toFixed(2)),
    documentsPerSecond: Math.round(snapshot.documentCount / seconds),
    peakMegabytes: Math.round(peak),
    openMilliseconds: Math.round(open),
    bytes: files,
    totalBytes: Object.values(files).reduce((sum, bytes) => sum + bytes, 0),
  };
  console.log(JSON.stringify(report, undefined, 2));
} finally {
  await rm(folder, { recursive: true });
}
