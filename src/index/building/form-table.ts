/**
 * Numbers surface forms in the order of first occurrence.
 *
 * This is not a `Map`, so that a form can be looked up as bytes without creating a string for each
 * of millions of tokens. Forms are stored as concatenated UTF-8; a lone surrogate becomes U+FFFD, as
 * in the files. kernels/building/forms.ts is the same in WASM, with the same hashes.
 */

import { decodeText } from "../../common/bytes/index.ts";

/** Distinct forms as plain arrays that can be transferred between threads. */
export interface FormList {
  /** The UTF-8 bytes of all forms, concatenated. */
  readonly bytes: Uint8Array;
  /** The end of each form in `bytes`. */
  readonly ends: Uint32Array;
  readonly hashes: Uint32Array;
}

const encoder = new TextEncoder();

export class FormTable {
  /** Form number plus one, or 0 for a free slot. At least half of the slots are free. */
  #slots: Uint32Array;
  #bytes: Uint8Array;
  #ends: Uint32Array;
  #hashes: Uint32Array;
  #count = 0;

  /** Allocates memory for `expected` forms. */
  constructor(expected: number = 1 << 10) {
    const size = 2 ** Math.ceil(Math.log2(expected));
    this.#slots = new Uint32Array(2 * size);
    this.#bytes = new Uint8Array(8 * size);
    this.#ends = new Uint32Array(size);
    this.#hashes = new Uint32Array(size);
  }

  get count(): number {
    return this.#count;
  }

  /** The number of the form `prefix + text.slice(start, end)`; adds it if it is new. */
  add(text: string, start: number, end: number, prefix = ""): number {
    const free = this.#freeByte(3 * (prefix.length + end - start)); // of a UTF-16 unit, at most
    const bytes = this.#bytes;
    let at = free;
    for (let i = 0; i < prefix.length; i++) bytes[at++] = prefix.charCodeAt(i);
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) {
        at += encoder.encodeInto(text.slice(i, end), bytes.subarray(at)).written;
        break;
      }
      bytes[at++] = unit;
    }
    return this.#findOrInsert(free, at, hashForm(bytes, free, at));
  }

  /** The number of form `i` of another list; adds it if it is new. */
  addFrom(list: FormList, i: number): number {
    const start = i === 0 ? 0 : (list.ends[i - 1] as number);
    const length = (list.ends[i] as number) - start;
    const free = this.#freeByte(length);
    const [bytes, from] = [this.#bytes, list.bytes];
    for (let k = 0; k < length; k++) bytes[free + k] = from[start + k] as number;
    return this.#findOrInsert(free, free + length, list.hashes[i] as number);
  }

  /** A form by its number. */
  form(number: number): string {
    return readForm(this.#bytes, this.#start(number), this.#ends[number] as number);
  }

  /** A copy of all forms, in the order of their numbers. */
  list(): FormList {
    return {
      bytes: this.#bytes.slice(0, this.#freeByte(0)),
      ends: this.#ends.slice(0, this.#count),
      hashes: this.#hashes.slice(0, this.#count),
    };
  }

  #start(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] as number);
  }

  /** The start of the next form in the bytes; grows the array for `length` more. */
  #freeByte(length: number): number {
    const free = this.#start(this.#count);
    if (free + length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(free + length, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    return free;
  }

  /** The number of the form with the bytes from `free` to `end`. A new form stays there. */
  #findOrInsert(free: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let number = slots[slot] as number; number !== 0; number = slots[slot] as number) {
      if (this.#hashes[number - 1] === hash && this.#isEqual(number - 1, free, end)) {
        return number - 1;
      }
      slot = (slot + 1) & mask;
    }
    if (this.#count === this.#ends.length) {
      this.#grow();
      return this.#findOrInsert(free, end, hash);
    }
    slots[slot] = this.#count + 1;
    this.#ends[this.#count] = end;
    this.#hashes[this.#count] = hash;
    return this.#count++;
  }

  #isEqual(number: number, from: number, to: number): boolean {
    const bytes = this.#bytes;
    let at = this.#start(number);
    if ((this.#ends[number] as number) - at !== to - from) return false;
    for (let i = from; i < to; i++, at++) if (bytes[at] !== bytes[i]) return false;
    return true;
  }

  #grow(): void {
    this.#ends = doubleCapacity(this.#ends);
    this.#hashes = doubleCapacity(this.#hashes);
    this.#slots = new Uint32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#count; number++) {
      let slot = (this.#hashes[number] as number) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

/**
 * A hash of the bytes from `start` to `end`: FNV-1a over words of four bytes, the last one filled
 * with zeros, with another multiplier and a mix after each.
 */
function hashForm(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 ^ (end - start);
  for (let at = start; at < end; at += 4) {
    let word = bytes[at] as number;
    if (at + 1 < end) word |= (bytes[at + 1] as number) << 8;
    if (at + 2 < end) word |= (bytes[at + 2] as number) << 16;
    if (at + 3 < end) word |= (bytes[at + 3] as number) << 24;
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Decodes a form; short ASCII forms without the platform's decoder, which is slower for them. */
function readForm(bytes: Uint8Array, start: number, end: number): string {
  for (let at = start; at < end; at++) {
    if ((bytes[at] as number) >= 0x80) return decodeText(bytes.subarray(start, end));
  }
  return String.fromCharCode(...bytes.subarray(start, end));
}

function doubleCapacity(words: Uint32Array): Uint32Array {
  const longer = new Uint32Array(2 * words.length);
  longer.set(words);
  return longer;
}
