/**
 * The reader of fastText models against fastText itself: values printed by `fasttext
 * print-word-vectors` of Debian's 0.9.2+ds-1+b1, which shows five digits. The files are generated
 * by test/reference/fasttext-values.py.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { loadVectors, SubwordVectors } from "../../../src/embeddings/index.ts";
import { NodeFiles } from "../../../src/storage/node-files.ts";

const { vectors, format } = await loadVectors(
  new NodeFiles(),
  join(import.meta.dirname, "wordnet.bin.gz"),
);
const printed = gunzipSync(readFileSync(join(import.meta.dirname, "wordnet.vectors.gz")))
  .toString()
  .trimEnd()
  .split("\n")
  .map((line) => line.trimEnd().split(" "));

describe("a model of fastText 0.9.2", () => {
  test("is read with its n-grams", () => {
    expect(format).toBe("fasttext");
    expect(vectors).toBeInstanceOf(SubwordVectors);
    expect((vectors as SubwordVectors).ngrams).toEqual({ smallest: 3, largest: 6, buckets: 1000 });
  });

  test("has the vectors that fastText prints for 1,000 words, seen and unseen", () => {
    expect(printed).toHaveLength(1000);
    const vocabulary = new Set(vectors.words);
    let unseen = 0;
    let furthest = 0;
    for (const [word = "", ...numbers] of printed) {
      if (!vocabulary.has(word)) unseen++;
      const vector = vectors.getVector(word) ?? [];
      expect(vector).toHaveLength(numbers.length);
      for (const [i, value] of numbers.entries()) {
        furthest = Math.max(furthest, Math.abs((vector[i] as number) - Number(value)));
      }
    }
    expect(unseen).toBeGreaterThanOrEqual(490);
    expect(furthest).toBeLessThan(1e-5);
  });
});
