/**
 * Where does the time of a training step go, and how far is each part from
 * what the machine can do?
 *
 * One thread, the work of bench/train.ts. Kernels are timed one by one by
 * standing between them and the backend; the lower quartile over the steps is
 * shown, with a floor: the larger of operations over the peak of a core and of
 * bytes over the bandwidth of memory. Peak: vectors of 128 bits, two products
 * and two sums a cycle, so 16 operations (PEAK, in GFLOP/s, 57 at 3.57 GHz).
 * Bandwidth is measured by copying. Last, a step with one and with two threads.
 *
 * Run: npm run bench -- train-breakdown <knrm or scoreConvKnrm>...
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeInitialValues } from "../src/models/index.ts";
import { type Batch, Training, wasmBackend } from "../src/tensor/index.ts";
import { createTrainModel } from "./train-model.ts";
import {
  DIMENSIONS,
  type ModelName,
  readWeights,
  readWorkload,
  writeWorkload,
} from "./train-workload.ts";

const PEAK = Number(process.env.PEAK ?? 57) * 1e6; // operations a millisecond
const FILTERS = 128;
const KERNELS = 11;
/** Operations for one cell in all kernels: two exponentials of 20 and so many for each kernel. */
const [POOL, POOL_GRADIENT] = [40 + 3 * KERNELS, 40 + 6 * KERNELS];

/** Milliseconds of every kernel in the current step. */
const kernelMilliseconds = new Map<string, number>();
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(Instance, [module, imports]: ConstructorParameters<typeof WebAssembly.Instance>) {
    const kernels = Object.entries(new Instance(module, imports).exports);
    return {
      exports: Object.fromEntries(kernels.map(([name, run]) => [name, timeKernel(name, run)])),
    };
  },
});

function timeKernel(name: string, exported: WebAssembly.ExportValue) {
  const kernel = exported as (...args: number[]) => void;
  return (args: number, from: number, to: number, scratch: number): void => {
    const start = performance.now();
    kernel(args, from, to, scratch);
    kernelMilliseconds.set(name, (kernelMilliseconds.get(name) ?? 0) + performance.now() - start);
  };
}

