/**
 * Decodes the LZ4 block format (Collet, "LZ4 Block Format Description"): a sequence is a token,
 * literals, and a copy of earlier bytes. With a dictionary, copies may also come from its bytes,
 * which count as the bytes before the block.
 *
 * The decoder checks every length and never reads or writes outside its arrays.
 */

export const MIN_MATCH = 4;
/** Bytes that are copied at a time. Copying by words halves the time. */
const WORD = 4;
const NO_BYTES = new Uint8Array(0);

/** Decodes blocks that share a dictionary, one after another into the same memory. */
export class Lz4Decoder {
  readonly #dictionary: Uint8Array;
  /** The dictionary, then the decoded block. */
  #out = NO_BYTES;
  #to = new DataView(NO_BYTES.buffer);
  /** A copy of the block, so that one view reads words of all blocks. */
  #input = NO_BYTES;
  #from = new DataView(NO_BYTES.buffer);

  constructor(dictionary: Uint8Array = NO_BYTES) {
    this.#dictionary = dictionary;
  }

  /**
   * Decodes a block of `length` bytes; undefined if `block` is not one. The result is valid until
   * the next call.
   */
  decode(block: Uint8Array, length: number): Uint8Array | undefined {
    const start = this.#dictionary.length;
    this.#reserve(block.length + WORD, start + length + WORD);
    this.#input.set(block);
    const isWhole = this.#decode(block.length, start, start + length);
    return isWhole ? this.#out.subarray(start, start + length) : undefined;
  }

  #reserve(inputBytes: number, outBytes: number): void {
    if (this.#input.length < inputBytes) {
      this.#input = new Uint8Array(2 * inputBytes);
      this.#from = new DataView(this.#input.buffer);
    }
    if (this.#out.length < outBytes) {
      this.#out = new Uint8Array(
        this.#dictionary.length + 2 * (outBytes - this.#dictionary.length),
      );
      this.#out.set(this.#dictionary);
      this.#to = new DataView(this.#out.buffer);
    }
  }

  /**
   * Decodes `inputEnd` bytes of input to the bytes from `to` to `outEnd`. Both arrays have a word
   * after their ends, so that the last copy need not stop inside one.
   */
  #decode(inputEnd: number, to: number, outEnd: number): boolean {
    const [input, out, fromView, toView] = [this.#input, this.#out, this.#from, this.#to];
    let at = 0;
    while (at < inputEnd) {
      const token = input[at++] as number;
      let literals = token >>> 4;
      if (literals === 15) {
        let byte = 255;
        while (byte === 255 && at < inputEnd) literals += byte = input[at++] as number;
      }
      if (at + literals > inputEnd || to + literals > outEnd) return false;
      for (let i = 0; i < literals; i += WORD) {
        toView.setUint32(to + i, fromView.getUint32(at + i, true), true);
      }
      at += literals;
      to += literals;
      if (at === inputEnd) break; // the last sequence has no copy
      if (at + 2 > inputEnd) return false;
      const distance = (input[at] as number) | ((input[at + 1] as number) << 8);
      at += 2;
      let copied = (token & 15) + MIN_MATCH;
      if ((token & 15) === 15) {
        let byte = 255;
        while (byte === 255 && at < inputEnd) copied += byte = input[at++] as number;
      }
      if (distance === 0 || distance > to || to + copied > outEnd) return false;
      if (distance >= WORD) {
        for (let i = 0; i < copied; i += WORD) {
          toView.setUint32(to + i, toView.getUint32(to + i - distance, true), true);
        }
        to += copied;
      } else {
        // Byte by byte, because a copy may overlap its source.
        for (const last = to + copied; to < last; to++) out[to] = out[to - distance] as number;
      }
    }
    return to === outEnd;
  }
}

/** Decodes a block of `length` bytes; undefined if the input is not such a block. */
export function decompress(input: Uint8Array, length: number): Uint8Array | undefined {
  return new Lz4Decoder().decode(input, length)?.slice();
}
