import { describe, expect, test } from "vitest";
import { GrowingBytes } from "../../common/bytes/index.ts";
import { Random } from "../../common/random.ts";
import {
  computeCodeLengths,
  MAX_CODE_BITS,
  PrefixDecoder,
  PrefixEncoder,
} from "./huffman-codes.ts";

function roundTrip(lengths: Uint8Array, numbers: readonly number[]): number[] {
  const out = new GrowingBytes();
  new PrefixEncoder(lengths).encode(Uint32Array.from(numbers), out);
  const decoder = PrefixDecoder.open(lengths) as PrefixDecoder;
  const decoded = new Uint32Array(decoder.maxCount(out.length));
  return [...decoded.subarray(0, decoder.decode(out.view(), decoded))];
}

/** Skewed counts of 1 to 3,000 numbers, and a sequence of these numbers. */
function createSequence(seed: number): { counts: Uint32Array; numbers: number[] } {
  const random = new Random(seed);
  const size = 1 + random.below(seed % 3 === 0 ? 3000 : 12);
  const counts = Uint32Array.from(
    { length: size },
    (_, i) => 1 + random.below(Math.ceil(10_000 / (i + 1))),
  );
  const numbers = Array.from({ length: random.below(200) }, () => random.below(size));
  return { counts, numbers };
}

describe("prefix codes", () => {
  test("have the lengths of a tree that is built by hand", () => {
    // The end has weight 0: (end 1) = 1, (that 2) = 3, (that 4) = 7, (that 8) = 15.
    expect([...computeCodeLengths(Uint32Array.of(8, 4, 2, 1))]).toEqual([1, 2, 3, 4, 4]);
  });

  test("are written from the highest bit down, and ones follow the last", () => {
    const out = new GrowingBytes();
    // Codes 0, 10, 110, 1110, and 1111 for the end.
    const encoder = new PrefixEncoder(Uint8Array.of(1, 2, 3, 4, 4));
    encoder.encode(Uint32Array.of(2, 0, 1, 3), out); // 110 0 10 11|10 111111
    expect([...out.view()]).toEqual([0b11001011, 0b10111111]);
  });

  test.each(Array.from({ length: 30 }, (_, seed) => seed))(
    "give back the sequence %i, of any length",
    (seed) => {
      const { counts, numbers } = createSequence(seed);
      const lengths = computeCodeLengths(counts);
      for (let length = 0; length <= numbers.length; length += 1 + (length >> 2)) {
        expect(roundTrip(lengths, numbers.slice(0, length))).toEqual(numbers.slice(0, length));
      }
    },
  );

  test("take less than one bit more per number than their entropy", () => {
    const { counts } = createSequence(3);
    const lengths = computeCodeLengths(counts);
    const total = counts.reduce((sum, count) => sum + count, 0);
    let [bits, entropy] = [0, 0];
    for (const [i, count] of counts.entries()) {
      bits += count * (lengths[i] as number);
      entropy -= count * Math.log2(count / total);
    }
    expect(bits).toBeGreaterThanOrEqual(entropy);
    expect(bits).toBeLessThan(entropy + total);
  });

  test("are not longer than the limit, whatever the counts", () => {
    const fibonacci = [1, 1];
    while (fibonacci.length < 45) {
      fibonacci.push((fibonacci.at(-1) as number) + (fibonacci.at(-2) as number));
    }
    const lengths = computeCodeLengths(Uint32Array.from(fibonacci));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_CODE_BITS);
    const all = [...fibonacci.keys()];
    expect(roundTrip(lengths, all)).toEqual(all);
  });

  test("of no number have an empty sequence", () => {
    expect(roundTrip(computeCodeLengths(new Uint32Array(0)), [])).toEqual([]);
  });

  test.each([[[]], [[1]], [[1, 1, 1]], [[2, 2, 1]], [[2, 2, 2]], [[25, 1]]])(
    "with lengths %j are refused",
    (lengths) => {
      expect(PrefixDecoder.open(Uint8Array.from(lengths))).toBeUndefined();
      expect(PrefixDecoder.open(Uint8Array.of(2, 1, 2))).toBeDefined();
    },
  );

  test("read a count or damage from any bytes, and no number that does not exist", () => {
    const random = new Random(9);
    for (let round = 0; round < 200; round++) {
      const { counts } = createSequence(round);
      const decoder = PrefixDecoder.open(computeCodeLengths(counts)) as PrefixDecoder;
      const bytes = Uint8Array.from({ length: random.below(40) }, () => random.below(256));
      const out = new Uint32Array(decoder.maxCount(bytes.length));
      const count = decoder.decode(bytes, out);
      expect(count).toBeLessThanOrEqual(out.length);
      expect(count).toBeGreaterThanOrEqual(-1);
      for (const number of out.subarray(0, Math.max(0, count))) {
        expect(number).toBeLessThan(counts.length);
      }
    }
  });
});
