import { expect, test } from "vitest";
import { compress } from "../encoding/lz4.ts";
import { LazyBlock } from "./lazy-block.ts";

/** One field "text" per document, with short lengths as one byte and longer ones as two. */
function encodeRecord(text: string): number[] {
  const bytes = [...new TextEncoder().encode(text)];
  const length =
    bytes.length < 128 ? [bytes.length] : [0x80 | (bytes.length & 0x7f), bytes.length >> 7];
  return [1, 4, ...new TextEncoder().encode("text"), ...length, ...bytes];
}

const texts = Array.from({ length: 300 }, (_, i) => `document ${i} `.repeat(1 + (i % 40)));
const records = texts.map(encodeRecord);
const raw = Uint8Array.from(records.flat());
const starts = records.map((_, i) =>
  records.slice(0, i).reduce((sum, each) => sum + each.length, 0),
);
const compressed = {
  bytes: compress(raw),
  rawBytes: raw.length,
  first: 1000,
  documents: 300,
  start: 0,
};

test("returns each document, in any order of access, and decompresses no more than necessary", () => {
  expect(raw.length).toBeGreaterThan(40_000);
  for (const buffer of [new Uint8Array(raw.length + 100), new Uint8Array(10)]) {
    const block = new LazyBlock(compressed, buffer);
    for (const i of [0, 1, 20, 7, 299, 150]) {
      const start = starts[i] as number;
      expect(block.findStart(1000 + i)).toBe(start);
      const { length } = records[i] as number[];
      expect([...block.raw.subarray(start, start + length)]).toEqual(records[i]);
      if (i === 0) expect(block.raw.subarray(20_000).every((byte) => byte === 0)).toBe(true);
    }
  }
});

test("rejects bytes that are not a block", () => {
  const bytes = compressed.bytes.slice();
  bytes.fill(0xff, 100); // varints without an end
  expect(new LazyBlock({ ...compressed, bytes }, new Uint8Array(0)).findStart(1299)).toBe(
    undefined,
  );
});

test("returns the offset of the damage if documents do not end where they should", () => {
  const broken = raw.slice();
  broken[(starts[5] as number) + 1] = 0xff;
  broken[(starts[5] as number) + 2] = 0xff;
  broken[(starts[5] as number) + 3] = 0xff;
  const block = new LazyBlock({ ...compressed, bytes: compress(broken) }, new Uint8Array(0));
  expect(block.findStart(1004)).toBe(starts[4]);
  expect(block.findStart(1299)).toBe(starts[5]);
});
