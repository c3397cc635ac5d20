import fc from "fast-check";
import { expect, test } from "vitest";
import { decompress, Lz4Decoder } from "./lz4.ts";
import { compress, Lz4Encoder } from "./lz4-encoder.ts";

const encodeInput = (input: string): Uint8Array => new TextEncoder().encode(input);

test("reads back any bytes, repetitive or not", () => {
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc
      .array(fc.constantFrom("the ", "search ", "engine ", "x"), { maxLength: 800 })
      .map((words) => encodeInput(words.join(""))),
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 5000 }))
      .map(([piece, times]) =>
        Uint8Array.from(
          { length: piece.length * times },
          (_, i) => piece[i % piece.length] as number,
        ),
      ),
  );
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      expect(Buffer.compare(decompress(compress(bytes), bytes.length) as Uint8Array, bytes)).toBe(
        0,
      );
    }),
    { numRuns: 300 },
  );
});

test("decodes a block written by hand from the format's description", () => {
  // Token: 1 literal, copy of 4 + 7; literal a; distance 1. Token: 5 literals.
  const block = Uint8Array.of(0x17, 0x61, 1, 0, 0x50, ...encodeInput("bcdef"));
  expect(decompress(block, 17)).toEqual(encodeInput(`${"a".repeat(12)}bcdef`));
});

test("compresses repetitive text to a tenth", () => {
  const sentence = "the quick brown fox jumps over the lazy dog and the dog barks at the fox ";
  const bytes = encodeInput(sentence.repeat(40));
  expect(compress(bytes).length).toBeLessThan(bytes.length / 10);
});

test("copies nothing from beyond the maximum distance of the format, 64 KiB", () => {
  const piece = encodeInput("0123456789abcdefghijklmnopqrstuvwxyz");
  const noise = Uint8Array.from({ length: 70_000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24);
  const distant = new Uint8Array([...piece, ...noise, ...piece]);
  expect(Buffer.compare(decompress(compress(distant), distant.length) as Uint8Array, distant)).toBe(
    0,
  );
});

test("answers any bytes with a block of the right length or with undefined", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(300), (bytes, length) => {
      const block = decompress(bytes, length);
      if (block !== undefined) expect(block.length).toBe(length);
    }),
    { numRuns: 2000 },
  );
});

test("decodes a block by hand whose copy comes from the dictionary", () => {
  // Token: no literals, copy of 4 + 2 from 6 bytes back: the dictionary. Token: 5 literals.
  const block = Uint8Array.of(0x02, 6, 0, 0x50, ...encodeInput("12345"));
  expect(new Lz4Decoder(encodeInput("abcdef")).decode(block, 11)).toEqual(
    encodeInput("abcdef12345"),
  );
  // Seven bytes back is before the dictionary.
  block[1] = 7;
  expect(new Lz4Decoder(encodeInput("abcdef")).decode(block, 11)).toBe(undefined);
});

test("reads back blocks with a dictionary, one after another with the same decoder", () => {
  const words = fc
    .array(fc.constantFrom("the ", "search ", "engine ", "aaaaaaaa", "xyz", "\u00e9"), {
      maxLength: 400,
    })
    .map((some) => encodeInput(some.join("")));
  fc.assert(
    fc.property(words, fc.array(words, { maxLength: 8 }), (dictionary, blocks) => {
      const encoder = new Lz4Encoder(dictionary);
      const decoder = new Lz4Decoder(dictionary);
      for (const block of blocks) {
        const encoded = encoder.encode(block);
        expect(decoder.decode(encoded, block.length)).toEqual(block);
        expect(decoder.decode(encoded, block.length + 1)).toBe(undefined);
      }
    }),
    { numRuns: 200 },
  );
});

test("a block of text that the dictionary contains takes few bytes", () => {
  const noise = Uint8Array.from({ length: 50_000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24);
  const block = noise.slice(30_000, 30_500);
  expect(new Lz4Encoder(noise).encode(block).length).toBeLessThan(100);
  expect(compress(block).length).toBeGreaterThan(400);
});

test("a decoder yields undefined or a block of the right length for any bytes and dictionary", () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  fc.assert(
    fc.property(bytes, bytes, fc.nat(300), (dictionary, block, length) => {
      const decoded = new Lz4Decoder(dictionary).decode(block, length);
      if (decoded !== undefined) expect(decoded.length).toBe(length);
    }),
    { numRuns: 2000 },
  );
});
