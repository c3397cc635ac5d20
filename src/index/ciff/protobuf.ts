/**
 * The part of Protocol Buffers that CIFF needs: whole numbers, doubles and bytes
 * (https://protobuf.dev/programming-guides/encoding). Zeros are omitted, as proto3 does.
 */

import { GrowingBytes } from "../../common/bytes/index.ts";
import type { TermwiseError } from "../../common/errors.ts";

const [VARINT, DOUBLE, BYTES, FLOAT] = [0, 1, 2, 5];

/** Builds a message. */
export class MessageWriter {
  readonly #bytes = new GrowingBytes();

  /** A whole number from 0 to 2^53 - 1. */
  integer(field: number, value: number): this {
    if (value === 0) return this;
    appendVarint(this.#bytes, 8 * field + VARINT);
    appendVarint(this.#bytes, value);
    return this;
  }

  double(field: number, value: number): this {
    if (value === 0) return this;
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    appendVarint(this.#bytes, 8 * field + DOUBLE);
    this.#bytes.append(bytes);
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    appendVarint(this.#bytes, 8 * field + BYTES);
    appendVarint(this.#bytes, value.length);
    this.#bytes.append(value);
    return this;
  }

  /** A message of two whole numbers, with the fields 1 and 2. */
  pair(field: number, first: number, second: number): this {
    const size = (value: number): number => (value === 0 ? 0 : 1 + countBytes(value));
    appendVarint(this.#bytes, 8 * field + BYTES);
    appendVarint(this.#bytes, size(first) + size(second));
    return this.integer(1, first).integer(2, second);
  }

  finish(): Uint8Array {
    return this.#bytes.view();
  }
}

const NO_BYTES = new Uint8Array(0);

/** An error of a message: the rule that it breaks, after the file and the place. */
export type Fail = (rule: string) => TermwiseError;

/** Goes through the fields of a message. */
export class MessageReader {
  /** The number of the current field, and its value as a number or as bytes. */
  number = 0;
  value = 0;
  bytes: Uint8Array = NO_BYTES;
  readonly #message: Uint8Array;
  readonly #fail: Fail;
  #at = 0;

  constructor(message: Uint8Array, fail: Fail) {
    this.#message = message;
    this.#fail = fail;
  }

  /** Moves to the next field; false behind the last. */
  next(): boolean {
    if (this.#at >= this.#message.length) return false;
    const tag = this.#readVarint();
    this.number = Math.floor(tag / 8);
    const kind = tag % 8;
    if (kind === VARINT) this.value = this.#readVarint();
    else if (kind === BYTES) this.bytes = this.#take(this.#readVarint());
    else if (kind === FLOAT) this.#take(4);
    else if (kind === DOUBLE) {
      const { buffer, byteOffset } = this.#take(8);
      this.value = new DataView(buffer, byteOffset).getFloat64(0, true);
    } else throw this.#fail(`field ${this.number} has the unknown wire type ${kind}`);
    return true;
  }

  #readVarint(): number {
    let [value, factor] = [0, 1];
    for (let i = 0; i < MAX_VARINT_BYTES && this.#at < this.#message.length; i++) {
      const byte = this.#message[this.#at++] as number;
      value += (byte & 127) * factor;
      if (byte < 128 && value <= Number.MAX_SAFE_INTEGER) return value;
      factor *= 128;
    }
    throw this.#fail(describeBadVarint(this.#message, this.#at));
  }

  #take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#message.length) {
      const rest = this.#message.length - this.#at;
      throw this.#fail(`field ${this.number} has ${length} bytes, where ${rest} are left`);
    }
    const part = this.#message.subarray(this.#at, end);
    this.#at = end;
    return part;
  }
}

/** The most bytes of a whole number below 2^53. */
const MAX_VARINT_BYTES = 8;

/**
 * The number at a place and the place behind it; undefined if the bytes end within it, NaN if it is
 * too long.
 */
export function readVarint(
  bytes: Uint8Array,
  at: number,
): { readonly value: number; readonly end: number } | undefined {
  let [value, factor] = [0, 1];
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    value += (byte & 127) * factor;
    if (byte < 128) return { value, end: i + 1 };
    if (i - at + 1 >= MAX_VARINT_BYTES) return { value: Number.NaN, end: i + 1 };
    factor *= 128;
  }
  return undefined;
}

/** Appends a whole number: seven bits per byte, lowest first. */
export function appendVarint(bytes: GrowingBytes, value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.appendByte((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.appendByte(rest);
}

function countBytes(value: number): number {
  let count = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) count++;
  return count;
}

/** A number that ends within the message is negative, which takes ten bytes, or too large. */
function describeBadVarint(message: Uint8Array, end: number): string {
  return end >= message.length && (message.at(-1) as number) >= 128
    ? "it ends within a number"
    : "a number is negative or above 2^53 - 1";
}
