/**
 * Encoding on several threads, as built: Node 20 runs no TypeScript in a
 * worker, so this test imports `dist`, which `npm test` builds first.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import type {
  TransformerLayer,
  TransformerWeights,
} from "../../src/dense/encoder/transformer/index.ts";
import { createTinyBertFiles } from "../../src/models/bert/tiny-bert.contract.ts";

const { Transformer } = (await import(
  new URL("../../dist/src/dense/encoder/transformer/index.js", import.meta.url).href
)) as typeof import("../../src/dense/encoder/transformer/index.ts");

const { createIndex } = (await import(
  new URL("../../dist/src/index.js", import.meta.url).href
)) as typeof import("../../src/index.ts");

const [WIDTH, UNITS] = [32, 64];
const random = new Random(5);
const sampleNormals = (count: number): Float32Array =>
  Float32Array.from({ length: count }, () => 0.3 * random.normal());
const createLinear = (inputs: number, outputs: number) => ({
  weight: sampleNormals(inputs * outputs),
  bias: sampleNormals(outputs),
});
const createNorm = () => ({ weight: new Float32Array(WIDTH).fill(1), bias: sampleNormals(WIDTH) });

function createLayer(): TransformerLayer {
  const square = () => createLinear(WIDTH, WIDTH);
  return {
    query: square(),
    key: square(),
    value: square(),
    attentionOutput: square(),
    attentionNorm: createNorm(),
    inner: createLinear(WIDTH, UNITS),
    outer: createLinear(UNITS, WIDTH),
    outerNorm: createNorm(),
  };
}

const weights: TransformerWeights = {
  width: WIDTH,
  heads: 2,
  units: UNITS,
  epsilon: 1e-12,
  norm: createNorm(),
  layers: [createLayer(), createLayer()],
};

test("passes on three threads at a time give the bytes of one thread", async () => {
  const alone = await Transformer.open(weights, { threads: 1, tokens: 64 });
  const together = await Transformer.open(weights, { threads: 3, tokens: 64 });
  expect([alone.threads, together.threads]).toEqual([1, 3]);
  const passes = [3, 17, 60].map((tokens) => ({
    embeddings: sampleNormals(tokens * WIDTH),
    offsets: Int32Array.of(0, 2, tokens),
  }));
  const actual = await Promise.all(
    passes.map(({ embeddings, offsets }) => together.states(embeddings, offsets)),
  );
  for (const [i, { embeddings, offsets }] of passes.entries()) {
    expect(actual[i]).toEqual(await alone.states(embeddings, offsets));
  }
  const long = together.states(sampleNormals(65 * WIDTH), Int32Array.of(0, 65));
  await expect(long).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  await Promise.all([alone.close(), together.close()]);
});

test("an index with threads encodes on them and returns the same hits", async () => {
  const folder = mkdtempSync(join(tmpdir(), "encoder-threads-"));
  const model = join(folder, "tiny");
  mkdirSync(model);
  for (const [name, bytes] of Object.entries(createTinyBertFiles())) {
    writeFileSync(join(model, name), bytes);
  }
  const actual = [];
  for (const threads of [0, 2]) {
    const index = await createIndex({
      vectors: { dimensions: 8, model: "tiny" },
      encoder: model,
      threads,
    });
    await index.add(["boil an egg", "soup of the day", "wing flutter"].map(createDocument));
    const { hits } = await index.search("fry an egg", { ranker: "dense" });
    actual.push(hits.map(({ id, score }) => [id, score]));
    await index.close();
  }
  rmSync(folder, { recursive: true });
  expect(actual[0]).toHaveLength(3);
  expect(actual[1]).toEqual(actual[0]);
});

function createDocument(text: string, id: number): { readonly id: number; readonly text: string } {
  return { id, text };
}
