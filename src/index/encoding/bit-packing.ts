/**
 * 128 numbers of equal width in four interleaved lanes, the layout of SIMD-BP128
 * (Lemire and Boytsov, "Decoding billions of integers per second through
 * vectorization", Software: Practice and Experience 2015).
 *
 * Number i goes to lane i mod 4, after those before it in that lane. Lane l
 * owns the words l, l + 4, l + 8, …: one 128-bit load gets the same word of all
 * four lanes, so that a SIMD kernel unpacks four consecutive numbers with one
 * shift and one mask. A block takes 4 words per bit of width.
 */

export const BLOCK_SIZE = 128;

/** The number of bits of `value`, which is from 0 to 2^32 - 1; 0 for 0. */
export function bitWidth(value: number): number {
  return 32 - Math.clz32(value);
}

/** Packs 128 numbers of at most `width` bits into 4 · width words of `out`, which must be 0. */
export function pack(numbers: Uint32Array, width: number, out: Uint32Array, at: number): void {
  for (let i = 0; i < BLOCK_SIZE; i++) {
    const bit = (i >>> 2) * width;
    const shift = bit & 31;
    const word = at + ((bit >>> 5) << 2) + (i & 3);
    const number = numbers[i] as number;
    out[word] = (out[word] as number) | (number << shift);
    if (shift + width > 32) out[word + 4] = number >>> (32 - shift);
  }
}

/** Unpacks what `pack` packed. The 4 · width words must lie inside `words`. */
export function unpack(words: Uint32Array, at: number, width: number, out: Uint32Array): void {
  if (width === 0) {
    out.fill(0, 0, BLOCK_SIZE);
    return;
  }
  const mask = width === 32 ? -1 : (1 << width) - 1;
  for (let lane = 0; lane < 4; lane++) {
    let next = at + lane;
    let word = 0;
    let bitsLeft = 0;
    for (let i = lane; i < BLOCK_SIZE; i += 4) {
      let number = word;
      if (bitsLeft < width) {
        word = words[next] as number;
        next += 4;
        number |= word << bitsLeft;
        // JavaScript shifts by 32 as by 0, so a word that is used up is handled separately.
        const used = width - bitsLeft;
        word = used === 32 ? 0 : word >>> used;
        bitsLeft = 32 - used;
      } else {
        word = width === 32 ? 0 : word >>> width;
        bitsLeft -= width;
      }
      out[i] = number & mask;
    }
  }
}
