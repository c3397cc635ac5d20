/**
 * Decompresses `.Z` files, which `compress` of Unix writes (LZW; Welch, IEEE Computer 1984), as a
 * stream. The original TREC discs have them.
 *
 * After two magic bytes comes a byte of settings: the largest width of a code, from 9 to 16 bits,
 * and whether code 256 clears the table. Codes are stored low bit first, in groups of eight codes
 * of one width; when the width changes, the rest of a group is padding. The format has no checksum
 * and no length, so a file that is cut off between two codes is not noticed.
 */

import { TermwiseError } from "../common/errors.ts";

const MIN_WIDTH = 9;
const MAX_WIDTH = 16;
const CLEAR = 256;
const GROUP_CODES = 8;
/** A piece of output has so many bytes and at most one code's text more, which is as long as the table. */
const PIECE_BYTES = 1 << 16;
const WIDTH_BITS = 0x1f;
const CLEAR_BIT = 0x80;

/** Decompresses the bytes after the two magic bytes. `name` is for the error message. */
export async function* decompressLzw(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  let decoder: LzwDecoder | undefined;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    const codes = decoder === undefined ? chunk.subarray(1) : chunk;
    decoder ??= new LzwDecoder(chunk[0] as number, name);
    yield* decoder.decode(codes);
  }
  if (decoder !== undefined) return;
  const message = `${name} is cut off: a .Z file has at least three bytes`;
  throw new TermwiseError("BAD_INPUT", message, { file: name });
}

class LzwDecoder {
  readonly #name: string;
  readonly #maxWidth: number;
  readonly #hasClear: boolean;
  /** The code that an entry continues, and the byte that it appends. */
  readonly #prefixes: Uint16Array;
  readonly #suffixes: Uint8Array;
  /** The next entry of the table. */
  #next: number;
  #width = MIN_WIDTH;
  /** The code before; -1 at the start and after the table was cleared. */
  #previous = -1;
  #firstByte = 0;
  /** Bits that are read and not used yet. */
  #bits = 0;
  #bitCount = 0;
  /** Bits used since the width changed, and those that are still to be skipped. */
  #groupBits = 0;
  #paddingBits = 0;
  readonly #output: Uint8Array;
  #length = 0;

  constructor(settings: number, name: string) {
    this.#name = name;
    this.#maxWidth = settings & WIDTH_BITS;
    this.#hasClear = (settings & CLEAR_BIT) !== 0;
    if (this.#maxWidth < MIN_WIDTH || this.#maxWidth > MAX_WIDTH) {
      throw this.#error(
        `codes of up to ${this.#maxWidth} bits, must be ${MIN_WIDTH} to ${MAX_WIDTH}`,
      );
    }
    this.#output = new Uint8Array(PIECE_BYTES + (1 << this.#maxWidth));
    this.#prefixes = new Uint16Array(1 << this.#maxWidth);
    this.#suffixes = new Uint8Array(1 << this.#maxWidth).map((_, i) => (i < 256 ? i : 0));
    this.#next = this.#firstEntry;
  }

  /** The bytes of all codes that `input` completes, in pieces: a code of two bytes may stand for 64 KiB. */
  *decode(input: Uint8Array): Generator<Uint8Array> {
    for (const byte of input) {
      this.#bits |= byte << this.#bitCount;
      this.#bitCount += 8;
      this.#skipPadding();
      // A byte ends at most one code, which is longer.
      if (this.#paddingBits === 0 && this.#bitCount >= this.#width) this.#takeCode();
      if (this.#length >= PIECE_BYTES) yield this.#takeOutput();
    }
    if (this.#length > 0) yield this.#takeOutput();
  }

  #takeOutput(): Uint8Array {
    const bytes = this.#output.slice(0, this.#length);
    this.#length = 0;
    return bytes;
  }

  get #firstEntry(): number {
    return this.#hasClear ? CLEAR + 1 : CLEAR;
  }

  #takeCode(): void {
    const code = this.#bits & ((1 << this.#width) - 1);
    this.#bits >>>= this.#width;
    this.#bitCount -= this.#width;
    this.#groupBits += this.#width;
    if (code === CLEAR && this.#hasClear) {
      this.#next = this.#firstEntry;
      this.#previous = -1;
      this.#startWidth(MIN_WIDTH);
      return;
    }
    this.#addText(code);
    if (this.#next >= 1 << this.#width && this.#width < this.#maxWidth) {
      this.#startWidth(this.#width + 1);
    }
  }

  /** Appends what a code stands for, and defines the next entry: the text before and its first byte. */
  #addText(code: number): void {
    const isNext = code === this.#next && this.#previous >= 0;
    if (code >= this.#next && !isNext) {
      throw this.#error(`code ${code}, where ${this.#next} is the largest`);
    }
    this.#appendEntry(isNext ? this.#previous : code);
    if (isNext) this.#appendByte(this.#firstByte);
    if (this.#previous >= 0 && this.#next < this.#prefixes.length) {
      this.#prefixes[this.#next] = this.#previous;
      this.#suffixes[this.#next] = this.#firstByte;
      this.#next++;
    }
    this.#previous = code;
  }

  /** Appends the text of a defined entry; stores its first byte. */
  #appendEntry(entry: number): void {
    let length = 1;
    for (let at = entry; at >= CLEAR; at = this.#prefixes[at] as number) length++;
    let to = this.#length + length;
    let at = entry;
    for (; at >= CLEAR; at = this.#prefixes[at] as number) {
      this.#output[--to] = this.#suffixes[at] as number;
    }
    this.#output[--to] = at;
    this.#firstByte = at;
    this.#length += length;
  }

  #appendByte(byte: number): void {
    this.#output[this.#length++] = byte;
  }

  /** The rest of a group of eight codes of the old width is padding. */
  #startWidth(width: number): void {
    const groupSize = GROUP_CODES * this.#width;
    this.#paddingBits = (groupSize - (this.#groupBits % groupSize)) % groupSize;
    this.#groupBits = 0;
    this.#width = width;
    this.#skipPadding();
  }

  #skipPadding(): void {
    const skipped = Math.min(this.#paddingBits, this.#bitCount);
    this.#bits >>>= skipped;
    this.#bitCount -= skipped;
    this.#paddingBits -= skipped;
  }

  #error(problem: string): TermwiseError {
    const message = `${this.#name} is damaged: not a .Z file of compress (${problem})`;
    return new TermwiseError("BAD_INPUT", message, { file: this.#name });
  }
}
