/**
 * The peers of the training benchmark: PyTorch, C with OpenBLAS, TensorFlow.js, jax-js and ONNX
 * Runtime. Missing ones are reported and skipped; bench/peers/train/README.md describes their
 * installation.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Contestant } from "./peers/contestant.ts";
import type { ModelName } from "./train-workload.ts";

const HERE = import.meta.dirname;
const ROOT = join(HERE, "../..");
const PEERS = join(ROOT, "bench/peers/train");
/** The folder of the peers' packages and programs. */
const INSTALLED = join(ROOT, ".build/peers/train");
const PYTHON = process.env.TERMWISE_PYTHON ?? "python3";
const ONNX_RUNTIME =
  process.env.TERMWISE_ONNXRUNTIME ??
  join(INSTALLED, "node_modules/onnxruntime-node/dist/index.js");

const GCC = ["-O3", "-march=native", "-ffast-math", "-fopenmp"];

export interface Peers {
  readonly openBlas: boolean;
  readonly torch: boolean;
  readonly tfjs: boolean;
  readonly jax: boolean;
  readonly onnx: boolean;
}

/** Finds the peers, compiles the one in C, and reports missing ones. */
export function findPeers(): Peers {
  const requested = process.env.PEERS?.split(",");
  const isRequested = (peer: keyof Peers): boolean => requested?.includes(peer) ?? true;
  const peers = {
    openBlas: isRequested("openBlas") && compile("openblas-training"),
    torch: isRequested("torch") && canRun(PYTHON, ["-c", "import torch"]),
    tfjs:
      isRequested("tfjs") &&
      existsSync(join(INSTALLED, "node_modules/@tensorflow/tfjs-backend-wasm")),
    jax: isRequested("jax") && existsSync(join(INSTALLED, "node_modules/@jax-js/jax")),
    onnx: isRequested("onnx") && existsSync(ONNX_RUNTIME),
  };
  const names = {
    openBlas: "C with OpenBLAS",
    torch: "PyTorch",
    tfjs: "TensorFlow.js",
    jax: "jax-js",
    onnx: "ONNX Runtime",
  };
  for (const [peer, isInstalled] of Object.entries(peers)) {
    const reason = isRequested(peer as keyof Peers)
      ? "is not installed, skipped"
      : "is not requested";
    if (!isInstalled) console.log(`${names[peer as keyof Peers]} ${reason}`);
  }
  return peers;
}

/** All contestants that train and re-rank with a model; ours first. */
export function createContestants(
  peers: Peers,
  folder: string,
  model: ModelName,
  threads: number,
): readonly Contestant[] {
  const count = String(threads);
  const ours = (name: string, engine: string): Contestant =>
    new Contestant(name, process.execPath, [
      join(HERE, "train-runner.js"),
      ...[folder, model, engine, count, ONNX_RUNTIME],
    ]);
  const torch = (name: string, way: string): Contestant =>
    new Contestant(name, PYTHON, [
      join(PEERS, "torch-training.py"),
      ...[folder, model, way, count],
    ]);
  const inJavaScript = (name: string, engine: string): Contestant =>
    new Contestant(name, process.execPath, [
      join(PEERS, "padded-training.mjs"),
      ...[engine, INSTALLED, folder, model, count],
    ]);
  return [
    ours("termwise wasm", "wasm"),
    ...(process.env.RELAXED === undefined ? [] : [ours("termwise wasm, relaxed SIMD", "relaxed")]),
    ...(peers.openBlas
      ? [
          new Contestant("C with OpenBLAS", join(INSTALLED, "openblas-training"), [
            folder,
            model,
            count,
          ]),
        ]
      : []),
    ...(peers.torch
      ? [torch("PyTorch, padded", "padded"), torch("PyTorch, our algorithm", "distinct")]
      : []),
    ...(peers.onnx ? [ours("ONNX Runtime, our graph, no update", "onnx")] : []),
    ...(peers.tfjs ? [inJavaScript("TensorFlow.js, padded", "tfjs")] : []),
    ...(peers.jax ? [inJavaScript("jax-js, padded", "jax")] : []),
  ];
}

/** The contestants for matrix products and exponentials. */
export function createKernelContestants(threads: number): readonly Contestant[] {
  const count = String(threads);
  const own = join(HERE, "train-throughput.js");
  return [
    new Contestant("termwise wasm", process.execPath, [own, count]),
    ...(canRun(PYTHON, ["-c", "import numpy"])
      ? [new Contestant("NumPy, OpenBLAS", PYTHON, [join(PEERS, "numpy-throughput.py"), count])]
      : []),
  ];
}

function compile(name: string): boolean {
  mkdirSync(INSTALLED, { recursive: true });
  const source = join(PEERS, `${name}.c`);
  return canRun("gcc", [...GCC, source, "-o", join(INSTALLED, name), "-lopenblas", "-lm"]);
}

function canRun(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
