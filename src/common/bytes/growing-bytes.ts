/**
 * Typed arrays that grow at the end, for bytes and words whose number is not known in advance. The
 * capacity doubles, so appending takes amortised constant time.
 */

export class GrowingBytes {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** The contents so far. Valid until the next change. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Appends `bytes` from `from` to `to` without creating a view; meant for few bytes. */
  appendPart(bytes: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    for (let i = from; i < to; i++) this.#bytes[this.#length++] = bytes[i] as number;
  }

  appendByte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Appends a whole number that may be negative as 2 · value or -2 · value - 1. */
  appendSigned(value: number): void {
    this.appendVarint(value >= 0 ? 2 * value : -2 * value - 1);
  }

  /** Appends a whole number from 0 to 2^32 - 1 in LEB128: seven bits per byte, lowest first. */
  appendVarint(value: number): void {
    this.#reserve(5);
    const bytes = this.#bytes;
    let at = this.#length;
    while (value > 0x7f) {
      bytes[at++] = (value & 0x7f) | 0x80;
      value >>>= 7;
    }
    bytes[at++] = value;
    this.#length = at;
  }

  /** Appends the UTF-8 bytes of a text. */
  appendUtf8(text: string): void {
    this.#reserve(3 * text.length); // no UTF-16 unit takes more than three bytes
    const bytes = this.#bytes;
    let at = this.#length;
    // Short texts are mostly ASCII; for these a loop is faster than the platform's encoder.
    const end = text.length <= MAX_SHORT_TEXT ? text.length : 0;
    for (let i = 0; i < end; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) break;
      bytes[at++] = unit;
    }
    if (at - this.#length < text.length) {
      at = this.#length + encoder.encodeInto(text, bytes.subarray(this.#length)).written;
    }
    this.#length = at;
  }

  /** Appends the length of a text in UTF-8 bytes and the bytes. */
  appendString(text: string): void {
    this.#reserve(5 + 3 * text.length); // no UTF-16 unit takes more than three bytes
    const start = this.#length;
    this.appendVarint(text.length); // exact for ASCII; otherwise the length is rewritten below
    const begin = this.#length;
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(begin));
    if (written !== text.length) {
      this.#length = start;
      this.appendVarint(written);
      this.#bytes.copyWithin(this.#length, begin, begin + written);
    }
    this.#length += written;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.view());
    this.#bytes = larger;
  }
}

const encoder = new TextEncoder();
const MAX_SHORT_TEXT = 64;