const models = process.argv.slice(2) as ModelName[];
const bandwidth = measureCopyBandwidth();
console.log(`memory is copied at ${(bandwidth / 1e6).toFixed(1)} GB/s`);
for (const model of models.length > 0 ? models : (["knrm", "convKnrm"] as const)) {
  const folder = mkdtempSync(join(tmpdir(), "breakdown-"));
  try {
    writeWorkload(folder, model, 1);
    await breakDown(folder, model, model === "knrm" ? 120 : 24);
    const both = await measureStepTime(folder, model, model === "knrm" ? 160 : 32);
    console.log(`${model}, two threads: a step in ${both.toFixed(2)} ms`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A training on a number of threads, and its batches as they come. */
async function open(folder: string, model: ModelName, threads: number) {
  const { batches } = readWorkload(folder);
  const { loss, variables, batcher } = createTrainModel(model);
  const training = await Training.open(wasmBackend({ threads }), {
    model,
    loss,
    groups: [{ variables }],
  });
  await writeInitialValues(training.session, readWeights(folder, variables));
  return { training, batchOf: (i: number) => batcher.triples(batches[i % batches.length] ?? []) };
}

async function measureStepTime(folder: string, model: ModelName, steps: number): Promise<number> {
  const { training, batchOf } = await open(folder, model, 2);
  const ms: number[] = [];
  for (let i = 0; i < steps; i++) {
    const start = performance.now();
    await training.step(batchOf(i));
    if (i >= steps / 4) ms.push(performance.now() - start);
  }
  await training.close();
  return computeQuartile(ms);
}

async function breakDown(folder: string, model: ModelName, steps: number): Promise<void> {
  const { training, batchOf } = await open(folder, model, 1);
  const parts = new Map<string, number[]>();
  const note = (part: string, ms: number): void => {
    parts.set(part, [...(parts.get(part) ?? []), ms]);
  };
  let floors: Readonly<Record<string, number>> = {};
  for (let i = 0; i < steps; i++) {
    kernelMilliseconds.clear();
    const start = performance.now();
    const batch = batchOf(i);
    const batchEnd = performance.now();
    await training.step(batch);
    const end = performance.now();
    if (i < steps / 4) continue; // compilers are at work
    floors = computeLowerBounds(model, batch);
    const kernels = [...kernelMilliseconds.values()].reduce((sum, ms) => sum + ms, 0);
    note("a step, one thread", end - start);
    note("making the batch", batchEnd - start);
    note("binding, recording, calls", end - batchEnd - kernels);
    for (const [kernel, ms] of kernelMilliseconds) note(kernel, ms);
  }
  await training.close();
  const rows = [...parts].map(([part, ms]) => [part, computeQuartile(ms)] as const);
  for (const [part, ms] of rows.sort(([, a], [, b]) => b - a)) {
    if (ms < 0.01) continue;
    const floor = floors[part];
    const away =
      floor === undefined ? "" : `floor ${floor.toFixed(2)}  ${(ms / floor).toFixed(1)}×`;
    console.log(`${model}  ${part.padEnd(26)} ${ms.toFixed(2).padStart(8)} ms  ${away}`);
  }
}

/** Milliseconds that the arithmetic or the memory of the larger kernels needs at least. */
function computeLowerBounds(model: ModelName, batch: Batch): Readonly<Record<string, number>> {
  const words = batch.words?.length ?? 0;
  const tokens = (batch.query?.length ?? 0) + (batch.document?.length ?? 0);
  const pairs = (batch.queryOffsets?.length ?? 1) - 1;
  let cells = 0;
  for (let pair = 0; pair < pairs; pair++) {
    cells += computeLength(batch.queryOffsets, pair) * computeLength(batch.documentOffsets, pair);
  }
  const [parts, width, lengths] = model === "knrm" ? [1, DIMENSIONS, 0] : [9, FILTERS, 6];
  const table = 4 * words * DIMENSIONS; // bytes of the rows of the batch
  const grams = 4 * tokens * FILTERS * 3; // bytes of the n-grams of all lengths
  const unit = model === "knrm" ? table : grams;
  const projected = 4 * words * FILTERS * lengths;
  return {
    matmul: (6 * words * DIMENSIONS * FILTERS * lengths) / PEAK,
    packPanels: (4 * projected) / bandwidth,
    pairDot: (2 * cells * width * parts) / PEAK,
    pairMix: (4 * cells * width * parts) / PEAK,
    kernelPool: (POOL * cells * parts) / PEAK,
    kernelPoolGradient: (POOL_GRADIENT * cells * parts) / PEAK,
    unitRows: (2 * unit) / bandwidth,
    unitRowsGradient: (3 * unit) / bandwidth,
    ngrams: (projected + grams) / bandwidth,
    ngramsGradient: (projected + grams) / bandwidth,
    gather: (2 * table) / bandwidth,
    relu: (2 * grams) / bandwidth,
    reluGradient: (3 * grams) / bandwidth,
    adam: (7 * table) / bandwidth,
    guard: table / bandwidth,
  };
}

function computeLength(offsets: ArrayLike<number> | undefined, group: number): number {
  return (offsets?.[group + 1] ?? 0) - (offsets?.[group] ?? 0);
}

/** Bytes read and written a millisecond when memory far larger than caches is copied. */
function measureCopyBandwidth(): number {
  const [from, to] = [new Uint8Array(1 << 28).fill(1), new Uint8Array(1 << 28).fill(2)];
  const ms = Array.from({ length: 5 }, () => {
    const start = performance.now();
    to.set(from);
    return performance.now() - start;
  });
  return (2 * from.length) / Math.min(...ms);
}

function computeQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2] as number;
}
