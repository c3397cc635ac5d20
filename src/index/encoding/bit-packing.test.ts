import fc from "fast-check";
import { expect, test } from "vitest";
import { BLOCK_SIZE, bitWidth, pack, unpack } from "./bit-packing.ts";

test("needs as many bits as the binary form has digits", () => {
  expect([0, 1, 2, 3, 4, 255, 256, 0xffffffff].map(bitWidth)).toEqual([0, 1, 2, 2, 3, 8, 9, 32]);
});

test("puts number i into lane i mod 4", () => {
  const numbers = new Uint32Array(BLOCK_SIZE);
  numbers.set([1, 2, 3, 4, 5]);
  const words = new Uint32Array(4 * 3);
  pack(numbers, 3, words, 0);
  // Lane 0 holds 1 and then, three bits higher, 5: 1 + 5 * 8.
  expect([...words.subarray(0, 5)]).toEqual([41, 2, 3, 4, 0]);
});

test.each(Array.from({ length: 33 }, (_, width) => width))(
  "reads back 128 numbers of %i bits at any offset, and writes no other word",
  (width) => {
    const numbers = fc.array(fc.integer({ min: 0, max: 2 ** width - 1 }), {
      minLength: BLOCK_SIZE,
      maxLength: BLOCK_SIZE,
    });
    fc.assert(
      fc.property(numbers, fc.nat(5), (numbersIn, at) => {
        const words = new Uint32Array(at + 4 * width + 4);
        pack(Uint32Array.from(numbersIn), width, words, at);
        expect([...words.subarray(at + 4 * width)]).toEqual([0, 0, 0, 0]);
        const read = new Uint32Array(BLOCK_SIZE);
        unpack(words, at, width, read);
        expect([...read]).toEqual(numbersIn);
      }),
      { numRuns: 20 },
    );
  },
);
