import { describe, expect, test } from "vitest";
import { SubwordVectors } from "./subword-vectors.ts";
import { checkNgrams, hashNgrams, hashSubword } from "./subwords.ts";

const TRIGRAMS = { smallest: 3, largest: 3, buckets: 2_000_000 };

describe("subwordHash", () => {
  // Values of a C++ program that hashes as fastText does (sign-extended bytes).
  test.each([
    ["", 2166136261],
    ["a", 3826002220],
    ["the", 3020861980],
    ["<wh", 1048167652],
    ["</s>", 3617362777],
    ["é", 1023043777],
    ["ß", 1325040919],
    ["日本", 4164387409],
  ])("hashes %j to %i", (text, hash) => {
    expect(hashSubword(new TextEncoder().encode(text))).toBe(hash);
  });
});

describe("ngramBuckets", () => {
  // From the same program, modulo 2,000,000.
  test.each([
    ["where", [167652, 420941, 1473420, 1529033, 867498]],
    ["né", [65143, 17737]],
    ["a", [1087600]],
    ["", []],
    ["</s>", []],
  ])("hashes the trigrams of %j", (word, buckets) => {
    expect(hashNgrams(word, TRIGRAMS)).toEqual(buckets);
  });

  test("splits where into 14 n-grams of 3 to 6 characters", () => {
    // <where> has 7 characters: 5 of three, 4 of four, 3 of five, 2 of six.
    expect(hashNgrams("where", { ...TRIGRAMS, largest: 6 })).toHaveLength(14);
  });

  test("leaves single boundary signs out, and keeps single letters", () => {
    // <ab>: a, b; <a, ab, b>.
    expect(hashNgrams("ab", { smallest: 1, largest: 2, buckets: 7 })).toHaveLength(5);
  });

  test("returns nothing without n-grams", () => {
    expect(hashNgrams("where", { smallest: 0, largest: 0, buckets: 0 })).toEqual([]);
  });

  test.each([
    { smallest: 0, largest: 3, buckets: 5 },
    { smallest: 4, largest: 3, buckets: 5 },
    { smallest: 3, largest: 6, buckets: 0 },
    { smallest: 1.5, largest: 3, buckets: 5 },
  ])("rejects %j", (ngrams) => {
    expect(() => checkNgrams(ngrams)).toThrow("n-grams");
  });
});

describe("SubwordVectors", () => {
  // Three buckets: the buckets of the trigrams of "né" are 65143 % 3 = 1 and 17737 % 3
  // = 1 when hashes are reduced modulo 3 directly, which the hashes below must equal.
  const ngrams = { smallest: 3, largest: 3, buckets: 3 };
  const values = Float32Array.of(10, 20, /* né */ 1, 2, 3, 4, 5, 6);
  const vectors = new SubwordVectors(["né"], 2, values, ngrams);
  const hashes = ["<né", "né>"].map((gram) => hashSubword(new TextEncoder().encode(gram)) % 3);

  test("lists the word's own row, then those of its n-grams", () => {
    expect(vectors.listRows("né")).toEqual([0, ...hashes.map((bucket) => 1 + bucket)]);
  });

  test("returns the mean of the rows, for a known word and an unknown one", () => {
    const rows = [0, ...hashes.map((bucket) => 1 + bucket)];
    const mean = (list: readonly number[], i: number): number =>
      list.reduce((sum, row) => sum + (values[2 * row + i] as number), 0) / list.length;
    expect(vectors.getVector("né")[0]).toBeCloseTo(mean(rows, 0), 6);
    expect(vectors.getVector("né")[1]).toBeCloseTo(mean(rows, 1), 6);
    const unseen = hashSubword(new TextEncoder().encode("<a>")) % 3;
    expect([...vectors.getVector("a")]).toEqual([1 + 2 * unseen, 2 + 2 * unseen]);
  });

  test("returns zeros for an unseen word that is too short", () => {
    expect([...vectors.getVector("")]).toEqual([0, 0]);
  });

  test("computes the vectors of all words at once", () => {
    expect([...vectors.toWordVectors().row(0)]).toEqual([...vectors.getVector("né")]);
  });
});
