/**
 * Encoding on several threads, as built: Node 20 runs no TypeScript in a
 * worker, so this test imports `dist`, which `npm test` builds first.
 */

import { expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import type { TransformerLayer, TransformerWeights } from "../../src/tensor/transformer/index.ts";

const { Transformer } = (await import(
  new URL("../../dist/src/tensor/transformer/index.js", import.meta.url).href
)) as typeof import("../../src/tensor/transformer/index.ts");

const [WIDTH, UNITS] = [32, 64];
const random = new Random(5);
const drawn = (count: number): Float32Array =>
  Float32Array.from({ length: count }, () => 0.3 * random.normal());
const linear = (inputs: number, outputs: number) => ({
  weight: drawn(inputs * outputs),
  bias: drawn(outputs),
});
const norm = () => ({ weight: new Float32Array(WIDTH).fill(1), bias: drawn(WIDTH) });

function layer(): TransformerLayer {
  const square = () => linear(WIDTH, WIDTH);
  return {
    query: square(),
    key: square(),
    value: square(),
    attended: square(),
    attendedNorm: norm(),
    inner: linear(WIDTH, UNITS),
    outer: linear(UNITS, WIDTH),
    outerNorm: norm(),
  };
}

const weights: TransformerWeights = {
  width: WIDTH,
  heads: 2,
  units: UNITS,
  epsilon: 1e-12,
  norm: norm(),
  layers: [layer(), layer()],
};

test("passes on three threads at a time give the bytes of one thread", async () => {
  const alone = await Transformer.open(weights, { threads: 1, tokens: 64 });
  const together = await Transformer.open(weights, { threads: 3, tokens: 64 });
  expect([alone.threads, together.threads]).toEqual([1, 3]);
  const passes = [3, 17, 60].map((tokens) => ({
    embeddings: drawn(tokens * WIDTH),
    offsets: Int32Array.of(0, 2, tokens),
  }));
  const found = await Promise.all(
    passes.map(({ embeddings, offsets }) => together.states(embeddings, offsets)),
  );
  for (const [i, { embeddings, offsets }] of passes.entries()) {
    expect(found[i]).toEqual(await alone.states(embeddings, offsets));
  }
  const long = together.states(drawn(65 * WIDTH), Int32Array.of(0, 65));
  await expect(long).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  await Promise.all([alone.close(), together.close()]);
});
