/** Termwise's training steps, re-ranking and matrix products on a GPU. */

import { writeInitialValues } from "../src/models/index.ts";
import { matmul, type Session, slice, sum, Training, variable } from "../src/tensor/index.ts";
import { webgpuBackend } from "../src/tensor/webgpu/backend.ts";
import { GpuDevice } from "../src/tensor/webgpu/gpu-device.ts";
import type { ProfiledSession } from "../src/tensor/webgpu/session.ts";
import { createTrainModel } from "./train-model.ts";
import { type ModelName, readWeights, readWorkload } from "./train-workload.ts";

const options = {
  package: process.env.TERMWISE_WEBGPU ?? "webgpu",
  // Otherwise timestamps are multiples of 65 microseconds.
  flags: ["disable-dawn-features=timestamp_quantization"],
};
const backend = webgpuBackend(options);
const WARM_UP = 4;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

/** Milliseconds of each of `count` awaited runs. */
async function measureEach(count: number, run: (i: number) => Promise<unknown>): Promise<number[]> {
  const ms: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await run(i);
    ms.push(performance.now() - start);
  }
  return ms;
}

/** Milliseconds of one of `count` runs of which `depth` are under way at a time. */
async function measureAhead(
  count: number,
  depth: number,
  run: (i: number) => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  const pending: Promise<unknown>[] = [];
  for (let i = 0; i < count; i++) {
    if (pending.length === depth) await pending.shift();
    pending.push(run(i));
  }
  await Promise.all(pending);
  return (performance.now() - start) / count;
}

/** Milliseconds by measure, and what they were measured on. */
export interface Measured {
  readonly name: string;
  readonly [measure: string]: unknown;
}

export async function measureTermwise(
  folder: string,
  name: ModelName,
  repetitions: number,
): Promise<Measured> {
  const { batches, query, documents } = readWorkload(folder);
  const { scores, loss, variables, batcher } = createTrainModel(name);
  const training = await Training.open(backend, { model: name, loss, groups: [{ variables }] });
  const { session } = training;
  await writeInitialValues(session, readWeights(folder, variables));
  const prepared = batches.map((batch) => batcher.triples(batch));
  const step = (i: number): Promise<number> =>
    training.step(prepared[i % prepared.length] as (typeof prepared)[number]);

  const losses: number[] = [];
  const started = performance.now();
  await step(0).then((value) => losses.push(value));
  const firstStep = performance.now() - started;
  for (let i = 1; i < WARM_UP; i++) losses.push(await step(i));
  const awaited = await measureEach(repetitions, step);
  const ahead = [
    await measureAhead(repetitions, training.depth, step),
    await measureAhead(repetitions, training.depth, step),
    await measureAhead(repetitions, training.depth, step),
  ];
  const batching = await measureEach(8, async (i) =>
    batcher.triples(batches[i % batches.length] ?? []),
  );
  const profiled = session as ProfiledSession;
  const trainKernels = await profileKernels(profiled, () => step(0));

  const scoring = await session.prepare({ outputs: { scores } });
  const pairs = documents.map((document) => ({ query, document }));
  const inputs = batcher.pairs(pairs);
  const rerank = (): Promise<unknown> => scoring.run(inputs);
  await measureEach(WARM_UP, rerank);
  const reranked = await measureEach(repetitions, rerank);
  const rerankAhead = await measureAhead(repetitions, training.depth, rerank);
  const withBatching = await measureEach(repetitions, () => scoring.run(batcher.pairs(pairs)));
  const rerankKernels = await profileKernels(profiled, rerank);
  await training.close();
  return {
    name: "termwise webgpu",
    awaited: median(awaited),
    ahead: median(ahead),
    batching: median(batching),
    rerank: median(reranked),
    rerankAhead,
    rerankWithBatching: median(withBatching),
    gpuStep: trainKernels.ms,
    gpuRerank: rerankKernels.ms,
    dispatches: trainKernels.dispatches,
    firstStep,
    all: { awaited, ahead, reranked, withBatching },
    losses,
    trainKernels: trainKernels.kernels,
    rerankKernels: rerankKernels.kernels,
  };
}

/** Milliseconds on the GPU by kernel, the longest first. */
async function profileKernels(session: ProfiledSession, run: () => Promise<unknown>) {
  const times = await session.profile(run);
  const kernels = [...times]
    .map(([kernel, { ns, runs }]) => ({ kernel, ms: ns / 1e6, runs }))
    .sort((a, b) => b.ms - a.ms);
  return {
    ms: kernels.reduce((total, { ms }) => total + ms, 0),
    dispatches: kernels.reduce((total, { runs }) => total + runs, 0),
    kernels,
  };
}

/** Matrix products by size, `rows x inner x columns`. */
export async function measureProducts(
  sizes: readonly string[],
  peak: number,
  repetitions: number,
): Promise<Readonly<Record<string, unknown>>> {
  const gpu = await GpuDevice.share(options);
  console.log(gpu.description, [...gpu.features].join(" "));
  const products = [];
  for (const size of sizes) {
    const [rows = 1, inner = 1, columns = 1] = size.split("x").map(Number);
    const a = variable("a", [rows, inner]);
    const b = variable("b", [inner, columns]);
    const session = (await backend.open([a, b])) as Session & ProfiledSession;
    await session.write(a, sampleValues(rows * inner));
    await session.write(b, sampleValues(inner * columns));
    // One column is summed, so that only a small result is read back.
    const step = await session.prepare({ outputs: { y: sum(slice(matmul(a, b), 0, 1)) } });
    await measureEach(WARM_UP, () => step.run({}));
    const times: number[] = [];
    for (let i = 0; i < Math.min(8, repetitions); i++) {
      const kernels = await session.profile(() => step.run({}));
      times.push(
        [...kernels].reduce(
          (ns, [name, time]) => ns + (name.startsWith("matmul") ? time.ns : 0),
          0,
        ),
      );
    }
    const tflops = (2e-3 * rows * inner * columns) / median(times);
    products.push({ size, ms: median(times) / 1e6, tflops, share: tflops / peak, times });
    console.log(`${size}  ${tflops.toFixed(2)} TFLOP/s, ${(tflops / peak).toFixed(3)} of the peak`);
    await session.close();
  }
  return { description: gpu.description, features: [...gpu.features], products };
}

function sampleValues(count: number): Float32Array {
  const values = new Float32Array(count);
  for (let i = 0; i < count; i++) values[i] = ((i * 2_654_435_761) % 1024) / 1024 - 0.5;
  return values;
}
