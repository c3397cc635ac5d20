/**
 * Normal clients of a server beside hostile ones, and its memory in a long run.
 *
 * Made-up documents, over loopback, client and server on the same cores. Eight normal clients search
 * in closed loops, with a key of their own. Beside them two hostile readers ask for the most
 * expensive searches that are allowed, and a hostile writer sends a body of documents a kilobyte at
 * a time; these have another key. With --minutes instead of --seconds: four normal clients beside
 * one that writes, without hostile ones, and the resident memory for each tenth.
 *
 * It fails unless the p99 of the normal clients stays under 100 ms, none of their requests fails, and
 * the memory of the last tenth is within 10 % of that of the third.
 *
 * Run: npm run bench -- hostile [--seconds 60] [--minutes 0] [--documents 100000]
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../src/common/random.ts";
import { createIndex, type SearchDocument } from "../src/search/index.ts";
import { PeerProcess } from "./peer-process.ts";
import { ServerClient } from "./server-client.ts";
import { type ClosedLoopResult, runClosedLoop } from "./server-loads.ts";
import { runMixedLoad } from "./server-mixed-load.ts";

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "100000" },
    seconds: { type: "string", default: "60" },
    minutes: { type: "string", default: "0" },
  },
});
const [documents, seconds, minutes] = [values.documents, values.seconds, values.minutes].map(
  Number,
) as [number, number, number];

const MAX_P99_MS = 100;
const MAX_GROWTH = 1.1;
const WORDS = 20_000;
const random = new Random(27);

/** Frequent words are more frequent, as in texts. */
function createWord(): string {
  return `w${Math.floor(WORDS ** random.uniform()) - 1}`;
}

function* createDocuments(): Generator<SearchDocument> {
  for (let i = 0; i < documents; i++) {
    const text = Array.from({ length: 40 }, createWord).join(" ");
    yield { id: i, text, price: i, brand: `brand ${i % 5000}`, tags: [i % 7, 100 + (i % 1000)] };
  }
}

const folder = mkdtempSync(join(tmpdir(), "termwise-hostile-"));
for (const name of ["mix", "other"]) {
  const index = await createIndex(join(folder, name));
  await index.add(name === "mix" ? createDocuments() : [{ id: "a", text: "one" }]);
  await index.close();
}
const cli = join(import.meta.dirname, "../apps/cli/main.js");
const [normalKey, hostileKey] = [createKey(), createKey()];
const threads = Math.max(2, availableParallelism());
const server = new PeerProcess("Termwise", process.execPath, [
  ...[cli, "serve", folder, "--port", "0", "--no-log", "--threads", String(threads)],
]);
let hasFailed = false;
try {
  const address = await server.readLine();
  const port = Number(address.trim().slice(address.lastIndexOf(":") + 1));
  hasFailed = minutes > 0 ? await runSoak(port) : await runHostile(port);
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = hasFailed ? 1 : 0;

function createKey(): string {
  const args = [cli, "serve", folder, "--new-key", "write", "--quiet"];
  return execFileSync(process.execPath, args, { encoding: "utf8" }).trim();
}

/** Three words, and the usual options. */
function toSearchPath(): string {
  const query = [createWord(), createWord(), createWord()].join("%20");
  return `/indexes/mix/search?q=${query}&total=false&didYouMean=false`;
}

async function runHostile(port: number): Promise<boolean> {
  const client = new ServerClient(port, normalKey);
  await runClosedLoop(client, toSearchPath, { clients: 8, seconds: 2 }); // warm
  const alone = await runClosedLoop(client, toSearchPath, { clients: 8, seconds: 5 });
  console.log(`8 normal clients alone: ${JSON.stringify(alone)}`);
  let isOver = false;
  const hostile = new ServerClient(port, hostileKey);
  const counts: Record<string, number> = {};
  const readers = [0, 1].map(() => readHostile(hostile, () => isOver, counts));
  const writer = writeSlowly(port, () => isOver);
  const beside: ClosedLoopResult = await runClosedLoop(client, toSearchPath, {
    clients: 8,
    seconds,
  });
  isOver = true;
  await Promise.all([...readers, writer]);
  console.log(`beside 2 hostile readers and a slow writer: ${JSON.stringify(beside)}`);
  console.log(`statuses of the hostile readers: ${JSON.stringify(counts)}`);
  const others = Object.keys(beside.statuses).filter((status) => status !== "200");
  if (others.length > 0) console.log(`FAILED: normal clients got ${others.join(", ")}`);
  if (beside.p99 >= MAX_P99_MS)
    console.log(`FAILED: p99 ${beside.p99} ms, not under ${MAX_P99_MS}`);
  client.close();
  hostile.close();
  return others.length > 0 || beside.p99 >= MAX_P99_MS;
}

/** The most expensive searches that are allowed, one after the other. */
async function readHostile(
  client: ServerClient,
  isOver: () => boolean,
  counts: Record<string, number>,
): Promise<void> {
  const ranges = Array.from({ length: 900 }, (_, i) => [i, i + 50_000]);
  const and = Array.from({ length: 1000 }, (_, i) => ({ price: { gte: -i } }));
  const words = Array.from({ length: 200 }, (_, i) => `w${i}`).join(" ");
  const requests = [
    { query: "w0", facets: { price: { ranges } }, timeout: 10_000 },
    { query: words, filter: { and }, sort: "-price", limit: 1000, timeout: 10_000 },
    { query: words, fuzzy: 2, explain: true, snippet: true, limit: 1000, timeout: 10_000 },
  ];
  for (let i = 0; !isOver(); i++) {
    const { status } = await client.post("/indexes/mix/search", requests[i % requests.length]);
    counts[status] = (counts[status] ?? 0) + 1;
    if (status === 503) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Sends a body of documents a kilobyte at a time, again and again. */
async function writeSlowly(port: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write(
      `POST /indexes/other/documents HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${hostileKey}\r\nContent-Type: application/x-ndjson\r\nContent-Length: 50000000\r\n\r\n`,
    );
    while (!isOver() && !socket.destroyed) {
      socket.write(`${JSON.stringify({ text: "slow ".repeat(200) })}\n`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    socket.destroy();
  }
}

async function runSoak(port: number): Promise<boolean> {
  const client = new ServerClient(port, normalKey);
  const result = await runMixedLoad(client, toSearchPath, minutes);
  console.log(`mixed for ${minutes} minutes: ${JSON.stringify(result)}`);
  const { megabytes, lost, lostAtEnd, errors } = result;
  const [third = Number.NaN, last = Number.NaN] = [megabytes[2], megabytes.at(-1)];
  const isFlat = last <= MAX_GROWTH * third;
  if (!isFlat) console.log(`FAILED: ${third} MB after three tenths, ${last} MB at the end`);
  client.close();
  return !isFlat || lost + lostAtEnd + errors > 0;
}
