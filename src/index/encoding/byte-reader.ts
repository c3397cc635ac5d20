/**
 * Reads numbers and byte strings from untrusted bytes, front to back. Any input yields a value or
 * `CORRUPT_INDEX`.
 */

import { corrupt } from "../../common/errors.ts";

export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #file: string;
  readonly #start: number;
  /** Offset of the next byte in `bytes`. */
  at: number;
  /** One past the last readable byte. */
  readonly end: number;

  /** Reads `bytes` from `at` to `end`. `start` is the offset of `bytes` in `file`, for messages. */
  constructor(bytes: Uint8Array, file: string, start = 0, at = 0, end: number = bytes.length) {
    this.#bytes = bytes;
    this.#file = file;
    this.#start = start;
    this.at = at;
    this.end = end;
    // Written so that an undefined offset fails, too.
    if (!(at <= end && end <= bytes.length)) throw this.corrupt("a part lies outside its section");
  }

  byte(): number {
    if (this.at >= this.end) throw this.corrupt("the bytes end too soon");
    return this.#bytes[this.at++] as number;
  }

  /** A whole number that may be negative, stored as 2 · value or -2 · value - 1. */
  signed(): number {
    const code = this.varint();
    return code & 1 ? -(code >>> 1) - 1 : code >>> 1;
  }

  /** A whole number from 0 to 2^32 - 1. */
  varint(): number {
    const byte = this.at < this.end ? (this.#bytes[this.at] as number) : 0x80;
    if (byte >= 0x80) return this.#longVarint();
    this.at++;
    return byte;
  }

  /**
   * Separate from the one-byte case, which is the most frequent, so that the latter can be inlined.
   */
  #longVarint(): number {
    let value = 0;
    for (let shift = 0; shift <= 28; shift += 7) {
      if (this.at >= this.end) throw this.corrupt("the bytes end inside a number");
      const byte = this.#bytes[this.at++] as number;
      if (shift === 28 && byte > 0x0f) throw this.corrupt("a number exceeds 32 bits");
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value >>> 0;
  }

  /** The next `length` bytes, not copied. */
  bytes(length: number): Uint8Array {
    this.skip(length);
    return this.#bytes.subarray(this.at - length, this.at);
  }

  /** Copies the next `length` bytes to `target`. For few bytes faster than an array over them. */
  copyTo(target: Uint8Array, to: number, length: number): void {
    const from = this.at;
    this.skip(length);
    for (let i = 0; i < length; i++) target[to + i] = this.#bytes[from + i] as number;
  }

  /** Skips the next `length` bytes. */
  skip(length: number): void {
    if (length > this.end - this.at)
      throw this.corrupt(`${length} bytes expected, but the data ends`);
    this.at += length;
  }

  /** The error for damage at the current offset. */
  corrupt(reason: string): Error {
    return corrupt(this.#file, this.#start + this.at, reason);
  }
}
