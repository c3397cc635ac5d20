/**
 * Impacts: bounds of the scores in a block of postings, for any scorer.
 *
 * Every supported scorer grows with frequency and shrinks with length, so the best score in a block
 * is reached at a posting that no other dominates in both. Only the (frequency, length) pairs of
 * these postings are stored, independent of the scorer's parameters; such a pair is an impact, as
 * in Lucene.
 *
 * An impact is one word. The low half is the length, or 65535 for longer documents. The high half
 * is the frequency as 11 bits times 2 to the power of 5 bits, rounded up: exact below 2048. Both
 * roundings can only raise a bound.
 *
 * In the file both halves are deltas to the previous impact of the block, or to 0: varint 2 · delta
 * of the length + (0 if the delta of the high half is 1, as it mostly is, else 1), then, unless it
 * is 1, varint of that delta.
 */

import { corrupt } from "../../common/errors.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import type { Section } from "./file-frame.ts";
import { OWN_MEMORY, type SectionMemory, toWords } from "./section-memory.ts";

export const MAX_LENGTH = 0xffff;
export const MANTISSA_BITS = 11;
export const MANTISSA_MASK: number = (1 << MANTISSA_BITS) - 1;

/** An upper bound of the packed frequency; exact while small. */
export function impactFrequency(impact: number): number {
  const high = impact >>> 16;
  return (high & MANTISSA_MASK) * 2 ** (high >>> MANTISSA_BITS);
}

/** A lower bound of the packed length. */
export function impactLength(impact: number): number {
  return impact & MAX_LENGTH;
}

/** Unpacks impacts. Kernels use `starts` without bounds checks, so they are verified here. */
export function unpackImpacts(
  section: Section,
  starts: Uint32Array,
  memory: SectionMemory = OWN_MEMORY,
): Uint32Array {
  const { file, start, bytes } = section;
  const count = starts[starts.length - 1] as number;
  const isAscending = starts.every((each, i) => i === 0 || each >= (starts[i - 1] as number));
  if (starts[0] !== 0 || !isAscending || count > bytes.length) {
    throw corrupt(file, start, "impacts out of order");
  }
  const found = memory.find?.(section);
  if (found !== undefined) return toWords(found);
  const reader = new ByteReader(bytes, file, start);
  const impacts = toWords(memory.allocate(4 * count, section));
  let block = 0;
  let [high, length] = [0, 0];
  for (let i = 0; i < count; i++) {
    for (; starts[block] === i; block++) [high, length] = [0, 0];
    const code = reader.varint();
    length += code >>> 1;
    high += code & 1 ? reader.varint() : 1;
    if (length > MAX_LENGTH || high > MAX_LENGTH)
      throw reader.corrupt("an impact that no posting can have");
    impacts[i] = ((high << 16) | length) >>> 0;
  }
  if (reader.at !== reader.end) throw reader.corrupt("something follows the last impact");
  return impacts;
}
