/**
 * How fast is training and re-ranking beside PyTorch on the same machine?
 *
 * All engines start from the same weights and batches; their losses are
 * compared step by step, so all do the same work. They take turns in rounds,
 * and each is given its median; ratios are what to look at on a busy machine.
 * Python with torch is found through TERMWISE_PYTHON, onnxruntime-node through
 * TERMWISE_ONNXRUNTIME. Results go to bench/results.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Contestant } from "./peers/contestant.ts";
import { type ModelName, writeWorkload } from "./train-workload.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 6);
const THREADS = 2;
const HERE = import.meta.dirname;
const ROOT = join(HERE, "../..");
const PYTHON = process.env.TERMWISE_PYTHON ?? "python3";

interface Row {
  readonly task: string;
  readonly engine: string;
  readonly ms: number;
  readonly least: number;
  readonly losses: readonly number[];
}

const machine = `${cpus().length} × ${cpus()[0]?.model}`;
const settings = { machine, node: process.version, threads: THREADS, rounds: ROUNDS };
console.log(Object.entries(settings).flat().join(" "));
const rows: Row[] = show(await compareKernels());
for (const model of ["knrm", "convKnrm"] as const) rows.push(...show(await compare(model)));
keep(rows);

async function compareKernels(): Promise<Row[]> {
  const threads = String(THREADS);
  const numpy = [join(ROOT, "bench/peers/numpy-throughput.py"), threads];
  const all = [
    new Contestant("termwise wasm", process.execPath, [join(HERE, "train-throughput.js"), threads]),
    new Contestant("NumPy, OpenBLAS", PYTHON, numpy),
  ];
  const found = [
    ...(await inTurns(all, "gemm 3500×300×768", "gemm", 10)),
    ...(await inTurns(all, "exp of 10 million", "exp", 5)),
  ];
  for (const contestant of all) contestant.stop();
  return found;
}

async function compare(model: ModelName): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "training-"));
  try {
    writeWorkload(folder, model, 1);
    const all = contestants(folder, model);
    const found = [
      ...(await inTurns(all, `${model} training step`, "train", 5)),
      ...(await inTurns(all, `${model} re-ranking 1,000`, "rerank", 1)),
    ];
    for (const contestant of all) contestant.stop();
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function contestants(folder: string, model: ModelName): readonly Contestant[] {
  const ours = (engine: string): readonly string[] => [
    join(HERE, "train-runner.js"),
    folder,
    model,
    engine,
    String(THREADS),
  ];
  const script = join(ROOT, "bench/peers/torch-training.py");
  const torch = (way: string): readonly string[] => [script, folder, model, way, String(THREADS)];
  return [
    new Contestant("termwise wasm", process.execPath, ours("wasm")),
    new Contestant("PyTorch, padded", PYTHON, torch("padded")),
    new Contestant("PyTorch, distinct words", PYTHON, torch("distinct")),
    ...(process.env.TERMWISE_ONNXRUNTIME === undefined
      ? []
      : [new Contestant("ONNX Runtime, our graph, no update", process.execPath, ours("onnx"))]),
  ];
}

async function inTurns(
  all: readonly Contestant[],
  title: string,
  task: string,
  count: number,
): Promise<Row[]> {
  const ms = new Map<string, number[]>();
  const losses = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const contestant of all) {
      const answer = await contestant.ask(task, count);
      if (answer === undefined) continue;
      const { name } = contestant;
      losses.set(name, [...(losses.get(name) ?? []), ...answer.losses]);
      // The first round warms up.
      if (round > 0) ms.set(name, [...(ms.get(name) ?? []), ...answer.ms]);
    }
  }
  return [...ms].map(([engine, spent]) => {
    const sorted = spent.toSorted((a, b) => a - b);
    const median = sorted[sorted.length >> 1] as number;
    const least = sorted[0] as number;
    return { task: title, engine, ms: median, least, losses: losses.get(engine) ?? [] };
  });
}

/** Prints rows as a table: median, least, and both as multiples of ours. */
function show(rows: readonly Row[]): Row[] {
  for (const { task, engine, ms, least, losses } of rows) {
    const own = rows.find((row) => row.task === task) as Row;
    const apart = losses.slice(0, 30).map((loss, i) => Math.abs(loss - (own.losses[i] as number)));
    const isCompared = losses.length > 0 && !engine.endsWith("no update");
    const distance = isCompared ? `losses differ by ${Math.max(...apart).toExponential(1)}` : "";
    console.log(
      [
        task.padEnd(26),
        engine.padEnd(36),
        `${ms.toFixed(1).padStart(8)} ms`,
        `least ${least.toFixed(1).padStart(8)}`,
        `${(ms / own.ms).toFixed(1).padStart(6)}×`,
        `${(least / own.least).toFixed(1).padStart(6)}×`,
        distance,
      ].join("  "),
    );
  }
  return [...rows];
}

/** Keeps the rows as dated JSON. */
function keep(rows: readonly Row[]): void {
  // Above the number of cores, others were at work and only the ratios mean something.
  const load = Number(loadavg()[0]?.toFixed(1));
  const results = rows.map(({ losses: _, ...row }) => row);
  mkdirSync(join(ROOT, "bench/results"), { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  const file = join(ROOT, `bench/results/train-${date}.json`);
  writeFileSync(file, `${JSON.stringify({ ...settings, load, results }, null, 2)}\n`);
}
