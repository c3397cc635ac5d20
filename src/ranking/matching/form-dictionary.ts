/**
 * The surface forms of a segment, as people type them: the most frequent that
 * begin with some letters, and those that are a few edits away.
 *
 * Forms lie coded in groups, in byte order. For a prefix the groups with the most
 * frequent forms are read first, and none that cannot have one of those wanted.
 * For edits the signatures are gone through, one read in a row per form, about a
 * nanosecond; they rule out nearly all.
 */

import { decodeText, encodeText } from "../../common/bytes/index.ts";
import {
  FORMS_PER_GROUP,
  FormsBuilder,
  FormsFile,
  LONGEST_SIGNED,
  SIGNED_LETTERS,
  signedLength,
  signedLetters,
} from "../../index/files/index.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { EditTable } from "./edit-distance.ts";

/** A form and how frequent it is: in a segment, the larger the more frequent. */
export interface CountedForm {
  readonly form: string;
  readonly count: number;
}

/** A form and how many edits it is away from what was typed. */
export interface NearForm extends CountedForm {
  readonly edits: number;
}

interface PlacedForm extends CountedForm {
  readonly place: number;
}

/** Forms between two looks at the time. */
const AT_ONCE = 4096;
/** Words whose forms are remembered. */
const MOST_KNOWN = 512;
/** How long reading forms goes on before others get a turn, in ms. */
const LONGEST_TURN = 10;
/** What reading a group takes, in postings. */
const COST_OF_A_GROUP = 16;

/** No UTF-8 has this byte, so what ends with it comes after all that begins with what is before it. */
const AFTER_ALL = 0xff;

export class FormDictionary {
  readonly #forms: FormsFile;
  /** What was near to words before: a person who types on asks for the same words again. */
  readonly #known = new Map<string, readonly NearForm[]>();

  constructor(forms: FormsFile) {
    this.#forms = forms;
  }

