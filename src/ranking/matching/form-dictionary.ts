/**
 * The surface forms of a segment: the most frequent ones with a prefix, and those
 * within a few edits of a word.
 *
 * Forms are encoded in groups, in byte order. For a prefix, the groups with the most
 * frequent forms are read first, and groups that cannot contain a result are
 * skipped. For edits, the signatures of similar length are scanned; they rule out nearly all forms.
 */

import { decodeText, encodeText } from "../../common/bytes/index.ts";
import { FORMS_PER_GROUP, FormsBuilder, FormsFile } from "../../index/files/index.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { EditTable } from "./edit-distance.ts";
import { SignatureBuckets } from "./signature-buckets.ts";

/** A form with its frequency rank in a segment: larger is more frequent. */
export interface CountedForm {
  readonly form: string;
  readonly count: number;
}

/** A form with its edit distance from a word. */
export interface NearForm extends CountedForm {
  readonly edits: number;
}

interface OrdinalForm extends CountedForm {
  readonly ordinal: number;
}

/** Forms between two reads of the clock. */
const FORMS_PER_BATCH = 4096;
/** Maximum number of words with cached forms. */
const MAX_CACHED = 512;
/** Maximum time in ms for which forms are read without a pause for other tasks. */
const MAX_TURN_MS = 10;
/** The cost of a group, in postings. */
const GROUP_COST = 16;

/**
 * No UTF-8 text has this byte, so a prefix followed by it sorts after all texts with
 * the prefix.
 */
const PREFIX_END_BYTE = 0xff;

export class FormDictionary {
  readonly #forms: FormsFile;
  /** Similar forms of earlier words: a query that grows contains the same words again. */
  readonly #cache = new Map<string, readonly NearForm[]>();
  /** Created on first use. */
  #signatures: SignatureBuckets | undefined;

  constructor(forms: FormsFile) {
    this.#forms = forms;
  }

  /** Takes `forms` in byte order, each with its count. Pauses now and then for other tasks. */
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

  /** The same without pauses. */
  static buildSync(forms: Iterable<readonly [form: string, count: number]>): FormDictionary {
    const builder = new FormsBuilder();
    for (const [form, count] of forms) builder.add(form, count);
    return new FormDictionary(new FormsFile("forms", builder.frame("forms")));
  }

  get count(): number {
    return this.#forms.count;
  }

  /** All forms in byte order. */
  *entries(): Generator<CountedForm> {
    for (let base = 0; base < this.count; base += FORMS_PER_GROUP) {
      const { bytes, starts, numbers } = this.#forms.group(base / FORMS_PER_GROUP);
      const forms = Array.from(
        { length: Math.min(FORMS_PER_GROUP, this.count - base) },
        (_, i) => ({
          form: decodeText(bytes.subarray(starts[i], starts[i + 1])),
          count: numbers[i] as number,
        }),
      );
      yield* forms; // the group is reused by the next reader
    }
  }

  /**
   * Forms that begin with `prefix`, including itself, in byte order. Where there are
   * more than `maxForms`, the most frequent, then the shortest, then the first.
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
      if (limit.count(GROUP_COST)) break;
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

  /** The groups of the forms from `first` to `end`, ordered by their most frequent form. */
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
   * All forms within `edits` of `word`, or with a prefix that is, in byte order.
   * Incomplete once `limit` is over.
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
    this.#signatures ??= new SignatureBuckets(this.#forms.readSignatures());
    const similar = this.#signatures.findSimilar(word, edits, isPrefix, limit);
    for (let i = 0; i < similar.length && !limit.isOver; ) {
      const group = Math.floor((similar[i] as number) / FORMS_PER_GROUP);
      const base = group * FORMS_PER_GROUP;
      let end = i + 1;
      while (end < similar.length && (similar[end] as number) < base + FORMS_PER_GROUP) end++;
      const lastInGroup = (similar[end - 1] as number) - base;
      const { bytes, starts, numbers } = this.#forms.group(group, lastInGroup + 1);
      for (; i < end; i++) {
        const at = (similar[i] as number) - base;
        const [from, to] = [starts[at] as number, starts[at + 1] as number];
        const distance = isAscii(bytes, from, to)
          ? computeDistance(bytes, from, to)
          : computeDistance(toUtf16Units(bytes.subarray(from, to)), 0);
        if (distance > edits) continue;
        const form = decodeText(bytes.subarray(from, to));
        matches.push({ form, count: numbers[at] as number, edits: distance });
      }
      limit.count(GROUP_COST);
    }
    if (limit.isOver) return matches;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(key, matches);
    return matches;
  }
}

/** The most frequent `maxForms`, then the shortest, then the first. */
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
