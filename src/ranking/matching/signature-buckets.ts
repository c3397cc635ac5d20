/**
 * The signatures of forms (src/index/files/forms-builder.ts), grouped by length, for fuzzy search.
 *
 * Forms within a few edits of a word have similar lengths, and similar sets of letters. Of the
 * edits to a longer form some add a letter and remove none, and the other way round, so how many
 * letters a form may lack, and how many others it may have, depends on its length alone. Within
 * a length the scan has one branch, which is hardly ever taken: about a nanosecond per form.
 */

import {
  computeLetterBits,
  LETTER_MASK,
  MAX_SIGNATURE_LENGTH,
  readSignatureLength,
} from "../../index/files/index.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";

/** Forms between two reads of the clock. */
const FORMS_PER_BATCH = 4096;

/** The sets of letters that a form may have. */
interface LetterLimits {
  /** The letters of the word. */
  readonly letters: number;
  /** How many of these a form may lack, at most 2. */
  readonly maxMissing: number;
  /** How many others it may have, at most 2; undefined for any number. */
  readonly maxUnknown: number | undefined;
}

export class SignatureBuckets {
  /** Where the forms of each length start, and the end of the last. */
  readonly #starts = new Uint32Array(MAX_SIGNATURE_LENGTH + 2);
  /** The letters of the forms, by length, and their numbers. */
  readonly #letters: Uint32Array;
  readonly #ordinals: Uint32Array;

  /** `signatures` of all forms. */
  constructor(signatures: Uint32Array) {
    this.#letters = new Uint32Array(signatures.length);
    this.#ordinals = new Uint32Array(signatures.length);
    const starts = this.#starts;
    for (const signature of signatures) {
      const after = readSignatureLength(signature) + 1;
      starts[after] = (starts[after] as number) + 1;
    }
    for (let length = 1; length < starts.length; length++) {
      starts[length] = (starts[length] as number) + (starts[length - 1] as number);
    }
    const next = starts.slice();
    for (let ordinal = 0; ordinal < signatures.length; ordinal++) {
      const signature = signatures[ordinal] as number;
      const length = readSignatureLength(signature);
      const at = next[length] as number;
      next[length] = at + 1;
      this.#letters[at] = signature & LETTER_MASK;
      this.#ordinals[at] = ordinal;
    }
  }

  /**
   * The numbers of the forms that their signatures do not rule out, in ascending order. Incomplete
   * once `limit` is over.
   */
  findSimilar(word: string, edits: number, isPrefix: boolean, limit: TimeLimit): Uint32Array {
    const letters = computeLetterBits(word);
    const similar: number[] = [];
    const longest = isPrefix ? MAX_SIGNATURE_LENGTH : word.length + edits;
    for (let length = Math.max(0, word.length - edits); length <= longest; length++) {
      if (length >= MAX_SIGNATURE_LENGTH) break;
      const longer = isPrefix ? 0 : length - word.length;
      const maxMissing = edits - Math.max(0, longer);
      const maxUnknown = isPrefix ? undefined : edits + Math.min(0, longer);
      this.#scan(length, { letters, maxMissing, maxUnknown }, similar, limit);
    }
    // Of these only a lower bound of the length is known.
    const maxUnknown = isPrefix ? undefined : edits;
    this.#scan(MAX_SIGNATURE_LENGTH, { letters, maxMissing: edits, maxUnknown }, similar, limit);
    return Uint32Array.from(similar).sort();
  }

  /** Appends the forms of a length that are within the limits to `similar`. */
  #scan(
    length: number,
    { letters, maxMissing, maxUnknown }: LetterLimits,
    similar: number[],
    limit: TimeLimit,
  ): void {
    const end = this.#starts[length + 1] as number;
    const formLetters = this.#letters;
    // `bits & ((bits - 1) | 0)` removes the lowest bit, `bits & ((bits - 1) | -1)` removes none.
    const [missing1, missing2] = [maxMissing >= 1 ? 0 : -1, maxMissing >= 2 ? 0 : -1];
    const others = maxUnknown === undefined ? 0 : LETTER_MASK & ~letters;
    const unknown1 = (maxUnknown ?? 0) >= 1 ? 0 : -1;
    const unknown2 = (maxUnknown ?? 0) >= 2 ? 0 : -1;
    for (let from = this.#starts[length] as number; from < end; from += FORMS_PER_BATCH) {
      const to = Math.min(end, from + FORMS_PER_BATCH);
      if (limit.count((to - from) >>> 3)) return;
      for (let at = from; at < to; at++) {
        const form = formLetters[at] as number;
        let missing = letters & ~form;
        missing &= (missing - 1) | missing1;
        missing &= (missing - 1) | missing2;
        let unknown = form & others;
        unknown &= (unknown - 1) | unknown1;
        unknown &= (unknown - 1) | unknown2;
        if ((missing | unknown) === 0) similar.push(this.#ordinals[at] as number);
      }
    }
  }
}
