import { describe, expect, test } from "vitest";
import { concatenate } from "../common/bytes/concatenate.ts";
import type { ProgressReport } from "../common/progress.ts";
import { Random } from "../common/random.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { createAliasTable, sampleAlias } from "./alias-table.ts";
import {
  type FastTextModel,
  type FastTextTrainingOptions,
  trainFastText,
} from "./fasttext-trainer.ts";
import { writeFastText } from "./fasttext-writer.ts";
import { loadVectors } from "./load-vectors.ts";
import { SubwordVectors } from "./subword-vectors.ts";
import { writeTextVectors } from "./text-vectors.ts";
import { readTrainingText } from "./training-text.ts";

const SMALL = {
  dimension: 8,
  epochs: 3,
  minCount: 1,
  sampling: 0.01,
  ngrams: { smallest: 3, largest: 4, buckets: 50 },
} as const;

/** Lines in which words of one family occur together and never with the other. */
function families(lines: number): string[][] {
  const random = new Random(7);
  const names = [
    ["apple", "banana", "cherry", "grape", "plum"],
    ["engine", "piston", "valve", "gearbox", "clutch"],
  ];
  return Array.from({ length: lines }, () => {
    const family = names[random.below(2)] as string[];
    return Array.from({ length: 8 }, () => family[random.below(5)] as string);
  });
}

const train = (options: FastTextTrainingOptions = {}): Promise<FastTextModel> =>
  trainFastText(families(50), { ...SMALL, ...options });

async function modelBytes(model: FastTextModel): Promise<Uint8Array> {
  const files = new MemoryFiles();
  await writeFastText(files, "m.bin", model);
  const parts: Uint8Array[] = [];
  for await (const chunk of files.read("m.bin")) parts.push(chunk);
  return concatenate(parts);
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array): number =>
    x.reduce((sum, value, i) => sum + value * (y[i] as number), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describe("readTrainingText", () => {
  test("numbers words by count, adds line ends and leaves rare words out", async () => {
    const text = await readTrainingText([["b", "a", "a"], ["a", "rare", "b"], []], 2);
    expect(text.words).toEqual(["</s>", "a", "b"]); // three each, three, two: ties in order of appearance
    expect([...text.counts]).toEqual([3, 3, 2]);
    expect([...text.tokens]).toEqual([2, 1, 1, 0, 1, 2, 0, 0]);
    expect(text.tokenCount).toBe(9);
  });

  test("rejects a text without a frequent word", async () => {
    await expect(readTrainingText([["a"]], 2)).rejects.toThrow(
      "no word of the text occurs 2 times",
    );
  });
});

describe("aliasTable", () => {
  test("samples items by their weights", () => {
    const weights = Float64Array.of(1, 0, 5, 4);
    const table = createAliasTable(weights);
    const random = new Random(1);
    const counts = [0, 0, 0, 0];
    const draws = 40_000;
    for (let i = 0; i < draws; i++) {
      const item = sampleAlias(table, random);
      counts[item] = (counts[item] as number) + 1;
    }
    // Five standard deviations of a binomial are below 0.0125 here.
    for (const [i, weight] of weights.entries()) {
      expect(Math.abs((counts[i] as number) / draws - weight / 10)).toBeLessThan(0.0125);
    }
    expect(counts[1]).toBe(0);
  });
});

describe("trainFastText", () => {
  test("brings words of one context together and keeps others apart", async () => {
    const lines = families(400);
    const { vectors } = await trainFastText(lines, { ...SMALL, dimension: 16, epochs: 10 });
    const sameTopic = cosine(vectors.getVector("apple"), vectors.getVector("cherry"));
    const otherTopic = cosine(vectors.getVector("apple"), vectors.getVector("piston"));
    expect(sameTopic - otherTopic).toBeGreaterThan(0.5);
  });

  test("lowers the loss below that of random guesses", async () => {
    const { loss } = await trainFastText(families(400), { ...SMALL, epochs: 10 });
    expect(loss).toBeLessThan(6 * Math.log(2)); // one positive and five negatives at odds of 1:1
  });

  test("writes the same bytes for the same seed, and others for another", async () => {
    const [first, second, other] = await Promise.all([train(), train(), train({ seed: 2 })]);
    const bytes = await modelBytes(first);
    expect(await modelBytes(second)).toEqual(bytes);
    expect(await modelBytes(other)).not.toEqual(bytes);
  });

  test("updates rows like the order of steps in the reference", async () => {
    // The obvious way: average the rows for each pair, then add the gradient to each
    // row.
    const { vectors, output } = await train({ epochs: 1 });
    const slow = await trainNaively();
    expect(maxDifference(vectors.values, slow.input)).toBeLessThan(1e-5);
    expect(maxDifference(output, slow.output)).toBeLessThan(1e-5);
  });

  test("reports its progress", async () => {
    const reports: ProgressReport[] = [];
    await train({ progress: (report) => void reports.push(report) });
    expect(reports.at(-1)).toMatchObject({ done: 3 * 50 * 9, total: 3 * 50 * 9, finished: true });
  });

  test("writes a model that our reader reads back, including n-grams", async () => {
    const model = await train();
    const files = new MemoryFiles({ "m.bin": await modelBytes(model) });
    const { vectors } = await loadVectors(files, "m.bin");
    expect(vectors.words).toEqual(model.vectors.words);
    expect([...vectors.values]).toEqual([...model.vectors.values]);
    expect((vectors as SubwordVectors).ngrams).toEqual(SMALL.ngrams);
  });

  test("writes text that our reader reads back to the bit", async () => {
    const vectorsOnDisk = (await train()).vectors.toWordVectors();
    const files = new MemoryFiles();
    await writeTextVectors(files, "v.vec", vectorsOnDisk);
    const { vectors, format } = await loadVectors(files, "v.vec");
    expect(format).toBe("text");
    expect(vectors.words).toEqual(vectorsOnDisk.words);
    expect([...vectors.values]).toEqual([...vectorsOnDisk.values]);
  });

  test("trains whole words only, without n-grams", async () => {
    const { vectors } = await train({ ngrams: { smallest: 0, largest: 0, buckets: 0 } });
    expect(vectors.listRows("apple")).toHaveLength(1);
    expect(vectors.listRows("apples")).toEqual([]);
  });

  test.each<[FastTextTrainingOptions, string]>([
    [{ dimension: 0 }, "dimension must be a whole number ≥ 1, got 0"],
    [{ epochs: 1.5 }, "epochs must be a whole number ≥ 1, got 1.5"],
    [{ rate: 0 }, "rate must be finite and > 0, got 0"],
    [{ rate: 1e300 }, "the rate 1e+300 is too high"],
    [{ threads: 0 }, "threads must be a whole number ≥ 1, got 0"],
    [{ ngrams: { smallest: 3, largest: 2, buckets: 5 } }, "n-grams need"],
  ])("rejects %j", async (options, message) => {
    await expect(train(options)).rejects.toThrow(message);
  });

  test("rejects words that fastText would split", async () => {
    const model = await trainFastText([["new york", "new york"]], SMALL);
    await expect(writeFastText(new MemoryFiles(), "m.bin", model)).rejects.toThrow('"new york"');
    const vectors = model.vectors.toWordVectors();
    await expect(writeTextVectors(new MemoryFiles(), "v", vectors)).rejects.toThrow('"new york"');
  });
});

function maxDifference(a: Float32Array, b: Float32Array): number {
  expect(a).toHaveLength(b.length);
  return a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - (b[i] as number))), 0);
}

