/**
 * Termwise as a contestant of the training benchmark: a process that reads "train N" or "rerank N"
 * from standard input and answers each with one line of JSON. Arguments: folder, model, backend
 * (wasm, relaxed or onnx), threads, ONNX Runtime.
 */

import { createInterface } from "node:readline";
import { setFlagsFromString } from "node:v8";
import { writeInitialValues } from "../src/models/index.ts";
import {
  computeGradients,
  onnxBackend,
  type Session,
  Training,
  wasmBackend,
} from "../src/tensor/index.ts";
import { createTrainModel } from "./train-model.ts";
import { type ModelName, readWeights, readWorkload } from "./train-workload.ts";

const [folder = "", model = "knrm", engine = "wasm", threads = "2", runtime = ""] =
  process.argv.slice(2);
const { batches, query, documents } = readWorkload(folder);
const { scores, loss, variables, batcher } = createTrainModel(model as ModelName);

/** One training step on a batch, returning the loss. */
async function openTraining(): Promise<{ session: Session; step(i: number): Promise<number> }> {
  const batch = (i: number) => batcher.triples(batches[i % batches.length] ?? []);
  if (engine !== "onnx") {
    const relaxed = engine === "relaxed";
    if (relaxed) setFlagsFromString("--experimental-wasm-relaxed-simd"); // off by default in Node 20
    const backend = wasmBackend({ threads: Number(threads), relaxed });
    const training = await Training.open(backend, { model, loss, groups: [{ variables }] });
    return { session: training.session, step: (i) => training.step(batch(i)) };
  }
  const backend = onnxBackend({ runtime });
  const session = await backend.open(variables);
  const slopes = computeGradients(loss, variables).map(({ values }, i) => [`slope${i}`, values]);
  const prepared = await session.prepare({ outputs: { loss, ...Object.fromEntries(slopes) } });
  return {
    session,
    step: async (i) => (await prepared.run(batch(i))).outputs.loss?.[0] as number,
  };
}

const { session, step } = await openTraining();
await writeInitialValues(session, readWeights(folder, variables));
const scoring = await session.prepare({ outputs: { scores } });
const pairs = documents.map((document) => ({ query, document }));

let steps = 0;
async function measureTimes(work: () => Promise<unknown>) {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const value = await work();
  const { user, system } = process.cpuUsage(used);
  return { ms: performance.now() - start, cpu: (user + system) / 1000, value };
}

for await (const line of createInterface({ input: process.stdin })) {
  const [task = "", count = "1"] = line.split(" ");
  const ms: number[] = [];
  const cpu: number[] = [];
  const losses: number[] = [];
  for (let i = 0; i < Number(count); i++) {
    const { value, ...spent } =
      task === "train"
        ? await measureTimes(() => step(steps++))
        : await measureTimes(() => scoring.run(batcher.pairs(pairs)));
    ms.push(spent.ms);
    cpu.push(spent.cpu);
    if (typeof value === "number") losses.push(value);
  }
  process.stdout.write(`${JSON.stringify({ ms, cpu, losses })}\n`);
}
await session.close();
