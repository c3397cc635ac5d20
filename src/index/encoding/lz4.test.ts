import fc from "fast-check";
import { expect, test } from "vitest";
import { compress, decompress, Lz4Decoder } from "./lz4.ts";

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

test("decodes in steps of any size to the same bytes as at once", () => {
  const words = fc.array(fc.constantFrom("the ", "search ", "engine ", "aaaaaaaa", "xyz"), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 700 }), (some, step) => {
      const bytes = encodeInput(some.join(""));
      const out = new Uint8Array(bytes.length);
      const decoder = new Lz4Decoder(compress(bytes), out, bytes.length);
      while (decoder.decodedLength < bytes.length) {
        const target = Math.min(bytes.length, decoder.decodedLength + step);
        expect(decoder.decodeUpTo(target)).toBe(true);
        expect(decoder.decodedLength).toBeGreaterThanOrEqual(target);
        const { decodedLength } = decoder;
        expect(
          Buffer.compare(out.subarray(0, decodedLength), bytes.subarray(0, decodedLength)),
        ).toBe(0);
      }
      expect(decoder.decodeUpTo(Number.POSITIVE_INFINITY)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
