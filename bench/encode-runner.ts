/** Encodes a text as often as asked, in a process of its own: our part of the encoding benchmark. */

import { createInterface } from "node:readline";
import { type EncoderEngine, SentenceEncoder } from "../src/dense/encoder/index.ts";
import { openPretrained } from "../src/models/index.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { wasmBackend } from "../src/tensor/index.ts";
import { type EncodeTask, TASKS } from "./encode-workload.ts";

const [modelPath = "", engine = "", runtime = ""] = process.argv.slice(2);

const ENGINES: Readonly<Record<string, () => EncoderEngine>> = {
  whole: () => ({}),
  floats: () => ({ backend: wasmBackend() }),
  onnx: () => ({ onnx: { runtime } }),
};

const bert = await openPretrained(new NodeFiles(), modelPath);
const encoder = await SentenceEncoder.open(bert, ENGINES[engine]?.());
for await (const line of createInterface({ input: process.stdin })) {
  const [task = "", count = ""] = line.split(" ");
  const [ms, cpu]: [number[], number[]] = [[], []];
  let vector = new Float32Array();
  for (let i = 0; i < Number(count); i++) {
    const before = process.cpuUsage();
    const begun = performance.now();
    vector = Float32Array.from(await encoder.query(TASKS[task as EncodeTask]));
    ms.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  console.log(JSON.stringify({ ms, cpu, losses: [...vector] }));
}
