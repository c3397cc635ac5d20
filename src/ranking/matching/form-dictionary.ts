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
  computeLetterBits,
  FORMS_PER_GROUP,
  FormsBuilder,
  FormsFile,
  LETTER_MASK,
  MAX_SIGNATURE_LENGTH,
  readSignatureLength,
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

interface OrdinalForm extends CountedForm {
  readonly ordinal: number;
}

/** Forms between two looks at the time. */
const FORMS_PER_BATCH = 4096;
/** Words whose forms are remembered. */
const MAX_CACHED = 512;
/** How long reading forms goes on before others get a turn, in ms. */
const MAX_TURN_MS = 10;
/** What reading a group takes, in postings. */
const COST_OF_A_GROUP = 16;

/** No UTF-8 has this byte, so what ends with it comes after all that begins with what is before it. */
const PREFIX_END_BYTE = 0xff;

export class FormDictionary {
  readonly #forms: FormsFile;
  /** What was near to words before: a person who types on asks for the same words again. */
  readonly #cache = new Map<string, readonly NearForm[]>();

  constructor(forms: FormsFile) {
    this.#forms = forms;
  }

  /** Takes `forms` in byte order, each with its count; pauses now and then, so that others can work. */
  static async build(
    forms: Iterable<readonly [form: string, count: number]>,
  ): Promise<FormDictionary> {
    const builder = new FormsBuilder();
    let turn = performance.now();
    let remaining = FORMS_PER_BATCH;
    for (const [form, count] of forms) {
      builder.add(form, count);
      if (--remaining > 0) continue;
      remaining = FORMS_PER_BATCH;
      if (performance.now() - turn < MAX_TURN_MS) continue;
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    return new FormDictionary(new FormsFile("forms", builder.frame("forms")));
  }

  /** The same without a pause. */
  static buildSync(forms: Iterable<readonly [form: string, count: number]>): FormDictionary {
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
  withPrefix(prefix: string, maxForms: number, limit: TimeLimit): CountedForm[] {
    const prefixBytes = encodeText(prefix);
    const first = this.#forms.seek(prefixBytes);
    const end = this.#forms.seek(Uint8Array.of(...prefixBytes, PREFIX_END_BYTE));
    let candidates: OrdinalForm[] = [];
    let minCount = 0;
    for (const group of this.#groups(first, end)) {
      const isEnough = candidates.length >= maxForms && minCount > 0;
      if (isEnough && (this.#forms.largestCounts[group] as number) < minCount) break;
      if (limit.count(COST_OF_A_GROUP)) break;
      const { bytes, starts, numbers } = this.#forms.group(group);
      const base = group * FORMS_PER_GROUP;
      const last = Math.min(end - base, FORMS_PER_GROUP);
      for (let i = Math.max(0, first - base); i < last; i++) {
        const count = numbers[i] as number;
        if (count < minCount) continue;
        const form = decodeText(bytes.subarray(starts[i], starts[i + 1]));
        candidates.push({ form, count, ordinal: base + i });
      }
      if (candidates.length < 2 * maxForms) continue;
      candidates = selectMostFrequent(candidates, maxForms);
      minCount = (candidates.at(-1) as OrdinalForm).count;
    }
    return selectMostFrequent(candidates, maxForms)
      .sort((a, b) => a.ordinal - b.ordinal)
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
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const table = new EditTable(word, edits);
    const computeDistance = (
      units: Uint8Array | Uint16Array,
      start: number,
      end = units.length,
    ): number =>
      isPrefix ? table.countEditsToPrefix(units, start, end) : table.countEdits(units, start, end);
    const matches: NearForm[] = [];
    const similar = this.#findSimilar(word, edits, isPrefix, limit);
    for (let i = 0; i < similar.length && !limit.isOver; ) {
      const group = Math.floor((similar[i] as number) / FORMS_PER_GROUP);
      const { bytes, starts, numbers } = this.#forms.group(group);
      const base = group * FORMS_PER_GROUP;
      for (; i < similar.length && (similar[i] as number) < base + FORMS_PER_GROUP; i++) {
        const at = (similar[i] as number) - base;
        const [start, end] = [starts[at] as number, starts[at + 1] as number];
        const distance = isAscii(bytes, start, end)
          ? computeDistance(bytes, start, end)
          : computeDistance(toUtf16Units(bytes.subarray(start, end)), 0);
        if (distance > edits) continue;
        const form = decodeText(bytes.subarray(start, end));
        matches.push({ form, count: numbers[at] as number, edits: distance });
      }
      limit.count(COST_OF_A_GROUP);
    }
    if (limit.isOver) return matches;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(key, matches);
    return matches;
  }

  /** The places of the forms whose signatures do not rule them out. */
  #findSimilar(word: string, edits: number, isPrefix: boolean, limit: TimeLimit): number[] {
    const { signatures } = this.#forms;
    const letters = computeLetterBits(word);
    const minLength = Math.max(0, word.length - edits);
    const maxLength = isPrefix ? Infinity : word.length + edits;
    const own = word.length;
    const similar: number[] = [];
    for (let from = 0; from < signatures.length; from += FORMS_PER_BATCH) {
      if (limit.count(FORMS_PER_BATCH >>> 3)) break;
      const to = Math.min(signatures.length, from + FORMS_PER_BATCH);
      for (let ordinal = from; ordinal < to; ordinal++) {
        const signature = signatures[ordinal] as number;
        const length = readSignatureLength(signature);
        if (length < MAX_SIGNATURE_LENGTH && (length < minLength || length > maxLength)) continue;
        // Of the edits to a longer form some add a unit and take none away, and the other way round.
        const longer = isPrefix || length === MAX_SIGNATURE_LENGTH ? 0 : length - own;
        const missing = letters & ~signature;
        if (missing !== 0 && hasMoreBits(missing, longer > 0 ? edits - longer : edits)) continue;
        const strange = signature & LETTER_MASK & ~letters;
        const maxStrange = longer < 0 ? edits + longer : edits;
        if (!isPrefix && strange !== 0 && hasMoreBits(strange, maxStrange)) continue;
        similar.push(ordinal);
      }
    }
    return similar;
  }
}

/** Of more than `most` the most frequent, then the shortest, then the first. */
function selectMostFrequent(forms: OrdinalForm[], maxForms: number): OrdinalForm[] {
  if (forms.length <= maxForms) return forms;
  return forms
    .sort((a, b) => b.count - a.count || a.form.length - b.form.length || a.ordinal - b.ordinal)
    .slice(0, maxForms);
}

/** Whether the bytes are also the UTF-16 units. */
function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if ((bytes[i] as number) >= 0x80) return false;
  return true;
}

function toUtf16Units(form: Uint8Array): Uint16Array {
  const text = decodeText(form);
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

/** Whether more than `most` (at most 2) bits are set. */
function hasMoreBits(bits: number, maxBits: number): boolean {
  let remaining = bits;
  for (let i = 0; i <= maxBits; i++) {
    if (remaining === 0) return false;
    remaining &= remaining - 1;
  }
  return true;
}
