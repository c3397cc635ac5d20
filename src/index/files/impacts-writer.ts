/** Collects and packs impacts as impacts.ts reads them. */

import { GrowingBytes, type GrowingWords } from "../../common/bytes/index.ts";
import { impactLength, MANTISSA_BITS, MANTISSA_MASK, MAX_LENGTH } from "./impacts.ts";

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
