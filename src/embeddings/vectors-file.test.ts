import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { concatenate } from "../common/bytes/concatenate.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { loadVectors } from "./load-vectors.ts";
import { SubwordVectors } from "./subword-vectors.ts";
import { writeVectors } from "./vectors-file.ts";
import { WordVectors } from "./word-vectors.ts";

const words = fc.uniqueArray(
  fc.string({ minLength: 1, unit: "grapheme" }).filter((word) => !word.includes("\n")),
  { maxLength: 20 },
);
const values = (count: number): fc.Arbitrary<Float32Array> =>
  fc
    .array(fc.float({ noNaN: true, noDefaultInfinity: true }), {
      minLength: count,
      maxLength: count,
    })
    .map((numbers) => Float32Array.from(numbers));

async function encodeVectors(vectors: WordVectors | SubwordVectors): Promise<Uint8Array> {
  const files = new MemoryFiles();
  await writeVectors(files, "v", vectors);
  const parts: Uint8Array[] = [];
  for await (const chunk of files.read("v")) parts.push(chunk);
  return concatenate(parts);
}

describe("the file of vectors", () => {
  test("returns the words and rows that were written", async () => {
    const tables = words.chain((list) =>
      fc.tuple(fc.constant(list), values(3 * list.length), values(3 * (list.length + 5))),
    );
    await fc.assert(
      fc.asyncProperty(tables, async ([list, plain, withBuckets]) => {
        const ngrams = { smallest: 3, largest: 3, buckets: 5 };
        for (const original of [
          new WordVectors(list, 3, plain),
          new SubwordVectors(list, 3, withBuckets, ngrams),
        ]) {
          const files = new MemoryFiles({ v: await encodeVectors(original) });
          const { vectors, format } = await loadVectors(files, "v");
          expect(format).toBe("termwise");
          expect(vectors.constructor).toBe(original.constructor);
          expect(vectors.words).toEqual(original.words);
          expect([...vectors.values]).toEqual([...original.values]);
          if (vectors instanceof SubwordVectors) expect(vectors.ngrams).toEqual(ngrams);
        }
      }),
    );
  });

  test("reads rows into memory that threads can share", async () => {
    const files = new MemoryFiles({
      v: await encodeVectors(new WordVectors(["a"], 1, Float32Array.of(1))),
    });
    const { vectors } = await loadVectors(files, "v");
    expect(vectors.values.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test("detects every changed bit and every missing or added byte", async () => {
    const bytes = await encodeVectors(new WordVectors(["a", "bé"], 2, Float32Array.of(1, 2, 3, 4)));
    const damaged = [
      ...Array.from({ length: 8 * bytes.length }, (_, bit) => {
        const copy = bytes.slice();
        copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
        return copy;
      }),
      ...Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length)),
      concatenate([bytes, Uint8Array.of(0)]),
    ];
    for (const copy of damaged) {
      const files = new MemoryFiles({ v: copy });
      await expect(loadVectors(files, "v", { format: "termwise" })).rejects.toMatchObject({
        code: expect.stringMatching(/CORRUPT_INDEX|INDEX_TOO_NEW/),
      });
    }
  });

  test.each(["two\nlines", "half \ud83d", ""])("rejects the word %j", async (word) => {
    const write = async () =>
      writeVectors(new MemoryFiles(), "v", new WordVectors([word], 1, Float32Array.of(1)));
    await expect(write()).rejects.toMatchObject({ code: "BAD_ARGUMENT" });
  });
});

describe("WordVectors", () => {
  const vectors = new WordVectors(["a", "b"], 2, Float32Array.of(1, 2, 3, 4));

  test("finds rows by word", () => {
    expect([vectors.id("b"), vectors.id("c")]).toEqual([1, undefined]);
    expect([...(vectors.getVector("b") ?? [])]).toEqual([3, 4]);
    expect(vectors.getVector("c")).toBeUndefined();
  });

  test("rejects values that do not fit, duplicate words, and no dimension", () => {
    expect(() => new WordVectors(["a"], 2, new Float32Array(3))).toThrow("need 2 values, got 3");
    expect(() => new WordVectors(["a", "a"], 1, new Float32Array(2))).toThrow('"a" occurs twice');
    expect(() => new WordVectors([], 0, new Float32Array(0))).toThrow("whole number ≥ 1, got 0");
  });
});
