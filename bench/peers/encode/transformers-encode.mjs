/**
 * The part of transformers.js in bench/encode.ts, on one thread.
 *
 * Arguments: "native" or "wasm", the folder with its node_modules and models, the
 * JSON of the texts by task. In Node it computes with native code; "wasm" gives
 * its tokens to ONNX Runtime Web, with which it computes in browsers.
 */

import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [engine, folder, written] = process.argv.slice(2);
const texts = JSON.parse(written);
const require = createRequire(join(folder, "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

const { AutoTokenizer, env, pipeline } = await load("@huggingface/transformers");
Object.assign(env, { allowRemoteModels: false, localModelPath: join(folder, "models") });
const encode = engine === "native" ? await inNative() : await inWasm();

for await (const line of createInterface({ input: process.stdin })) {
  const [task, count] = line.split(" ");
  const [ms, cpu] = [[], []];
  let vector = [];
  for (let i = 0; i < Number(count); i++) {
    const before = process.cpuUsage();
    const begun = performance.now();
    vector = await encode(texts[task]);
    ms.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  console.log(JSON.stringify({ ms, cpu, losses: [...vector] }));
}

async function inNative() {
  const session_options = { intraOpNumThreads: 1, interOpNumThreads: 1 };
  const model = await pipeline("feature-extraction", "minilm", { dtype: "fp32", session_options });
  return async (text) => (await model(text, { pooling: "mean", normalize: true })).data;
}

async function inWasm() {
  const ort = await load("onnxruntime-web");
  ort.env.wasm.numThreads = 1;
  const tokenizer = await AutoTokenizer.from_pretrained("minilm");
  const path = join(folder, "models/minilm/onnx/model.onnx");
  const { readFile } = await import("node:fs/promises");
  const session = await ort.InferenceSession.create(await readFile(path), {
    executionProviders: ["wasm"],
  });
  return async (text) => {
    const ids = tokenizer(text, { truncation: true, max_length: 256 });
    const feeds = {};
    for (const name of session.inputNames) {
      const { data, dims } = ids[name];
      feeds[name] = new ort.Tensor("int64", data, dims);
    }
    const { data, dims } = (await session.run(feeds)).last_hidden_state;
    return unitMean(data, dims[1], dims[2]);
  };
}

function unitMean(states, tokens, width) {
  const sum = new Float32Array(width);
  for (let t = 0; t < tokens; t++) for (let i = 0; i < width; i++) sum[i] += states[t * width + i];
  const size = Math.hypot(...sum);
  return sum.map((x) => x / size);
}
