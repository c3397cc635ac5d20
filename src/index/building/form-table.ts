/**
 * Numbers surface forms in the order of first occurrence.
 *
 * This is not a `Map`, so that a form can be looked up as a slice of its text without creating a
 * string for each of millions of tokens. Forms are stored as concatenated UTF-16 units and are
 * always well-formed: a lone surrogate becomes U+FFFD, as in the files, where UTF-8 cannot
 * represent it.
 */

import { decodeText, encodeText } from "../../common/bytes/index.ts";

/** Distinct forms as plain arrays that can be transferred between threads. */
export interface FormList {
  /** The units of all forms, concatenated. */
  readonly units: Uint16Array;
  /** The end of each form in `units`. */
  readonly ends: Uint32Array;
  readonly hashes: Uint32Array;
}

export class FormTable {
  /** Form number plus one, or 0 for a free slot. At least half of the slots are free. */
  #slots: Uint32Array;
  #units: Uint16Array;
  #ends: Uint32Array;
  #hashes: Uint32Array;
  #count = 0;

  /** Allocates memory for `expected` forms. */
  constructor(expected: number = 1 << 10) {
    const size = 2 ** Math.ceil(Math.log2(expected));
    this.#slots = new Uint32Array(2 * size);
    this.#units = new Uint16Array(8 * size);
    this.#ends = new Uint32Array(size);
    this.#hashes = new Uint32Array(size);
  }

  get count(): number {
    return this.#count;
  }

  /** The number of the form `prefix + text.slice(start, end)`; adds it if it is new. */
  add(text: string, start: number, end: number, prefix = ""): number {
    const free = this.#freeUnit(prefix.length + end - start);
    const units = this.#units;
    let hash = 0x811c9dc5;
    let surrogates = 0;
    for (let i = 0; i < prefix.length; i++) {
      units[free + i] = prefix.charCodeAt(i);
      hash = Math.imul(hash ^ prefix.charCodeAt(i), 0x01000193);
    }
    for (let i = start, at = free + prefix.length; i < end; i++, at++) {
      const unit = text.charCodeAt(i);
      units[at] = unit;
      hash = Math.imul(hash ^ unit, 0x01000193);
      if ((unit & 0xf800) === 0xd800) surrogates++;
    }
    if (surrogates > 0) {
      const form = text.slice(start, end);
      const wellFormed = decodeText(encodeText(form));
      if (wellFormed !== form) return this.add(wellFormed, 0, wellFormed.length, prefix);
    }
    return this.#findOrInsert(
      free,
      free + prefix.length + end - start,
      (hash ^ (hash >>> 15)) >>> 0,
    );
  }

  /** The number of form `i` of another list; adds it if it is new. */
  addFrom(list: FormList, i: number): number {
    const start = i === 0 ? 0 : (list.ends[i - 1] as number);
    const length = (list.ends[i] as number) - start;
    const free = this.#freeUnit(length);
    for (let k = 0; k < length; k++) this.#units[free + k] = list.units[start + k] as number;
    return this.#findOrInsert(free, free + length, list.hashes[i] as number);
  }

  /** A form by its number. */
  form(number: number): string {
    const start = number === 0 ? 0 : (this.#ends[number - 1] as number);
    return String.fromCharCode(...this.#units.subarray(start, this.#ends[number]));
  }

  /** A copy of all forms, in the order of their numbers. */
  list(): FormList {
    return {
      units: this.#units.slice(0, this.#freeUnit(0)),
      ends: this.#ends.slice(0, this.#count),
      hashes: this.#hashes.slice(0, this.#count),
    };
  }

  /** The start of the next form in the units; grows the array for `length` more. */
  #freeUnit(length: number): number {
    const free = this.#count === 0 ? 0 : (this.#ends[this.#count - 1] as number);
    if (free + length > this.#units.length) {
      const larger = new Uint16Array(Math.max(free + length, 2 * this.#units.length));
      larger.set(this.#units);
      this.#units = larger;
    }
    return free;
  }

  /** The number of the form with the units from `free` to `end`. A new form stays there. */
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
    const units = this.#units;
    let at = number === 0 ? 0 : (this.#ends[number - 1] as number);
    if ((this.#ends[number] as number) - at !== to - from) return false;
    for (let i = from; i < to; i++, at++) if (units[at] !== units[i]) return false;
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

function doubleCapacity(words: Uint32Array): Uint32Array {
  const longer = new Uint32Array(2 * words.length);
  longer.set(words);
  return longer;
}
