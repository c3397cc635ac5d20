/**
 * Front coding of a list of byte strings: each stores the number of bytes it shares with the
 * previous one. Every sixteenth string is a restart that shares nothing, so that reading can begin
 * there.
 *
 * One byte holds the shared length in its high half and the length of the rest in its low half; 15
 * in a half means 15 or more, with the excess following as a varint; then the rest. Other data may
 * follow each string.
 *
 * Consecutive numbers (d41, d42) are common among ids and terms: all but the last byte shared and
 * no rest means that the last byte increases by one. A string that equals the previous one without
 * its last byte is therefore written with one byte less shared and one more in the rest.
 */

import { type GrowingBytes, GrowingWords } from "../../common/bytes/index.ts";
import type { ByteReader } from "./byte-reader.ts";

/** Strings from one restart to the next. */
export const RESTART_INTERVAL = 16;
/** Writers reject longer strings; readers treat them as damage. */
export const MAX_STRING_BYTES = 0xffff;

export class FrontCoder {
  /** The offset of each restart in the output. */
  readonly starts: GrowingWords = new GrowingWords();
  #previous: Uint8Array = new Uint8Array(0);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Whether the next string is a restart. */
  get isRestart(): boolean {
    return this.#count % RESTART_INTERVAL === 0;
  }

  /** Appends a string, which must not change until the next call. */
  append(bytes: Uint8Array, out: GrowingBytes): void {
    let shared = 0;
    if (this.isRestart) this.starts.push(out.length);
    else {
      const maxShared = Math.min(bytes.length, this.#previous.length);
      while (shared < maxShared && bytes[shared] === this.#previous[shared]) shared++;
    }
    let rest = bytes.length - shared;
    if (isSuccessor(shared, this.#previous.length)) {
      if (rest === 1 && bytes[shared] === (this.#previous[shared] as number) + 1) rest = 0;
      else if (rest === 0) [shared, rest] = [shared - 1, 1];
    }
    out.appendByte((Math.min(shared, 15) << 4) | Math.min(rest, 15));
    if (shared >= 15) out.appendVarint(shared - 15);
    if (rest >= 15) out.appendVarint(rest - 15);
    out.appendPart(bytes, shared, shared + rest);
    this.#previous = bytes;
    this.#count++;
  }
}

/** Reads front-coded strings one after another. */
export class FrontDecoder {
  #buffer: Uint8Array = new Uint8Array(64);
  #length = 0;

  /** The string just read. Valid until the next read; copy it to keep it. */
  view(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Reads one string; with `isRestart` it must share nothing. */
  read(reader: ByteReader, isRestart: boolean): void {
    const code = reader.byte();
    const shared = readHalfLength(code >>> 4, reader);
    const rest = readHalfLength(code & 15, reader);
    if (shared > (isRestart ? 0 : this.#length)) {
      throw reader.corrupt("a string shares more bytes than the previous one has");
    }
    if (rest === 0 && isSuccessor(shared, this.#length)) {
      this.#buffer[shared] = (this.#buffer[shared] as number) + 1;
      return;
    }
    const length = shared + rest;
    if (length > MAX_STRING_BYTES) throw reader.corrupt(`a string of ${length} bytes`);
    if (length > this.#buffer.length) {
      const larger = new Uint8Array(2 * length);
      larger.set(this.view());
      this.#buffer = larger;
    }
    reader.copyTo(this.#buffer, shared, rest);
    this.#length = length;
  }
}

/** Whether `shared` bytes without a rest mean that the last byte increases by one. */
function isSuccessor(shared: number, previousLength: number): boolean {
  return shared > 0 && shared === previousLength - 1;
}

/** Reads a restart, not copied. */
export function readRestart(reader: ByteReader): Uint8Array {
  const code = reader.byte();
  if (code >>> 4 !== 0) throw reader.corrupt("a fresh start shares bytes");
  return reader.bytes(readHalfLength(code & 15, reader));
}

function readHalfLength(half: number, reader: ByteReader): number {
  return half < 15 ? half : 15 + reader.varint();
}
