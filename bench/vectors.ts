/**
 * The nearest of many vectors, exactly and approximately, beside FAISS, hnswlib and USearch.
 *
 * 100,000 and, by option, a million unit vectors of 384 numbers in clusters (vector-workload.ts), the ten
 * nearest of each query, one thread. Times are milliseconds of processor time
 * per query, the mean. Exact: every vector is looked at. Approximate: m 16, efConstruction 200 for all
 * libraries; for each, the smallest ef of a list that finds .95 of the ten nearest by exact numbers, and its
 * time. Recall of our bytes and theirs counts the same: against exact float32.
 *
 * Graphs, and the nearest by plain code, are made once and kept beside the vectors under .build; remove
 * .build/vector-workloads to make them again, as after a change of how our graph is built. The other
 * libraries are Python packages, in an environment under .build that the bench makes (it says so first;
 * --peers none does without).
 *
 * Run: npm run bench -- vectors [--count 100000 --queries 200 --exact-queries 100 --peers all|none|faiss-flat,…]
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildHnswGraph } from "../src/dense/hnsw/hnsw-builder.ts";
import { VectorScan } from "../src/dense/search/index.ts";
import { quantise, SegmentVectors } from "../src/dense/vectors/index.ts";
import { openCachedGraph } from "./cached-graph.ts";
import { computeGroundTruth, TopRows } from "./ground-truth.ts";
import { type NeighbourResult, VectorPeer } from "./vector-peer.ts";
import { DIMENSIONS, prepareVectorWorkload, readVectorFile } from "./vector-workload.ts";

const ROOT = join(import.meta.dirname, "../..");
const PYTHON = join(ROOT, ".build/peers/vectors/bin/python");
const PACKAGES = ["faiss-cpu", "hnswlib", "usearch", "numpy"];
const TOP = 10;
const GRAPH = { m: 16, efConstruction: 200 };
const EFS = [10, 15, 20, 30, 40, 60, 80, 120, 160, 240, 320];
const RECALL = 0.95;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100000" },
    queries: { type: "string", default: "200" },
    "exact-queries": { type: "string", default: "100" },
    peers: { type: "string", default: "all" },
  },
});
const count = Number(values.count);
const queryCount = Number(values.queries);

interface Line {
  readonly name: string;
  readonly kind: "exact" | "approximate";
  readonly ms: number;
  readonly recall: number;
  readonly ef?: number;
  readonly buildSeconds: number;
}
const lines: Line[] = [];

const peers = preparePeers(values.peers);
const workload = prepareVectorWorkload(join(ROOT, ".build/vector-workloads"), count, queryCount);
const queries = readVectorFile(workload.queries);
console.log(`${count.toLocaleString("en")} vectors, ${queryCount} queries, one thread`);

const groundTruth = computeGroundTruth(workload, TOP);
const quantised = quantise(readVectorFile(workload.rows), DIMENSIONS);
await measureOurs();
for (const name of peers) await measurePeer(name);

const [exact, approximate] = (["exact", "approximate"] as const).map((kind) =>
  lines.filter((line) => line.kind === kind),
);
for (const part of [exact ?? [], approximate ?? []]) {
  const [ours] = part;
  for (const { name, kind, ms, recall, ef, buildSeconds } of part) {
    const wide = ef === undefined ? "" : `, ef ${ef}`;
    const beside = ours === undefined ? "" : `, ${(ms / ours.ms).toFixed(2)}x ours`;
    console.log(
      `  ${kind} ${name.padEnd(12)} ${ms.toFixed(3)} ms, recall ${recall.toFixed(3)}${wide}${beside}; built in ${buildSeconds.toFixed(1)} s`,
    );
  }
}
mkdirSync(join(ROOT, "bench/results"), { recursive: true });
const day = new Date().toISOString().slice(0, 10);
const target = join(ROOT, `bench/results/vectors-${count}-${day}.json`);
if (!existsSync(target)) writeFileSync(target, `${JSON.stringify(lines, null, 2)}\n`);

async function measureOurs(): Promise<void> {
  const ends = Uint32Array.from({ length: count }, (_, i) => i + 1);
  const vectors = new SegmentVectors({ ...quantised, ends });
  const graphPath = `${workload.rows}-termwise-${GRAPH.m}-${GRAPH.efConstruction}`;
  const { graph, seconds: buildSeconds } = await openCachedGraph(graphPath, async () => {
    const begun = process.cpuUsage();
    const built = await buildHnswGraph(DIMENSIONS, [{ vectors, start: 0, end: count }], GRAPH);
    return { graph: built, seconds: measureMilliseconds(begun) / 1000 };
  });
  const scan = new VectorScan(vectors, graph);
  const ask = (search: (query: Float32Array) => number[], maxQueries: number): NeighbourResult => {
    for (let i = 0; i < Math.min(30, queryCount); i++) search(readQuery(i)); // until the code is compiled
    const begun = process.cpuUsage();
    const found: number[][] = [];
    for (let i = 0; i < maxQueries; i++) found.push(search(readQuery(i)));
    return { ms: measureMilliseconds(begun) / maxQueries, found };
  };
  const every = ask((query) => scanExact(scan, query), Number(values["exact-queries"]));
  lines.push({ name: "termwise", kind: "exact", ...computeFigures(every), buildSeconds: 0 });
  const searchHnsw = (ef: number): NeighbourResult =>
    ask((query) => [...scan.searchHnsw(query, ef).subarray(0, TOP)], queryCount);
  const chosen = await findSmallestEf(async (ef) => searchHnsw(ef));
  lines.push({ name: "termwise", kind: "approximate", ...chosen, buildSeconds });
}

async function measurePeer(name: string): Promise<void> {
  const settings = [DIMENSIONS, GRAPH.m, GRAPH.efConstruction].map(String);
  const files = [workload.rows, workload.queries];
  const program = join(ROOT, "bench/peers/vectors/vector-peer.py");
  const peer = await VectorPeer.start(name, PYTHON, [program, name, ...files, ...settings]);
  if (peer === undefined) return;
  const { buildSeconds } = peer;
  const isExact = name === "faiss-flat" || name === "faiss-sq8";
  if (isExact)
    lines.push({ name, kind: "exact", ...computeFigures(await peer.ask(0)), buildSeconds });
  else {
    const chosen = await findSmallestEf((ef) => peer.ask(ef));
    lines.push({ name, kind: "approximate", ...chosen, buildSeconds });
  }
  peer.stop();
}

/** The smallest ef that finds enough, or the largest. */
async function findSmallestEf(
  ask: (ef: number) => Promise<NeighbourResult>,
): Promise<{ ms: number; recall: number; ef: number }> {
  let last = { ms: Number.NaN, recall: 0, ef: 0 };
  for (const ef of EFS) {
    last = { ...computeFigures(await ask(ef)), ef };
    if (last.recall >= RECALL) break;
  }
  return last;
}