  /** Takes `forms` in byte order, each with its count; pauses now and then, so that others can work. */
  static async of(
    forms: Iterable<readonly [form: string, count: number]>,
  ): Promise<FormDictionary> {
    const builder = new FormsBuilder();
    let turn = performance.now();
    let left = AT_ONCE;
    for (const [form, count] of forms) {
      builder.add(form, count);
      if (--left > 0) continue;
      left = AT_ONCE;
      if (performance.now() - turn < LONGEST_TURN) continue;
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    return new FormDictionary(new FormsFile("forms", builder.frame("forms")));
  }

  /** The same without a pause. */
  static now(forms: Iterable<readonly [form: string, count: number]>): FormDictionary {
    const builder = new FormsBuilder();
    for (const [form, count] of forms) builder.add(form, count);
    return new FormDictionary(new FormsFile("forms", builder.frame("forms")));
  }

  get count(): number {
    return this.#forms.count;
  }

  /**
   * Forms that begin with `prefix`, itself included, in byte order; of more than
   * `most` the most frequent, then the shortest, then the first.
   */
  withPrefix(prefix: string, most: number, limit: TimeLimit): CountedForm[] {
    const typed = encodeText(prefix);
    const first = this.#forms.seek(typed);
    const end = this.#forms.seek(Uint8Array.of(...typed, AFTER_ALL));
    let found: PlacedForm[] = [];
    let least = 0;
    for (const group of this.#groups(first, end)) {
      const isEnough = found.length >= most && least > 0;
      if (isEnough && (this.#forms.largestCounts[group] as number) < least) break;
      if (limit.count(COST_OF_A_GROUP)) break;
      const { bytes, starts, numbers } = this.#forms.group(group);
      const base = group * FORMS_PER_GROUP;
      const last = Math.min(end - base, FORMS_PER_GROUP);
      for (let i = Math.max(0, first - base); i < last; i++) {
        const count = numbers[i] as number;
        if (count < least) continue;
        const form = decodeText(bytes.subarray(starts[i], starts[i + 1]));
        found.push({ form, count, place: base + i });
      }
      if (found.length < 2 * most) continue;
      found = mostFrequent(found, most);
      least = (found.at(-1) as PlacedForm).count;
    }
    return mostFrequent(found, most)
      .sort((a, b) => a.place - b.place)
      .map(({ form, count }) => ({ form, count }));
  }

  /** The groups of the forms from `first` to `end`, that with the most frequent form first. */
  #groups(first: number, end: number): Uint32Array {
    if (end <= first) return new Uint32Array(0);
    const from = Math.floor(first / FORMS_PER_GROUP);
    const to = Math.floor((end - 1) / FORMS_PER_GROUP);
    const { largestCounts } = this.#forms;
    return Uint32Array.from({ length: to - from + 1 }, (_, i) => from + i).sort(
      (a, b) => (largestCounts[b] as number) - (largestCounts[a] as number) || a - b,
    );
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
    const awayFrom = (
      units: Uint8Array | Uint16Array,
      start: number,
      end = units.length,
    ): number =>
      isPrefix ? table.editsToPrefix(units, start, end) : table.edits(units, start, end);
    const found: NearForm[] = [];
    const alike = this.#alike(word, edits, isPrefix, limit);
    for (let i = 0; i < alike.length && !limit.isOver; ) {
      const group = Math.floor((alike[i] as number) / FORMS_PER_GROUP);
      const { bytes, starts, numbers } = this.#forms.group(group);
      const base = group * FORMS_PER_GROUP;
      for (; i < alike.length && (alike[i] as number) < base + FORMS_PER_GROUP; i++) {
        const at = (alike[i] as number) - base;
        const [start, end] = [starts[at] as number, starts[at + 1] as number];
        const away = isAscii(bytes, start, end)
          ? awayFrom(bytes, start, end)
          : awayFrom(unitsOf(bytes.subarray(start, end)), 0);
        if (away > edits) continue;
        const form = decodeText(bytes.subarray(start, end));
        found.push({ form, count: numbers[at] as number, edits: away });
      }
      limit.count(COST_OF_A_GROUP);
    }
    if (limit.isOver) return found;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, found);
    return found;
  }

  /** The places of the forms whose signatures do not rule them out. */
  #alike(word: string, edits: number, isPrefix: boolean, limit: TimeLimit): number[] {
    const { signatures } = this.#forms;
    const wanted = signedLetters(word);
    const least = Math.max(0, word.length - edits);
    const most = isPrefix ? Infinity : word.length + edits;
    const own = word.length;
    const alike: number[] = [];
    for (let from = 0; from < signatures.length; from += AT_ONCE) {
      if (limit.count(AT_ONCE >>> 3)) break;
      const to = Math.min(signatures.length, from + AT_ONCE);
      for (let place = from; place < to; place++) {
        const signature = signatures[place] as number;
        const length = signedLength(signature);
        if (length < LONGEST_SIGNED && (length < least || length > most)) continue;
        // Of the edits to a longer form some add a unit and take none away, and the other way round.
        const longer = isPrefix || length === LONGEST_SIGNED ? 0 : length - own;
        const missing = wanted & ~signature;
        if (missing !== 0 && hasMoreBits(missing, longer > 0 ? edits - longer : edits)) continue;
        const strange = signature & SIGNED_LETTERS & ~wanted;
        const mostStrange = longer < 0 ? edits + longer : edits;
        if (!isPrefix && strange !== 0 && hasMoreBits(strange, mostStrange)) continue;
        alike.push(place);
      }
    }
    return alike;
  }
}

/** Of more than `most` the most frequent, then the shortest, then the first. */
function mostFrequent(forms: PlacedForm[], most: number): PlacedForm[] {
  if (forms.length <= most) return forms;
  return forms
    .sort((a, b) => b.count - a.count || a.form.length - b.form.length || a.place - b.place)
    .slice(0, most);
}

/** Whether the bytes are also the UTF-16 units. */
function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if ((bytes[i] as number) >= 0x80) return false;
  return true;
}

function unitsOf(form: Uint8Array): Uint16Array {
  const text = decodeText(form);
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
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
