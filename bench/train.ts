/**
 * How fast is training and re-ranking beside others on the same machine?
 *
 * All engines start from the same weights and batches; their losses are
 * compared step by step, so all do the same work. They take turns of a second
 * and a half, and each is given its median and its least. On a busy machine look at the
 * ratios, and with THREADS=1 at those of processor time, which others at work
 * hardly change.
 * Who the others are and how to have them: bench/peers/train/README.md.
 * PARTS=kernels,knrm,scoreConvKnrm names what to compare. Results go to
 * bench/results; those of another part from the same day stay there.
 *
 * Run: npm run bench -- train
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Contestant } from "./peers/contestant.ts";
import { createContestants, createKernelContestants, findPeers } from "./train-peers.ts";
import { type ModelName, writeWorkload } from "./train-workload.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 6);
const THREADS = Number(process.env.THREADS ?? 2);
const ROOT = join(import.meta.dirname, "../..");
/** A contestant that takes longer for one answer is out. */
const SECONDS = 40;
/** Rounds that are not counted: the first asks for one step, the others let compilers finish. */
const WARM_UP = 3;
/** About how long a turn takes, in milliseconds: everybody works as steadily as in a real training. */
const TURN = 1500;
/** The part of a turn that is not counted: caches and threads come back from the turns of others. */
const SETTLING = 0.25;
/** Between turns, in milliseconds: OpenMP's threads go on spinning for a fifth of a second. */
const PAUSE = 300;

interface Row {
  readonly task: string;
  readonly engine: string;
  readonly ms: number;
  readonly least: number;
  /** The median of processor time. */
  readonly cpu: number;
  readonly losses: readonly number[];
}

/** A row as results hold it. */
type StoredResults = Omit<Row, "losses">;

const machine = `${cpus().length} × ${cpus()[0]?.model}`;
const settings = { machine, node: process.version, threads: THREADS, rounds: ROUNDS };
console.log(Object.entries(settings).flat().join(" "));
const peers = findPeers();
const parts = process.env.PARTS?.split(",") ?? ["kernels", "knrm", "convKnrm"];
const rows: Row[] = parts.includes("kernels") ? printRows(await compareKernels()) : [];
for (const model of ["knrm", "convKnrm"] as const) {
  if (parts.includes(model)) rows.push(...printRows(await compare(model)));
}
storeRows(rows);

async function compareKernels(): Promise<Row[]> {
  const all = createKernelContestants(THREADS);
  const results = [
    ...(await measureInTurns(all, "gemm 3500×300×768", "gemm")),
    ...(await measureInTurns(all, "exp of 10 million", "exp")),
  ];
  for (const contestant of all) contestant.stop();
  return results;
}

async function compare(model: ModelName): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "training-"));
  try {
    writeWorkload(folder, model, 1);
    const all = createContestants(peers, folder, model, THREADS);
    const results = [
      ...(await measureInTurns(all, `${model} training step`, "train")),
      ...(await measureInTurns(all, `${model} re-ranking 1,000`, "rerank")),
    ];
    for (const contestant of all) contestant.stop();
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureInTurns(
  all: readonly Contestant[],
  title: string,
  task: string,
): Promise<Row[]> {
  const ms = new Map<string, number[]>();
  const cpu = new Map<string, number[]>();
  const losses = new Map<string, number[]>();
  const turns = new Map(all.map(({ name }) => [name, 1]));
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const contestant of all) {
      const { name } = contestant;
      const answer = await contestant.ask(task, turns.get(name) as number, SECONDS);
      if (answer === undefined) continue;
      turns.set(name, Math.max(1, Math.floor(TURN / median(answer.ms))));
      losses.set(name, [...(losses.get(name) ?? []), ...answer.losses]);
      await setTimeout(PAUSE);
      if (round < WARM_UP) continue;
      const settled = Math.floor(SETTLING * answer.ms.length);
      ms.set(name, [...(ms.get(name) ?? []), ...answer.ms.slice(settled)]);
      cpu.set(name, [...(cpu.get(name) ?? []), ...answer.cpu.slice(settled)]);
    }
  }
  return [...ms].map(([engine, spent]) => {
    return {
      task: title,
      engine,
      ms: median(spent),
      least: Math.min(...spent),
      cpu: median(cpu.get(engine) ?? []),
      losses: losses.get(engine) ?? [],
    };
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

/** Prints rows as a table: median, least and processor time, and all three as multiples of ours. */
function printRows(rows: readonly Row[]): Row[] {
  for (const { task, engine, ms, least, cpu, losses } of rows) {
    const own = rows.find((row) => row.task === task) as Row;
    const both = losses.slice(0, Math.min(30, own.losses.length));
    const apart = both.map((loss, i) => Math.abs(loss - (own.losses[i] as number)));
    const isCompared = losses.length > 0 && !engine.endsWith("no update");
    const distance = isCompared ? `losses differ by ${Math.max(...apart).toExponential(1)}` : "";
    console.log(
      [
        task.padEnd(26),
        engine.padEnd(36),
        `${ms.toFixed(1).padStart(8)} ms`,
        `least ${least.toFixed(1).padStart(8)}`,
        `cpu ${cpu.toFixed(1).padStart(8)}`,
        `${(ms / own.ms).toFixed(1).padStart(6)}×`,
        `${(least / own.least).toFixed(1).padStart(6)}×`,
        `${(cpu / own.cpu).toFixed(2).padStart(6)}×`,
        distance,
      ].join("  "),
    );
  }
  return [...rows];
}

/** Keeps the rows as dated JSON. */
function storeRows(rows: readonly Row[]): void {
  // Above the number of cores, others were at work and only the ratios mean something.
  const load = Number(loadavg()[0]?.toFixed(1));
  mkdirSync(join(ROOT, "bench/results"), { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  const file = join(ROOT, `bench/results/train-${date}-${THREADS}.json`);
  const isNew = ({ task, engine }: StoredResults): boolean =>
    !rows.some((row) => row.task === task && row.engine === engine);
  const before = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as { results: StoredResults[] }).results.filter(isNew)
    : [];
  const results = [...before, ...rows.map(({ losses: _, ...row }) => row)];
  writeFileSync(file, `${JSON.stringify({ ...settings, load, results }, null, 2)}\n`);
}
