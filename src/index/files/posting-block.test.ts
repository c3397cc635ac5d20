import fc from "fast-check";
import { expect, test } from "vitest";
import { GrowingWords } from "../../common/bytes/growing-words.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import {
  BITSET,
  countDocumentWords,
  countFrequencyWords,
  decodeDocuments,
  decodeFrequencies,
  encodeBlock,
} from "./posting-block.ts";

/** Gaps of very different sizes, and frequencies that are mostly small. */
const anyGap = fc.oneof(fc.nat(1), fc.nat(20), fc.nat(1 << 22));
const anyFrequency = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 3 }) },
  fc.integer({ min: 1, max: 0xffffffff }),
);
const anyBlock = fc.tuple(
  fc.oneof(
    fc.array(anyGap, { minLength: BLOCK_SIZE, maxLength: BLOCK_SIZE }),
    fc.array(fc.nat(2), { minLength: BLOCK_SIZE, maxLength: BLOCK_SIZE }),
  ),
  fc.array(anyFrequency, { minLength: BLOCK_SIZE, maxLength: BLOCK_SIZE }),
  fc.integer({ min: -1, max: 1 << 30 }),
);

test("reads back every block", () => {
  fc.assert(
    fc.property(anyBlock, ([gaps, frequencies, previous]) => {
      const documents = fromGaps(gaps, previous);
      const { words, shape } = encode(documents, frequencies, previous);
      const last = documents[BLOCK_SIZE - 1] as number;
      const split = countDocumentWords(shape, previous, last);
      expect(split + countFrequencyWords(shape)).toBe(words.length);
      const read = new Uint32Array(BLOCK_SIZE);
      expect(decodeDocuments(words, 0, shape, previous, last, read)).toBe(true);
      expect([...read]).toEqual(documents);
      decodeFrequencies(words, split, shape, read);
      expect([...read]).toEqual(frequencies);
    }),
    { numRuns: 500 },
  );
});

test("takes no words for consecutive documents that contain the term once", () => {
  const documents = Array.from({ length: BLOCK_SIZE }, (_, i) => 7 + i);
  const { words } = encode(documents, Array(BLOCK_SIZE).fill(1), 6);
  expect(words.length).toBe(0);
});

test("becomes a bitset if that is smaller", () => {
  // Every second document: 2 * 128 bits are 8 words; gaps of one bit take 4.
  const even = Array.from({ length: BLOCK_SIZE }, (_, i) => 1 + 2 * i);
  expect(encode(even, Array(BLOCK_SIZE).fill(1), -1).shape & 63).toBe(1);
  // One gap of 100 among neighbours: 229 bits are 8 words; gaps of seven bits take 28.
  const jump = Array.from({ length: BLOCK_SIZE }, (_, i) => (i < 64 ? i : i + 100));
  const { shape, words } = encode(jump, Array(BLOCK_SIZE).fill(1), -1);
  expect([shape & 63, words.length]).toEqual([BITSET, 8]);
});

test("stores one large frequency as an exception instead of widening the block", () => {
  const frequencies = Array(BLOCK_SIZE).fill(1);
  frequencies[77] = 1000;
  const documents = Array.from({ length: BLOCK_SIZE }, (_, i) => i);
  const { shape, words } = encode(documents, frequencies, -1);
  // Width 0, one exception: index 77 above 25 bits that hold 999.
  expect([shape >>> 12, [...words]]).toEqual([1, [77 * 2 ** 25 + 999]]);
});

test("detects documents that do not end where they should", () => {
  const documents = Array.from({ length: BLOCK_SIZE }, (_, i) => 3 * i);
  const { words, shape } = encode(documents, Array(BLOCK_SIZE).fill(1), -1);
  const out = new Uint32Array(BLOCK_SIZE);
  expect(decodeDocuments(words, 0, shape, -1, 380, out)).toBe(false);
  expect(decodeDocuments(new Uint32Array(4), 0, BITSET, -1, 127, out)).toBe(false);
  expect(decodeDocuments(new Uint32Array(5).fill(-1), 0, BITSET, -1, 159, out)).toBe(false);
});

function fromGaps(gaps: readonly number[], previous: number): number[] {
  let document = previous;
  return gaps.map((gap) => {
    document += gap + 1;
    return document;
  });
}

function encode(documents: number[], frequencies: number[], previous: number) {
  const out = new GrowingWords();
  const shape = encodeBlock(
    Uint32Array.from(documents),
    Uint32Array.from(frequencies),
    0,
    previous,
    out,
  );
  return { words: out.view(), shape };
}
