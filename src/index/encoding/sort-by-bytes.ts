/**
 * Sorts many strings by their UTF-8 bytes.
 *
 * This is a radix sort from the front: strings are sorted by their first three bytes, then equal
 * ones by the next three, and so on. Three bytes of a string and its index form one number, so that
 * the native sort of a typed array, which calls no comparison function, does the work. Few strings
 * are compared byte by byte.
 */

import { GrowingBytes } from "../../common/bytes/index.ts";

/** Smaller groups are sorted by insertion. */
const INSERTION_SORT_SIZE = 12;
/** A byte, or the end of the string, which sorts before all bytes. */
const SYMBOLS = 257;

/** The indexes of the texts in byte order; stable. */
export function sortByBytes(texts: readonly string[]): Uint32Array {
  return new RadixSort(texts).order;
}

class RadixSort {
  readonly order: Uint32Array;
  readonly #bytes: Uint8Array;
  /** The end of each text in `#bytes`. */
  readonly #ends: Uint32Array;
  readonly #keys: Float64Array;
  readonly #before: Uint32Array;
  /** Symbols that fit into 53 bits beside an index. */
  readonly #width: number;

  constructor(texts: readonly string[]) {
    const bytes = new GrowingBytes(16 * texts.length);
    this.#ends = new Uint32Array(texts.length);
    for (let i = 0; i < texts.length; i++) {
      bytes.appendUtf8(texts[i] as string);
      this.#ends[i] = bytes.length;
    }
    this.#bytes = bytes.view();
    this.order = Uint32Array.from(texts.keys());
    this.#before = new Uint32Array(texts.length);
    this.#keys = new Float64Array(texts.length);
    this.#width = texts.length <= 2 ** 28 ? 3 : 2;
    this.#sortAll();
  }

  #sortAll(): void {
    const open = [0, this.order.length, 0];
    while (open.length > 0) {
      const [from, to, depth] = open.splice(-3) as [number, number, number];
      if (to - from < INSERTION_SORT_SIZE) this.#insert(from, to, depth);
      else this.#sortGroup(from, to, depth, open);
    }
  }

  /**
   * Sorts texts that are equal up to `depth` by the following symbols. Groups that are still equal
   * are added to `open`.
   */
  #sortGroup(from: number, to: number, depth: number, open: number[]): void {
    const keys = this.#keys.subarray(0, to - from);
    const before = this.#before;
    before.set(this.order.subarray(from, to));
    const scale = this.order.length;
    for (let i = 0; i < keys.length; i++) {
      keys[i] = this.#readSymbols(before[i] as number, depth) * scale + i;
    }
    keys.sort();
    let group = 0;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number;
      const symbols = Math.floor(key / scale);
      this.order[from + i] = before[key - symbols * scale] as number;
      const isLast =
        i + 1 === keys.length || Math.floor((keys[i + 1] as number) / scale) !== symbols;
      if (!isLast) continue;
      // Texts that have ended are equal and already in order.
      const hasMore = symbols % SYMBOLS !== 0;
      if (i > group && hasMore) open.push(from + group, from + i + 1, depth + this.#width);
      group = i + 1;
    }
  }

  /** The symbols of a text from `depth` on as one number with the order of the bytes. */
  #readSymbols(text: number, depth: number): number {
    const end = this.#ends[text] as number;
    let at = (text === 0 ? 0 : (this.#ends[text - 1] as number)) + depth;
    let symbols = 0;
    for (let i = 0; i < this.#width; i++, at++) {
      symbols = symbols * SYMBOLS + (at < end ? (this.#bytes[at] as number) + 1 : 0);
    }
    return symbols;
  }

  #insert(from: number, to: number, depth: number): void {
    const order = this.order;
    for (let i = from + 1; i < to; i++) {
      const text = order[i] as number;
      let at = i;
      for (; at > from && this.#isAfter(order[at - 1] as number, text, depth); at--) {
        order[at] = order[at - 1] as number;
      }
      order[at] = text;
    }
  }

  /** Whether one text sorts after another that has the same first `depth` bytes. */
  #isAfter(one: number, other: number, depth: number): boolean {
    const bytes = this.#bytes;
    const [oneEnd, otherEnd] = [this.#ends[one] as number, this.#ends[other] as number];
    let a = (one === 0 ? 0 : (this.#ends[one - 1] as number)) + depth;
    let b = (other === 0 ? 0 : (this.#ends[other - 1] as number)) + depth;
    while (a < oneEnd && b < otherEnd && bytes[a] === bytes[b]) {
      a++;
      b++;
    }
    if (a >= oneEnd || b >= otherEnd) return b >= otherEnd && a < oneEnd;
    return (bytes[a] as number) > (bytes[b] as number);
  }
}
