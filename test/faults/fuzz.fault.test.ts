/**
 * R9 of the promises: any outside input is answered or refused with a named error, in time. Lines
 * of files into every reader, queries with and without operators, filters, files of vectors and
 * folders of models. FAULT_INPUTS sets how many inputs each part gets, FAULT_SEED which.
 */

import { afterAll, beforeAll, expect, test } from "vitest";
import { READERS } from "../../src/collection/formats/readers.contract.ts";
import { Random } from "../../src/common/random.ts";
import { loadVectors } from "../../src/embeddings/index.ts";
import { createIndex, type SearchIndex } from "../../src/index.ts";
import { readModel } from "../../src/scoring/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { catchFailure, countRecords, createNoise, fuzzLines } from "../fuzz/fuzz-lines.ts";

const INPUTS = Number(process.env.FAULT_INPUTS ?? 2_000);
const SEED = Number(process.env.FAULT_SEED ?? 1);
/** Maximum ms per input on a busy machine. */
const SOON = 5_000;

const WORDS = ["egg", "eggs", "boil", "boiled", "soup", "the", "in", "a", "é", "日本語", "🥚"];
const OPERATORS = [
  '"',
  "+",
  "-",
  "*",
  "~",
  "(",
  ")",
  ":",
  "^",
  "\\",
  " OR ",
  " AND ",
  " ",
  "\0",
  "\u{d800}",
];
const NAMES = [
  "category",
  "price",
  "tags",
  "or",
  "not",
  "lt",
  "in",
  "__proto__",
  "constructor",
  "",
];

let index: SearchIndex;
beforeAll(async () => {
  index = await createIndex({ positions: true });
  const documents = Array.from({ length: 60 }, (_, i) => ({
    id: `d${i}`,
    text: `${WORDS[i % 11]} ${WORDS[(i * 3) % 11]} ${WORDS[(i * 7) % 11]}`,
    category: ["soups", "salads"][i % 2] as string,
    price: i / 4,
    tags: ["hot", "cold", "old"].slice(i % 3),
  }));
  await index.add(documents);
});
afterAll(() => index.close());

test.each(READERS)(
  `${INPUTS} lines into the reader of $name`,
  async (reader) => {
    const random = new Random(SEED).split(reader.name);
    for (let remaining = INPUTS; remaining > 0; remaining -= 10_000) {
      const bytes = fuzzLines(reader, Math.min(remaining, 10_000), random);
      // A table with a damaged header is refused as a whole, whatever `onBad` does.
      const refused = await catchFailure(() =>
        countRecords(reader, bytes, (error) => expect(error.code).toBe("BAD_INPUT")),
      );
      if (refused !== undefined) {
        expect(refused).toMatchObject({ code: "BAD_INPUT" });
        expect(String(refused)).toContain("the first row must name");
      }
    }
  },
  900_000,
);

test(`${INPUTS} queries`, async () => {
  const random = new Random(SEED).split("queries");
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  for (let input = 0; input < INPUTS; input++) {
    const parts = Array.from({ length: 1 + random.below(12) }, () => {
      const kind = random.below(8);
      if (kind < 4) return pick(WORDS);
      return kind < 7 ? pick(OPERATORS) : createNoise(random);
    });
    const query = parts.join(random.below(2) === 0 ? " " : "");
    const begun = performance.now();
    const { hits } = await index.search(query, { syntax: input % 2 === 0, limit: 5 });
    expect(performance.now() - begun, JSON.stringify(query)).toBeLessThan(SOON);
    expect(hits.length).toBeLessThanOrEqual(5);
    for (const { score } of hits) expect(Number.isFinite(score), JSON.stringify(query)).toBe(true);
  }
}, 900_000);

test(`${INPUTS} filters`, async () => {
  const random = new Random(SEED).split("filters");
  let answered = 0;
  for (let input = 0; input < INPUTS; input++) {
    const filter = JSON.parse(createRandomJson(random, 4));
    const answer = await catchFailure(async () => {
      await index.search("egg soup", { filter, limit: 3 });
      answered++;
    });
    if (answer !== undefined) {
      expect(answer, JSON.stringify(filter)).toMatchObject({ code: "BAD_ARGUMENT" });
    }
  }
  expect(answered).toBeGreaterThan(INPUTS / 100);
}, 900_000);

test(`${INPUTS} files of vectors`, async () => {
  const random = new Random(SEED).split("vectors");
  const text = "4 3\nthe 0.1 0.2 0.3\negg -1 0 1\nsoup 1e-3 2 3\nboil 0 0 0\n";
  const binary = Buffer.concat([
    Buffer.from("2 3\n"),
    ...["egg", "soup"].flatMap((word) => [
      Buffer.from(`${word} `),
      Buffer.from(new Float32Array([0.5, -1, 2]).buffer),
      Buffer.from("\n"),
    ]),
  ]);
  for (let input = 0; input < INPUTS; input++) {
    const [name, bytes] =
      input % 2 === 0 ? ["v.txt", Buffer.from(text)] : ["v.bin", Buffer.from(binary)];
    const damagedInput = damageBytes(bytes, random);
    const files = new MemoryFiles({ [name as string]: damagedInput });
    const error = await catchFailure(() => loadVectors(files, name as string));
    if (error !== undefined) expect(error).toHaveProperty("code");
  }
}, 900_000);

test(`${INPUTS} folders of models`, async () => {
  const random = new Random(SEED).split("models");
  const description = JSON.stringify({ model: "knrm", version: 1, options: { dimensions: 3 } });
  for (let input = 0; input < INPUTS; input++) {
    const directory = new MemoryDirectory();
    await directory.write("model.json", damageBytes(Buffer.from(description), random));
    await directory.write("weights.safetensors", Buffer.from(createNoise(random), "latin1"));
    await directory.write("vocabulary.txt", Buffer.from(createNoise(random), "latin1"));
    const error = await catchFailure(() => readModel(directory));
    expect(error).toHaveProperty("code");
  }
}, 900_000);

/** Up to three bytes changed, removed or inserted. */
function damageBytes(bytes: Buffer, random: Random): Uint8Array {
  let remaining = bytes;
  for (let change = 1 + random.below(3); change > 0; change--) {
    const at = random.below(remaining.length + 1);
    const middle = random.below(3) === 0 ? [] : [random.below(256)];
    const to = Math.min(remaining.length, at + random.below(3));
    remaining = Buffer.concat([
      remaining.subarray(0, at),
      Buffer.from(middle),
      remaining.subarray(to),
    ]);
  }
  return remaining;
}

/** Random JSON, often with the keys and values of a filter. */
function createRandomJson(random: Random, depth: number): string {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const kind = random.below(depth === 0 ? 4 : 8);
  if (kind === 0) return JSON.stringify(pick([...NAMES, "soups", "hot"]));
  if (kind === 1) return String(pick([0, -1, 3.5, 1e300, 7]));
  if (kind === 2) return pick(["true", "false", "null"]);
  const parts = Array.from({ length: random.below(4) }, () =>
    createRandomJson(random, Math.max(0, depth - 1)),
  );
  if (kind === 3 || kind === 4) return `[${parts.join(",")}]`;
  return `{${parts.map((part) => `${JSON.stringify(pick(NAMES))}:${part}`).join(",")}}`;
}
