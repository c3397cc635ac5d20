import fc from "fast-check";
import { expect, test } from "vitest";
import { Lz4Encoder } from "./lz4-encoder.ts";
import { openBlockEncoder } from "./lz4-kernel.ts";

const encodeInput = (text: string): Uint8Array => new TextEncoder().encode(text);

const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc
    .array(fc.constantFrom("the ", "search ", "engine ", "a".repeat(40), "xyz", "é"), {
      maxLength: 700,
    })
    .map((some) => encodeInput(some.join(""))),
);

test("gives the bytes of the plain encoder, block after block with one dictionary", async () => {
  await fc.assert(
    fc.asyncProperty(anyBytes, fc.array(anyBytes, { maxLength: 6 }), async (dictionary, blocks) => {
      const encode = await openBlockEncoder(dictionary);
      const plain = new Lz4Encoder(dictionary);
      for (const block of blocks) expect(encode(block).slice()).toEqual(plain.encode(block));
    }),
    { numRuns: 300 },
  );
});

test("gives the same bytes for blocks longer than the distance of a copy and than its memory", async () => {
  const encode = await openBlockEncoder(encodeInput("a dictionary of words"));
  const plain = new Lz4Encoder(encodeInput("a dictionary of words"));
  const words = Array.from({ length: 40_000 }, (_, i) => `word${(i * i) % 9973} dictionary`);
  const long = encodeInput(words.join(" "));
  for (const bytes of [70_000, 400_000, long.length, long.length * 2, 500]) {
    const block = new Uint8Array(bytes);
    for (let at = 0; at < bytes; at += long.length) {
      block.set(long.subarray(0, Math.min(long.length, bytes - at)), at);
    }
    expect(Buffer.compare(encode(block), plain.encode(block))).toBe(0);
  }
});
