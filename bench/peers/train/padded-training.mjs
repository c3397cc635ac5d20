/**
 * The usual padded implementation of KNRM and ConvKNRM for engines in JavaScript, as a contestant
 * of the training benchmark: reads "train N" or "rerank N" from standard input and answers each
 * with one line of JSON.
 *
 * Neither engine has an optimiser that touches only the rows of a batch, so vectors are looked up
 * and updated here (Adam by rows, as SparseAdam does it), and the engine gets padded vectors and
 * returns their gradients. Arguments: engine (tfjs or jax), folder with its packages, workload
 * folder, model, threads.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [engineName, packages, folder, model, threads] = process.argv.slice(2);
const DIMENSIONS = 300;
const FILTERS = 128;
const LONGEST = model === "knrm" ? 0 : 3;
const [RATE, BETA1, BETA2, EPSILON] = [0.001, 0.9, 0.999, 1e-8];
/** All batches are padded alike, so that a compiled step serves them all. */
const [QUERY, DOCUMENT] = [10, 100];

const floats = (name) => {
  const bytes = readFileSync(join(folder, `${name}.f32`));
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};
const table = floats("embeddings");
const moments = { table: [new Float32Array(table.length), new Float32Array(table.length)] };

/** The small parameters; a convolution is one matrix for each place in its window. */
const network = { weights: { shape: [floats("weights").length, 1], values: floats("weights") } };
for (let length = 1; length <= LONGEST; length++) {
  const stored = floats(`convolution${length}.weights`);
  for (let place = 0; place < length; place++) {
    const values = Float32Array.from({ length: DIMENSIONS * FILTERS }, (_, i) => {
      const row = Math.floor(i / FILTERS);
      return stored[(row * length + place) * FILTERS + (i % FILTERS)];
    });
    network[`filters${length}.${place}`] = { shape: [DIMENSIONS, FILTERS], values };
  }
  network[`bias${length}`] = { shape: [FILTERS], values: floats(`convolution${length}.bias`) };
}
for (const [name, { values }] of Object.entries(network)) {
  moments[name] = [new Float32Array(values.length), new Float32Array(values.length)];
}

/** Padded vectors of texts, with zeros behind them for the windows of convolutions, and a mask. */
function padded(texts, length) {
  const rows = length + Math.max(LONGEST - 1, 0);
  const vectors = new Float32Array(texts.length * rows * DIMENSIONS);
  const mask = new Float32Array(texts.length * length);
  for (const [t, text] of texts.entries()) {
    for (const [i, id] of text.entries()) {
      const row = table.subarray(id * DIMENSIONS, (id + 1) * DIMENSIONS);
      vectors.set(row, (t * rows + i) * DIMENSIONS);
      mask[t * length + i] = 1;
    }
  }
  return { texts, length, rows, vectors, mask };
}

function adam(values, [first, second], at, slope, from, count, length, scale) {
  for (let j = 0; j < count; j++) {
    const g = slope[from + j];
    const m = BETA1 * first[at + j] + (1 - BETA1) * g;
    const u = BETA2 * second[at + j] + (1 - BETA2) * g * g;
    first[at + j] = m;
    second[at + j] = u;
    values[at + j] -= (length * m) / (scale * Math.sqrt(u) + EPSILON);
  }
}

/** Adam on the rows of the batch: gradients of all places of a word are added up first. */
function updateTable(sides, slopes, step) {
  const sums = new Map();
  for (const [s, { texts, rows }] of sides.entries()) {
    for (const [t, text] of texts.entries()) {
      for (const [i, id] of text.entries()) {
        const sum = sums.get(id) ?? new Float32Array(DIMENSIONS);
        sums.set(id, sum);
        const from = (t * rows + i) * DIMENSIONS;
        for (let j = 0; j < DIMENSIONS; j++) sum[j] += slopes[s][from + j];
      }
    }
  }
  const length = (RATE * Math.sqrt(1 - BETA2 ** step)) / (1 - BETA1 ** step);
  for (const [id, sum] of sums) {
    adam(table, moments.table, id * DIMENSIONS, sum, 0, DIMENSIONS, length, 1);
  }
}

const { batches, query, documents } = JSON.parse(
  readFileSync(join(folder, "workload.json"), "utf8"),
);
const { openEngine } = await import(`./${engineName}-engine.mjs`);
const engine = await openEngine({ packages, longest: LONGEST, threads: Number(threads) });
let steps = 0;

async function train() {
  const batch = batches[steps % batches.length];
  const step = ++steps;
  const queries = batch.map((triple) => triple.query);
  const texts = [...batch.map((triple) => triple.better), ...batch.map((triple) => triple.worse)];
  const sides = [padded([...queries, ...queries], QUERY), padded(texts, DOCUMENT)];
  const { loss, slopes, parameters } = await engine.gradients(sides, network);
  updateTable(sides, slopes, step);
  const length = RATE / (1 - BETA1 ** step);
  const scale = 1 / Math.sqrt(1 - BETA2 ** step);
  for (const [name, { values }] of Object.entries(network)) {
    adam(values, moments[name], 0, parameters[name], 0, values.length, length, scale);
  }
  return loss;
}

async function rerank() {
  const queries = documents.map(() => query);
  await engine.scores([padded(queries, QUERY), padded(documents, DOCUMENT)], network);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [task, count] = line.split(" ");
  const ms = [];
  const cpu = [];
  const losses = [];
  for (let i = 0; i < Number(count); i++) {
    const [start, used] = [performance.now(), process.cpuUsage()];
    const loss = await (task === "train" ? train() : rerank());
    ms.push(performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1000);
    if (loss !== undefined) losses.push(loss);
  }
  process.stdout.write(`${JSON.stringify({ ms, cpu, losses })}\n`);
}
process.exit(0); // engines may keep threads alive
