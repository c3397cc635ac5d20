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

import {
  type Allocate,
  GrowingBytes,
  type GrowingWords,
  shareableBytes,
} from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import type { Section } from "./file-frame.ts";

const MAX_LENGTH = 0xffff;
const MANTISSA_BITS = 11;
const MANTISSA_MASK = (1 << MANTISSA_BITS) - 1;

export function packImpact(frequency: number, length: number): number {
  const exponent = Math.max(0, 32 - Math.clz32(frequency) - MANTISSA_BITS);
  const mantissa = Math.ceil(frequency / 2 ** exponent);
  // Rounding up may carry into a twelfth bit: 2^11 is 2^10 with the next exponent.
  const high =
    mantissa > MANTISSA_MASK
      ? ((exponent + 1) << MANTISSA_BITS) | (mantissa >>> 1)
      : (exponent << MANTISSA_BITS) | mantissa;
  return ((high << 16) | Math.min(length, MAX_LENGTH)) >>> 0;
}

/** An upper bound of the packed frequency; exact while small. */
export function impactFrequency(impact: number): number {
  const high = impact >>> 16;
  return (high & MANTISSA_MASK) * 2 ** (high >>> MANTISSA_BITS);
}

/** A lower bound of the packed length. */
export function impactLength(impact: number): number {
  return impact & MAX_LENGTH;
}

/** The impacts of one block, collected posting by posting; dominated ones are dropped. */
export class BlockImpacts {
  /** Both ascending: a higher frequency is only kept with a greater length. */
  readonly #frequencies: number[] = [];
  readonly #lengths: number[] = [];

  add(frequency: number, length: number): void {
    const [frequencies, lengths] = [this.#frequencies, this.#lengths];
    let at = frequencies.length;
    while (at > 0 && (frequencies[at - 1] as number) >= frequency) at--;
    // From `at` on the frequencies are at least as high; the first of them has the smallest length.
    if (at < lengths.length && (lengths[at] as number) <= length) return;
    let first = at;
    while (first > 0 && (lengths[first - 1] as number) >= length) first--;
    const end = frequencies[at] === frequency ? at + 1 : at;
    frequencies.splice(first, end - first, frequency);
    lengths.splice(first, end - first, length);
  }

  /** Appends the impacts, lowest frequency first, and starts over. */
  drain(out: GrowingWords): void {
    for (let i = 0; i < this.#frequencies.length; i++) {
      out.push(packImpact(this.#frequencies[i] as number, this.#lengths[i] as number));
    }
    this.#frequencies.length = 0;
    this.#lengths.length = 0;
  }
}

/** Packs the impacts of all blocks as in the file; those of block i begin at `starts[i]`. */
export function packImpacts(impacts: Uint32Array, starts: Uint32Array): Uint8Array {
  const out = new GrowingBytes();
  for (let block = 0; block + 1 < starts.length; block++) {
    let [high, length] = [0, 0];
    for (let i = starts[block] as number; i < (starts[block + 1] as number); i++) {
      const impact = impacts[i] as number;
      const step = (impact >>> 16) - high;
      out.appendVarint(2 * (impactLength(impact) - length) + (step === 1 ? 0 : 1));
      if (step !== 1) out.appendVarint(step);
      [high, length] = [impact >>> 16, impactLength(impact)];
    }
  }
  return out.view();
}

/** Unpacks impacts. Kernels use `starts` without bounds checks, so they are verified here. */
export function unpackImpacts(
  { file, start, bytes }: Section,
  starts: Uint32Array,
  allocate: Allocate = shareableBytes,
): Uint32Array {
  const count = starts[starts.length - 1] as number;
  const isAscending = starts.every((each, i) => i === 0 || each >= (starts[i - 1] as number));
  if (starts[0] !== 0 || !isAscending || count > bytes.length) {
    throw corrupt(file, start, "impacts out of order");
  }
  const reader = new ByteReader(bytes, file, start);
  const { buffer, byteOffset } = allocate(4 * count);
  const impacts = new Uint32Array(buffer, byteOffset, count);
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
