/**
 * The speed of training and re-ranking on a GPU, beside PyTorch on CUDA on the same one.
 *
 * Both start from the same weights and batches, and their first losses are compared. A training
 * step is measured twice: each awaited ("awaited"), and several under way at a time as a training
 * does it ("ahead"), and so is re-ranking ("rerank" and "rerankAhead", per query). PyTorch never waits for a loss. Timestamps of the GPU give the share of every
 * kernel, and matrix products their share of PEAK, the float32 peak of the chip in TFLOP/s
 * (default 67, of an H200). bench/peers/webgpu/README.md says what must be there.
 *
 * Options: --out <file>, --python <program>, --quick (small work, for a test of this program),
 * --no-peers. The driver is Vulkan's: VK_DRIVER_FILES names it.
 *
 * Run: npm run bench -- webgpu
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type ModelName, writeWorkload } from "./train-workload.ts";
import { measurePeers, measureTorchProducts } from "./webgpu-peers.ts";
import { type Measured, measureProducts, measureTermwise } from "./webgpu-runner.ts";

const { values: options } = parseArgs({
  options: {
    out: { type: "string" },
    python: { type: "string", default: process.env.TERMWISE_PYTHON ?? "python3" },
    quick: { type: "boolean", default: false },
    "no-peers": { type: "boolean", default: false },
    models: { type: "string", default: "knrm,convKnrm" },
    triples: { type: "string" },
  },
});
const hasPeers = !options["no-peers"];
const repetitions = options.quick ? 2 : 40;
const triples = (options.triples ?? (options.quick ? "4" : "64,1024")).split(",").map(Number);
const sizes = options.quick
  ? ["256x256x256"]
  : ["4096x4096x4096", "8192x8192x8192", "3500x300x768", "300x3500x768"];
const peak = Number(process.env.PEAK ?? 67);

const products = await measureProducts(sizes, peak, repetitions);
const results: Record<string, unknown> = { date: new Date().toISOString(), products };
if (hasPeers) results.torchProducts = measureTorchProducts(options.python, sizes);
store();

for (const model of options.models.split(",") as ModelName[]) {
  for (const count of triples) {
    const folder = mkdtempSync(join(tmpdir(), "webgpu-bench-"));
    try {
      writeWorkload(folder, model, 1, count);
      const own = await measureTermwise(folder, model, repetitions);
      results[`${model} ${count}`] = { own };
      print(model, count, own);
      store();
      if (!hasPeers) continue;
      const peers = await measurePeers(options.python, folder, model, repetitions, count);
      results[`${model} ${count}`] = { own, peers };
      for (const peer of peers) print(model, count, peer);
      store();
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}
process.exit(0);

function print(model: string, count: number, { name, ...measures }: Measured): void {
  const numbers = Object.entries(measures).flatMap(([measure, value]) =>
    typeof value === "number" ? [`${measure} ${value.toFixed(3)}`] : [],
  );
  console.log(`${model} ${count} triples  ${name.padEnd(32)} ${numbers.join("  ")}`);
}

function store(): void {
  if (options.out === undefined) return;
  writeFileSync(options.out, `${JSON.stringify(results, null, 1)}\n`);
}