function computeFigures({ ms, found }: NeighbourResult): { ms: number; recall: number } {
  const hits = found.reduce((sum, rows, i) => {
    const nearest = groundTruth[i] ?? new Set();
    return sum + rows.filter((row) => nearest.has(row)).length;
  }, 0);
  return { ms, recall: hits / (TOP * found.length) };
}

function scanExact(scan: VectorScan, query: Float32Array): number[] {
  const best = new TopRows(TOP);
  scan.scan(
    query,
    () => best.minScore,
    (row, score) => best.insert(row, score),
  );
  return best.rows.map(({ row }) => row);
}

function readQuery(i: number): Float32Array {
  return queries.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS);
}

function measureMilliseconds(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/** Makes the environment of the peers where it is missing, and says so. */
function preparePeers(requested: string): string[] {
  if (requested === "none") return [];
  if (!existsSync(PYTHON)) {
    const folder = join(ROOT, ".build/peers/vectors");
    console.log(`installing ${PACKAGES.join(", ")} into ${folder}`);
    const venv = spawnSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
    const pip = ["-m", "pip", "install", "-q", ...PACKAGES];
    if (venv.status !== 0 || spawnSync(PYTHON, pip, { stdio: "inherit" }).status !== 0) {
      console.log("the other libraries cannot be installed; they are left out");
      return [];
    }
  }
  const all = ["faiss-flat", "faiss-sq8", "faiss-hnsw", "hnswlib", "usearch-f32", "usearch-i8"];
  return requested === "all" ? all : all.filter((name) => requested.split(",").includes(name));
}
