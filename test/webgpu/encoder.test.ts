/**
 * Encoders on a GPU against the same model in the plain backend; the real MiniLM
 * against WASM if TERMWISE_MINILM names its package.
 */

import { describe, expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { GpuSentenceEngine } from "../../src/dense/encoder/gpu/index.ts";
import { SentenceEncoder } from "../../src/dense/encoder/sentence-encoder.ts";
import { openEncoder } from "../../src/index.ts";
import { openPretrained } from "../../src/models/bert/index.ts";
import { createTinyBertFiles, type TinyShape } from "../../src/models/bert/tiny-bert.contract.ts";
import type { PretrainedBert } from "../../src/models/index.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { plainBackend } from "../../src/tensor/plain/index.ts";
import { wasmBackend } from "../../src/tensor/wasm/index.ts";
import { expectCosines, GPU } from "./gpu-encoders.ts";

const SHAPES: readonly TinyShape[] = [
  { layers: 2, width: 8, heads: 2, units: 16, places: 32 },
  { layers: 2, width: 48, heads: 3, units: 88, places: 200 },
  { layers: 1, width: 136, heads: 1, units: 72, places: 80 },
];
const LENGTHS = [3, 1, 70, 64, 0, 65, 128, 7, 190];

const openShape = (shape: TinyShape): Promise<PretrainedBert> => {
  const files = Object.entries(createTinyBertFiles([], shape));
  return openPretrained(
    new MemoryFiles(Object.fromEntries(files.map(([name, bytes]) => [`bert/${name}`, bytes]))),
    "bert",
  );
};

/** Texts of letters, which are pieces. */
function writeTexts(): readonly string[] {
  const random = new Random(1);
  const write = (length: number): string =>
    Array.from({ length }, () => String.fromCharCode(97 + random.below(26))).join(" ");
  return LENGTHS.map(write);
}

describe.each(SHAPES)("an encoder of shape %j", (shape) => {
  const texts = writeTexts();

  test.each(["mean", "first"] as const)(
    "gives the vectors of the plain backend, pooling %s",
    async (pooling) => {
      const pretrained = await openShape(shape);
      const plain = await SentenceEncoder.open(pretrained, { pooling, backend: plainBackend() });
      const gpu = await SentenceEncoder.open(pretrained, { pooling, device: "gpu", gpu: GPU });
      expect(gpu.device).toMatch(/\w/);
      expect(plain.device).toBeUndefined();
      const vectors = await gpu.documents(texts);
      expectCosines(vectors, await plain.documents(texts), shape.width, 0.999_999);
      // Neither the other texts of the batch nor the earlier batches change a vector.
      const [last = ""] = texts.slice(-1);
      expect(await gpu.documents([last])).toEqual(vectors.slice(-shape.width));
      await gpu.close();
      await plain.close();
    },
  );
});

// A driver for the CPU compiles them for long.
test.each([
  ["narrow", 1e9],
  ["wide", 1],
])(
  "the kernels of hardware with %s tiles give the vectors of the plain backend",
  async (_, minWideGroups) => {
    const shape = { layers: 1, width: 48, heads: 3, units: 88, places: 200 };
    const texts = writeTexts();
    const pretrained = await openShape(shape);
    const plain = await SentenceEncoder.open(pretrained, { longest: 200, backend: plainBackend() });
    const engine = await GpuSentenceEngine.open(pretrained, "mean", {
      ...{ longest: 200, isSoftware: false, minWideGroups, gpu: { ...GPU, timeout: 500_000 } },
    });
    const { first, separator } = pretrained.tokenizer.specialTokens;
    const sequences = texts.map((text) =>
      Int32Array.of(first, ...pretrained.tokenizer.encode(text).slice(0, 198), separator),
    );
    const vectors = await engine.vectors(sequences);
    expectCosines(vectors, await plain.documents(texts), shape.width, 0.999_999);
    await engine.close();
    await plain.close();
  },
  600_000,
);

test.skipIf(process.env.TERMWISE_MINILM === undefined)(
  "MiniLM gives the vectors of the CPU",
  async () => {
    const path = process.env.TERMWISE_MINILM as string;
    const texts = ["Boil the eggs.", "wing flutter in the air stream", "stocks fell ".repeat(30)];
    const [gpu, cpu] = [
      await openEncoder(path, { device: "gpu", gpu: GPU }),
      await openEncoder(path, { backend: wasmBackend() }), // float32
    ];
    const [a, b] = [await gpu.documents(texts), await cpu.documents(texts)];
    for (const i of texts.keys()) {
      expectCosines(a[i] as Float32Array, b[i] as Float32Array, gpu.dimensions, 0.999_99);
    }
    await gpu.close?.();
    await cpu.close?.();
  },
  600_000,
);
