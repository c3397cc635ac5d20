/**
 * The surface forms of an index, as people type them: sorted, for the forms that
 * begin with some letters, and with a signature each, for the forms that are a
 * few edits away.
 *
 * A signature tells which letters a form has, in 26 bits, and its length, in 6.
 * An edit adds a letter at most and takes one away at most, so a look at the
 * signature passes over nearly all forms; that is one read in a row per form,
 * about a nanosecond. Forms are kept as UTF-16 units one after another.
 */

import { compareBytes, GrowingWords } from "../../common/bytes/index.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { EditTable } from "./edit-distance.ts";

/** A form and its rank by frequency, the most frequent 0. */
export interface RankedForm {
  readonly form: string;
  readonly rank: number;
}

/** A form and how many edits it is away from what was typed. */
export interface NearForm extends RankedForm {
  readonly edits: number;
}

const LETTERS = (1 << 26) - 1;
const LONGEST_TOLD = 63;

/** Forms between two looks at the time. */
const AT_ONCE = 4096;
/** Words whose near forms are remembered. */
const MOST_KNOWN = 512;
/** How long reading forms goes on before others get a turn, in ms. */
const LONGEST_TURN = 10;

export class FormDictionary {
  readonly count: number;
  readonly #units: Uint16Array;
  readonly #ends: Uint32Array;
  /** How frequent each form is, the most frequent 0; all rare ones have the same. */
  readonly #ranks: Uint32Array;
  /** The largest rank. */
  readonly #rareRank: number;
  #signatures: Uint32Array | undefined;
  /** What was near to words before: a person who types on asks for the same words again. */
  readonly #known = new Map<string, readonly NearForm[]>();

  /** `ends` says where each form ends in `units`; forms are in byte order. */
  private constructor(units: Uint16Array, ends: Uint32Array, ranks: Uint32Array) {
    this.count = ends.length;
    this.#units = units;
    this.#ends = ends;
    this.#ranks = ranks;
    this.#rareRank = ranks.reduce((a, b) => Math.max(a, b), 0);
  }

