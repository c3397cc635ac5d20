import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { createPretrainedRows, createRandomRows } from "./initial-rows.ts";
import { Vocabulary } from "./vocabulary.ts";
import { WordVectors } from "./word-vectors.ts";

/** `count` words, of which the first `withVector` have vectors. */
function createSetting(count: number, withVector: number): [Vocabulary, WordVectors] {
  const words = Array.from({ length: count }, (_, i) => `w${i}`);
  const random = new Random(3);
  const values = Float32Array.from({ length: withVector * 4 }, () => 2 + 0.5 * random.normal());
  const counts = new Map(words.map((word, i) => [word, count - i]));
  return [Vocabulary.fromCounts(counts), new WordVectors(words.slice(0, withVector), 4, values)];
}

function moments(values: Float32Array): [number, number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return [mean, Math.sqrt(squares / values.length)];
}

describe("pretrainedRows", () => {
  const [vocabulary, vectors] = createSetting(2000, 1000);
  const { values, pretrained } = createPretrainedRows(vocabulary, vectors, new Random(1));

  test("copies the vectors that exist and leaves padding at zero", () => {
    expect(pretrained).toBe(1000);
    expect([...values.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    expect([...values.subarray(8, 8 + 4000)]).toEqual([...vectors.values]);
  });

  test("samples the others with the mean and deviation of the copied values", () => {
    const [mean, deviation] = moments(vectors.values);
    const [randomMean, randomDeviation] = moments(values.subarray(8 + 4000));
    // 4,000 values: the mean lies within 5 · 0.5 / √4000 = 0.04, the deviation within 0.03.
    expect(Math.abs(randomMean - mean)).toBeLessThan(0.04);
    expect(Math.abs(randomDeviation - deviation)).toBeLessThan(0.03);
    expect(values.subarray(4, 8).some((value) => value !== 0)).toBe(true); // OOV
  });

  test("returns the same rows for the same seed", () => {
    expect(createPretrainedRows(vocabulary, vectors, new Random(1)).values).toEqual(values);
  });

  test("rejects vectors that contain none of the words", () => {
    const other = new WordVectors(["other"], 4, new Float32Array(4));
    expect(() => createPretrainedRows(vocabulary, other, new Random(1))).toThrow(
      "none of the model's words",
    );
  });
});

test("randomRows samples every row except padding, with mean 0", () => {
  const [vocabulary] = createSetting(2000, 0);
  const { values, pretrained } = createRandomRows(vocabulary, 4, new Random(1));
  expect(pretrained).toBe(0);
  expect([...values.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  const [mean, deviation] = moments(values.subarray(4));
  // 8,004 values: within 5 · 0.1 / √8004 = 0.006 of 0, and 0.004 of 0.1.
  expect(Math.abs(mean)).toBeLessThan(0.006);
  expect(Math.abs(deviation - 0.1)).toBeLessThan(0.004);
});
