/**
 * Reads front-coded strings (front-coding.ts), each followed by a number, from one restart to the
 * next into one byte array. No object is created per string, for callers that read very many.
 */

import { corrupt } from "../../common/errors.ts";
import { MAX_STRING_BYTES, RESTART_INTERVAL } from "./front-coding.ts";

/** The strings of one group, concatenated in `bytes`. */
export class FrontCodedGroup {
  bytes: Uint8Array = new Uint8Array(1 << 10);
  /** The start of each string, and the end of the last one. */
  readonly starts: Uint32Array = new Uint32Array(RESTART_INTERVAL + 1);
  /** The number after each string. */
  readonly numbers: Uint32Array = new Uint32Array(RESTART_INTERVAL);
  #source: Uint8Array = this.bytes;
  #at = 0;
  #file = "";
  #offset = 0;

  /**
   * Reads `count` strings, at most RESTART_INTERVAL. `offset` is the offset of `source` in `file`,
   * for messages.
   */
  read(source: Uint8Array, count: number, file: string, offset: number): void {
    this.#source = source;
    this.#at = 0;
    this.#file = file;
    this.#offset = offset;
    for (let i = 0; i < count; i++) {
      this.#readString(i);
      this.numbers[i] = this.#varint();
    }
  }

  #readString(i: number): void {
    const code = this.#byte();
    const sharedHalf = code >>> 4;
    const restHalf = code & 15;
    const shared = sharedHalf < 15 ? sharedHalf : 15 + this.#varint();
    const rest = restHalf < 15 ? restHalf : 15 + this.#varint();
    const start = i === 0 ? 0 : (this.starts[i] as number);
    const before = i === 0 ? 0 : (this.starts[i - 1] as number);
    const previous = start - before;
    if (shared > previous)
      throw this.#corrupt("a string shares more bytes than the previous one has");
    if (shared + rest > MAX_STRING_BYTES) throw this.#corrupt(`a string of ${shared + rest} bytes`);
    if (rest > this.#source.length - this.#at) throw this.#corrupt("the bytes end too soon");
    const isSuccessor = rest === 0 && shared > 0 && shared === previous - 1;
    const end = start + shared + (isSuccessor ? 1 : rest);
    if (end > this.bytes.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    const { bytes } = this;
    for (let k = 0; k < shared; k++) bytes[start + k] = bytes[before + k] as number;
    if (isSuccessor) bytes[end - 1] = (bytes[before + shared] as number) + 1;
    for (let k = start + shared, from = this.#at; k < end && !isSuccessor; k++, from++) {
      bytes[k] = this.#source[from] as number;
    }
    this.#at += rest;
    this.starts[i] = start;
    this.starts[i + 1] = end;
  }

  #byte(): number {
    if (this.#at >= this.#source.length) throw this.#corrupt("the bytes end too soon");
    return this.#source[this.#at++] as number;
  }

  #varint(): number {
    let value = 0;
    for (let shift = 0; shift <= 28; shift += 7) {
      const byte = this.#byte();
      if (shift === 28 && byte > 0x0f) throw this.#corrupt("a number exceeds 32 bits");
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value >>> 0;
  }

  #corrupt(reason: string): Error {
    return corrupt(this.#file, this.#offset + this.#at, reason);
  }
}