  /** Takes `forms` in byte order, each with its rank by frequency; pauses now and then, so that others can work. */
  static async of(forms: Iterable<readonly [form: string, rank: number]>): Promise<FormDictionary> {
    let units = new Uint16Array(1 << 10);
    const ends = new GrowingWords();
    const ranks = new GrowingWords();
    let end = 0;
    let turn = performance.now();
    for (const [form, rank] of forms) {
      if (end + form.length > units.length) units = longer(units, end + form.length);
      for (let i = 0; i < form.length; i++) units[end + i] = form.charCodeAt(i);
      end += form.length;
      ends.push(end);
      ranks.push(rank);
      if (ends.length % AT_ONCE > 0 || performance.now() - turn < LONGEST_TURN) continue;
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    return new FormDictionary(units.slice(0, end), ends.view().slice(), ranks.view().slice());
  }

  form(place: number): string {
    const start = this.#start(place);
    return String.fromCharCode(...this.#units.subarray(start, this.#ends[place]));
  }

  has(form: string): boolean {
    const place = this.#seek(form);
    return place < this.count && this.form(place) === form;
  }

  /**
   * Forms that begin with `prefix`, itself included, in byte order; of more than
   * `most` the most frequent, then the shortest, then the first.
   */
  withPrefix(prefix: string, most: number, limit: TimeLimit): RankedForm[] {
    const first = this.#seek(prefix);
    const end = this.#prefixEnd(first, prefix);
    let places: number[] = [];
    // The frequent ones are few, and mostly enough.
    for (let place = first; place < end; place++) {
      if (place % AT_ONCE === 0 && limit.count(AT_ONCE >>> 3)) break;
      if ((this.#ranks[place] as number) < this.#rareRank) places.push(place);
    }
    if (places.length < most && !limit.isOver) {
      places = Array.from({ length: end - first }, (_, i) => first + i);
    }
    if (places.length > most) places = places.sort((a, b) => this.#compare(a, b)).slice(0, most);
    return places
      .sort((a, b) => a - b)
      .map((place) => ({ form: this.form(place), rank: this.#ranks[place] as number }));
  }

  /**
   * All forms at most `edits` from `word`, or with a beginning that is, in byte
   * order. Incomplete once `limit` is over.
   */
  near(
    word: string,
    edits: number,
    limit: TimeLimit,
    { isPrefix = false }: { readonly isPrefix?: boolean } = {},
  ): readonly NearForm[] {
    const key = `${edits}${isPrefix ? "*" : " "}${word}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const table = new EditTable(word, edits);
    const found: NearForm[] = [];
    for (const place of this.#alike(word, edits, isPrefix, limit)) {
      const [start, end] = [this.#start(place), this.#ends[place] as number];
      const away = isPrefix
        ? table.editsToPrefix(this.#units, start, end)
        : table.edits(this.#units, start, end);
      if (away > edits) continue;
      found.push({ form: this.form(place), rank: this.#ranks[place] as number, edits: away });
    }
    if (limit.isOver) return found;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, found);
    return found;
  }

  /** The places of the forms whose signatures do not rule them out. */
  #alike(word: string, edits: number, isPrefix: boolean, limit: TimeLimit): number[] {
    const signatures = this.#signed();
    const wanted = letters(word);
    const least = Math.max(0, word.length - edits);
    const most = isPrefix ? Infinity : word.length + edits;
    const alike: number[] = [];
    for (let from = 0; from < signatures.length; from += AT_ONCE) {
      if (limit.count(AT_ONCE >>> 3)) break;
      const to = Math.min(signatures.length, from + AT_ONCE);
      for (let place = from; place < to; place++) {
        const signature = signatures[place] as number;
        const length = signature >>> 26;
        if (length < LONGEST_TOLD && (length < least || length > most)) continue;
        const missing = wanted & ~signature;
        if (missing !== 0 && hasMoreBits(missing, edits)) continue;
        const strange = signature & LETTERS & ~wanted;
        if (!isPrefix && strange !== 0 && hasMoreBits(strange, edits)) continue;
        alike.push(place);
      }
    }
    return alike;
  }

  #start(place: number): number {
    return place === 0 ? 0 : (this.#ends[place - 1] as number);
  }

  /** The place of the first form that is not before `form`. */
  #seek(form: string): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(this.form(middle), form) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** One more than the last of the forms from `first` on that begin with `prefix`. */
  #prefixEnd(first: number, prefix: string): number {
    let low = first;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#startsWith(middle, prefix)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #startsWith(place: number, prefix: string): boolean {
    const start = this.#start(place);
    if ((this.#ends[place] as number) - start < prefix.length) return false;
    for (let i = 0; i < prefix.length; i++) {
      if (this.#units[start + i] !== prefix.charCodeAt(i)) return false;
    }
    return true;
  }

  #compare(a: number, b: number): number {
    const byRank = (this.#ranks[a] as number) - (this.#ranks[b] as number);
    if (byRank !== 0) return byRank;
    const lengthOf = (place: number): number => (this.#ends[place] as number) - this.#start(place);
    return lengthOf(a) - lengthOf(b) || a - b;
  }

  #signed(): Uint32Array {
    if (this.#signatures !== undefined) return this.#signatures;
    const signatures = new Uint32Array(this.count);
    for (let place = 0, at = 0; place < this.count; place++) {
      const end = this.#ends[place] as number;
      const length = Math.min(end - at, LONGEST_TOLD);
      let bits = 0;
      for (; at < end; at++) bits |= bitOf(this.#units[at] as number);
      signatures[place] = bits | (length << 26);
    }
    this.#signatures = signatures;
    return signatures;
  }
}

function letters(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= bitOf(word.charCodeAt(i));
  return bits;
}

/** One of 26 bits: a to z have one each, other units share them. */
function bitOf(unit: number): number {
  return 1 << ((unit + 7) % 26); // 97, the code of a, has bit 0
}

/** Whether more than `most` (at most 2) bits are set. */
function hasMoreBits(bits: number, most: number): boolean {
  let left = bits;
  for (let i = 0; i <= most; i++) {
    if (left === 0) return false;
    left &= left - 1;
  }
  return true;
}

function longer(units: Uint16Array, least: number): Uint16Array<ArrayBuffer> {
  const copy = new Uint16Array(Math.max(least, 2 * units.length));
  copy.set(units);
  return copy;
}
