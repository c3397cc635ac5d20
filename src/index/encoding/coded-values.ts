/**
 * A sequence of whole numbers with few distinct values, in three parts: the distinct values in
 * ascending order, packed deltas · the lengths of their codes, packed numbers · the code of each
 * number (huffman-codes.ts).
 */

import { GrowingBytes } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import type { Section } from "../files/file-frame.ts";
import { computeCodeLengths, PrefixDecoder, PrefixEncoder } from "./huffman-codes.ts";
import { packDeltas, packNumbers } from "./pack-numbers.ts";
import { unpackDeltas, unpackNumbers } from "./packed-numbers.ts";

export interface CodedValues {
  /** Number of distinct values, which the parts do not contain. */
  readonly distinct: number;
  readonly parts: readonly [values: Uint8Array, lengths: Uint8Array, codes: Uint8Array];
}

export function encodeValues(numbers: Uint32Array): CodedValues {
  const values = Uint32Array.from(new Set(numbers)).sort();
  const ordinals = new Map(Array.from(values, (value, ordinal) => [value, ordinal]));
  const coded = numbers.map((number) => ordinals.get(number) as number);
  const counts = new Uint32Array(values.length);
  for (const ordinal of coded) counts[ordinal] = (counts[ordinal] as number) + 1;
  const lengths = computeCodeLengths(counts);
  const codes = new GrowingBytes();
  new PrefixEncoder(lengths).encode(coded, codes);
  return {
    distinct: values.length,
    parts: [packDeltas(values), packNumbers(Uint32Array.from(lengths)), codes.view()],
  };
}

/** The codes of `count` numbers and of the end, by a section of their lengths, packed numbers. */
export function readPrefixDecoder(section: Section, count: number): PrefixDecoder {
  const lengths = unpackNumbers(section, count + 1);
  const decoder = PrefixDecoder.open(Uint8Array.from(lengths, (each) => Math.min(each, 0xff)));
  if (decoder !== undefined) return decoder;
  throw corrupt(section.file, section.start, "lengths of codes that do not exist");
}

/** The `count` numbers of three sections. */
export function decodeValues(
  [values, lengths, codes]: readonly [values: Section, lengths: Section, codes: Section],
  distinct: number,
  count: number,
): Uint32Array {
  const table = unpackDeltas(values, distinct);
  const decoder = readPrefixDecoder(lengths, distinct);
  const numbers = new Uint32Array(decoder.maxCount(codes.bytes.length));
  const decoded = decoder.decode(codes.bytes, numbers);
  if (decoded !== count) {
    throw corrupt(codes.file, codes.start, `codes of ${count} numbers were expected`);
  }
  return numbers.subarray(0, count).map((ordinal) => table[ordinal] as number);
}
