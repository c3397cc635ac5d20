/**
 * The character n-grams of a word and the rows they are hashed to, as in fastText
 * (Bojanowski, Grave, Joulin and Mikolov, "Enriching word vectors with subword
 * information", TACL 2017).
 *
 * A word is put between `<` and `>`. N-grams count code points, are listed by their
 * start and then by length, and exclude single boundary signs; the whole word with
 * its signs is one of them if it is short enough. The hash is 32-bit FNV-1a over
 * UTF-8 bytes, with one peculiarity that files depend on: bytes are sign-extended
 * before mixing.
 */

import { badArgument } from "../common/errors.ts";

/** The n-grams of words, and the number of rows they are hashed into. */
export interface Ngrams {
  /** Minimum number of code points of an n-gram. */
  readonly smallest: number;
  /** Maximum number of code points; 0 for no n-grams at all. */
  readonly largest: number;
  /** Rows that all n-grams share. */
  readonly buckets: number;
}

/** The token of a line end, a word without n-grams. */
export const LINE_END = "</s>";

export function checkNgrams({ smallest, largest, buckets }: Ngrams): void {
  const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0;
  if (!isCount(smallest) || !isCount(largest) || !isCount(buckets) || buckets > 2 ** 31 - 1) {
    throw badArgument(
      `n-grams need whole numbers ≥ 0, got ${smallest} to ${largest} in ${buckets} buckets`,
    );
  }
  if (largest > 0 && (smallest < 1 || smallest > largest || buckets < 1)) {
    throw badArgument(
      `n-grams need 1 ≤ smallest ≤ largest and a bucket, got ${smallest} to ${largest} in ${buckets}`,
    );
  }
}

/** fastText's hash of `bytes` from `start` to `end`, as a number from 0 to 2^32 - 1. */
export function hashSubword(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  let hash = 2166136261;
  for (let at = start; at < end; at++) {
    const byte = ((bytes[at] as number) << 24) >> 24; // sign-extended
    hash = Math.imul(hash ^ byte, 16777619);
  }
  return hash >>> 0;
}

const encoder = new TextEncoder();

/** The buckets of a word's n-grams, with repetitions. None for `LINE_END`. */
export function hashNgrams(word: string, { smallest, largest, buckets }: Ngrams): number[] {
  const hashes: number[] = [];
  if (word === LINE_END || largest === 0) return hashes;
  const bytes = encoder.encode(`<${word}>`);
  for (let start = 0; start < bytes.length; start++) {
    if (isContinuationByte(bytes, start)) continue;
    for (let length = 1, end = start; end < bytes.length && length <= largest; length++) {
      do end++;
      while (isContinuationByte(bytes, end));
      const isMark = length === 1 && (start === 0 || end === bytes.length);
      if (length >= smallest && !isMark) hashes.push(hashSubword(bytes, start, end) % buckets);
    }
  }
  return hashes;
}

/** Whether the byte at `at` belongs to the character before it. */
function isContinuationByte(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at] ?? 0) & 0xc0) === 0x80;
}