/** One epoch of `train()`, written as the reference describes it, on lists of numbers. */
async function trainNaively(): Promise<{ input: Float32Array; output: Float32Array }> {
  const { dimension, ngrams } = SMALL;
  const { words, counts, tokens, tokenCount } = await readTrainingText(families(50), 1);
  const start = new Random(1).split("input");
  const input = Array.from({ length: words.length + ngrams.buckets }, () =>
    Array.from({ length: dimension }, () => (start.bits() / 2 ** 31 - 1) / dimension),
  );
  const output = words.map(() => new Array<number>(dimension).fill(0));
  const rows = new SubwordVectors(
    words,
    dimension,
    new Float32Array((words.length + ngrams.buckets) * dimension),
    ngrams,
  );
  const noise = createAliasTable(counts.map(Math.sqrt));
  const random = new Random(1).split("0/0");
  let done = 0;
  const lines = Array.from({ length: 50 }, (_, i) => [...tokens.subarray(9 * i, 9 * (i + 1))]);
  for (const line of lines) {
    const rate = 0.05 * (1 - done / tokens.length);
    done += line.length;
    const keptWords = line.filter((word) => {
      const ratio = (0.01 * tokenCount) / (counts[word] as number);
      return random.uniform() <= Math.sqrt(ratio) + ratio;
    });
    for (const [position, word] of keptWords.entries()) {
      const reach = 1 + random.below(5);
      const subwords = rows.listRows(words[word] as string);
      for (let other = position - reach; other <= position + reach; other++) {
        const target = keptWords[other];
        if (other === position || target === undefined) continue;
        const hidden = Array.from({ length: dimension }, (_, i) =>
          subwords.reduce((sum, row) => sum + (input[row]?.[i] as number) / subwords.length, 0),
        );
        const gradient = new Array<number>(dimension).fill(0);
        const answers: [number, number][] = [[target, 1]];
        while (answers.length < 6) {
          const negative = sampleAlias(noise, random);
          if (negative !== target) answers.push([negative, 0]);
        }
        for (const [answer, label] of answers) {
          const weights = output[answer] as number[];
          const score = weights.reduce((sum, weight, i) => sum + weight * (hidden[i] as number), 0);
          const step = Math.floor((score + 8) * 32);
          const factor = rate * (label - 1 / (1 + Math.exp(8 - step / 32)));
          for (let i = 0; i < dimension; i++) {
            gradient[i] = (gradient[i] as number) + factor * (weights[i] as number);
            weights[i] = (weights[i] as number) + factor * (hidden[i] as number);
          }
        }
        for (const row of subwords) {
          for (const [i, value] of gradient.entries()) {
            (input[row] as number[])[i] = (input[row]?.[i] as number) + value;
          }
        }
      }
    }
  }
  return { input: Float32Array.from(input.flat()), output: Float32Array.from(output.flat()) };
}
