/**
 * Vowels, regions and suffixes of a word, for the two English stemmers.
 *
 * A `y` at the start of a word or after a vowel is a consonant; it is written `Y` during stemming,
 * so that a single letter shows whether it is a vowel. R1 is what follows the first consonant after
 * a vowel, R2 is the R1 of R1 (Porter, "Snowball: a language for stemming algorithms", 2001).
 */

const VOWELS = "aeiouy";

export function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && VOWELS.includes(letter);
}

export function hasVowel(part: string): boolean {
  return /[aeiouy]/.test(part);
}

/** Writes every `y` that is a consonant as `Y`. */
export function markConsonants(word: string): string {
  if (!word.includes("y")) return word;
  let marked = "";
  let previous = "a"; // at the start y is a consonant, as after a vowel
  for (const letter of word) {
    previous = letter === "y" && isVowel(previous) ? "Y" : letter;
    marked += previous;
  }
  return marked;
}

/** The start of the region after `from`: past the first consonant that follows a vowel. */
export function findRegionAfter(word: string, from: number): number {
  let at = from;
  while (at < word.length && !isVowel(word[at])) at++;
  while (at < word.length && isVowel(word[at])) at++;
  return Math.min(at + 1, word.length);
}

/** A suffix and its replacement. */
export type SuffixRule = readonly [suffix: string, replacement: string];

/** Sorts the longest suffix first, as `findRule` requires. */
export function sortLongestFirst(rules: readonly SuffixRule[]): readonly SuffixRule[] {
  return rules.toSorted((a, b) => b[0].length - a[0].length);
}

/** The first rule whose suffix `word` ends with. */
export function findRule(word: string, rules: readonly SuffixRule[]): SuffixRule | undefined {
  return rules.find(([suffix]) => word.endsWith(suffix));
}
