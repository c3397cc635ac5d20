/**
 * Codes for the frequencies of an expanded word, which are sums of fractions: whole numbers from 1
 * on, as posting lists hold them. A code stands for a frequency that is not below its own, so a
 * match of it is an upper bound. The kernels have a row of scores for each of the first 15.
 */

import type { PostingsCursor } from "../../index/snapshots/index.ts";
import type { TermScorer } from "../scorers/match.ts";

/**
 * The frequencies of the codes from 1 on, in 64ths: about equal steps of a match of BM25. Some are
 * the factors of words one to six letters longer than a prefix of two, three or five, just above.
 */
const STEPS = [16, 22, 29, 39, 48, 64, 80, 100, 128, 160, 200, 256, 352, 512, 900] as const;
const STEPS_PER_UNIT = 64;

/** The code of larger frequencies in a list; scores tell them apart by the frequency itself. */
export const LARGE_CODE: number = STEPS.length + 1;

/** By frequency in 64ths, rounded up. */
const codes = Uint8Array.from({ length: 901 }, (_, i) => 1 + STEPS.findIndex((step) => step >= i));

/** The code of a frequency above 0. */
export function toFrequencyCode(frequency: number): number {
  return codes[Math.ceil(STEPS_PER_UNIT * frequency)] ?? LARGE_CODE + Math.ceil(frequency);
}

/** A frequency that is not below those of a code; 0 for 0. */
export function fromFrequencyCode(code: number): number {
  if (code === 0) return 0;
  const step = STEPS[code - 1];
  return step === undefined ? code - LARGE_CODE : step / STEPS_PER_UNIT;
}

/** The kernels cache tables by function, so that all expanded words share them. */
const matches = new WeakMap<TermScorer, TermScorer>();

/** An upper bound of `match`, by code. */
export function boundByCode(match: TermScorer): TermScorer {
  let bound = matches.get(match);
  if (bound === undefined) {
    bound = (code, length) => match(fromFrequencyCode(code), length);
    matches.set(match, bound);
  }
  return bound;
}

/** A cursor with codes in place of frequencies. */
export class FrequencyCodeCursor implements PostingsCursor {
  readonly #cursor: PostingsCursor;

  constructor(cursor: PostingsCursor) {
    this.#cursor = cursor;
  }

  get document(): number {
    return this.#cursor.document;
  }

  get frequency(): number {
    return toFrequencyCode(this.#cursor.frequency);
  }

  next(): number {
    return this.#cursor.next();
  }

  seek(target: number): number {
    return this.#cursor.seek(target);
  }

  positions(): Uint32Array {
    return this.#cursor.positions();
  }
}
