import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TermwiseError } from "../../common/errors.ts";
import type { Section } from "../files/file-frame.ts";
import { packDeltas, packNumbers } from "./pack-numbers.ts";
import { unpackDeltas, unpackNumbers } from "./packed-numbers.ts";

const toSection = (bytes: Uint8Array): Section => ({ file: "test", start: 0, bytes });

/** Lists with lengths around the block size, of small and large numbers. */
function anyNumbers(min: number, max: number): fc.Arbitrary<number[]> {
  return fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .map((bounds) => bounds.toSorted((a, b) => a - b) as [number, number])
    .chain(([lower, upper]) =>
      fc.array(fc.integer({ min: lower, max: upper }), { maxLength: 300, size: "max" }),
    );
}

describe("packed numbers", () => {
  test("are read back", () => {
    fc.assert(
      fc.property(anyNumbers(-(2 ** 31), 2 ** 31 - 1), (numbers) => {
        const packed = packNumbers(Int32Array.from(numbers));
        const unpacked = unpackNumbers(toSection(packed), numbers.length);
        expect([...new Int32Array(unpacked.buffer)]).toEqual(numbers);
      }),
    );
  });

  test("are read back from deltas", () => {
    fc.assert(
      fc.property(anyNumbers(0, 2 ** 31), (numbers) => {
        const ascending = Uint32Array.from(numbers).sort();
        const packed = packDeltas(ascending);
        expect(unpackDeltas(toSection(packed), numbers.length)).toEqual(ascending);
        const jumping = Uint32Array.from(numbers);
        expect(unpackDeltas(toSection(packDeltas(jumping)), numbers.length)).toEqual(jumping);
      }),
    );
  });

  test("take the bits of their excess over the minimum", () => {
    // 7 in signed form is 14; two bits each: 0 1 2 3, the first lowest, are 0b11100100.
    expect([...packNumbers(Uint32Array.of(7, 8, 9, 10))]).toEqual([14, 2, 0b11100100]);
    expect([...packNumbers(new Uint32Array(128).fill(5))]).toEqual([10, 0]);
    expect([...packDeltas(Uint32Array.of(3, 6, 9))]).toEqual([6, 0]);
  });

  test("answer any bytes with numbers or CORRUPT_INDEX", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(2 ** 32 - 1), (bytes, count) => {
        try {
          expect(unpackNumbers(toSection(bytes), count % 300)).toHaveLength(count % 300);
          unpackNumbers(toSection(bytes), count);
        } catch (error) {
          expect(error).toBeInstanceOf(TermwiseError);
          expect(error).toHaveProperty("code", "CORRUPT_INDEX");
        }
      }),
    );
  });
});
