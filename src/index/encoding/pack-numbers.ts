/** Packs numbers as packed-numbers.ts reads them. */

import { GrowingBytes } from "../../common/bytes/index.ts";
import { bitWidth } from "./bit-packing.ts";
import { BLOCK, MAX_WIDTH } from "./packed-numbers.ts";

/** Packs numbers from -2^31 to 2^31 - 1. */
export function packNumbers(numbers: Uint32Array | Int32Array): Uint8Array {
  const out = new GrowingBytes();
  for (let from = 0; from < numbers.length; from += BLOCK) {
    packBlock(numbers, from, Math.min(from + BLOCK, numbers.length), out);
  }
  return out.view();
}

/** Packs numbers from 0 to 2^32 - 1 as deltas, the first from 0. */
export function packDeltas(numbers: Uint32Array): Uint8Array {
  const deltas = new Int32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    deltas[i] = (numbers[i] as number) - (i === 0 ? 0 : (numbers[i - 1] as number));
  }
  return packNumbers(deltas);
}

function packBlock(
  numbers: Uint32Array | Int32Array,
  from: number,
  to: number,
  out: GrowingBytes,
): void {
  let [min, max] = [numbers[from] as number, numbers[from] as number];
  for (let i = from + 1; i < to; i++) {
    const number = numbers[i] as number;
    if (number < min) min = number;
    if (number > max) max = number;
  }
  const needed = bitWidth(max - min);
  const width = needed > MAX_WIDTH ? 32 : needed;
  out.appendSigned(min);
  out.appendByte(width);
  let bits = 0;
  let bitCount = 0;
  for (let i = from; i < to; i++) {
    const excess = (numbers[i] as number) - min;
    if (width === 32) {
      for (let shift = 0; shift < 32; shift += 8) out.appendByte((excess >>> shift) & 0xff);
      continue;
    }
    bits |= excess << bitCount;
    for (bitCount += width; bitCount >= 8; bitCount -= 8) {
      out.appendByte(bits & 0xff);
      bits >>>= 8;
    }
  }
  if (bitCount > 0) out.appendByte(bits);
}
