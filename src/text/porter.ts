/**
 * The Porter stemmer.
 *
 * Porter, "An algorithm for suffix stripping", Program 14(3), 1980, in the form its author
 * published as "porter" in Snowball; checked against Snowball 3.1. Two known differences from the
 * paper follow Snowball: a word of one or two letters is stemmed as well ("as" becomes "a"), and
 * only the doubled consonants that English really doubles are undone ("trekked" keeps "kk").
 */

import {
  findRegionAfter,
  findRule,
  hasVowel,
  markConsonants,
  type SuffixRule,
  sortLongestFirst,
} from "./english-syllables.ts";

const STEP_2 = sortLongestFirst([
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["entli", "ent"],
  ["eli", "e"],
  ["izer", "ize"],
  ["ization", "ize"],
  ["ational", "ate"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["alli", "al"],
  ["fulness", "ful"],
  ["ousli", "ous"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["iviti", "ive"],
  ["biliti", "ble"],
]);

const STEP_3 = sortLongestFirst([
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ative", ""],
  ["ful", ""],
  ["ness", ""],
]);

const STEP_4 = sortLongestFirst(
  "al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize ion"
    .split(" ")
    .map((suffix): SuffixRule => [suffix, ""]),
);

/** The Porter stem of a word in lower case. */
export function porter(word: string): string {
  const marked = markConsonants(word);
  const r1 = findRegionAfter(marked, 0);
  const r2 = findRegionAfter(marked, r1);

  let stem = removePlural(marked);
  stem = removePast(stem, r1);
  if (/[yY]$/.test(stem) && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceWithin(stem, STEP_2, r1);
  stem = replaceWithin(stem, STEP_3, r1);
  stem = replaceWithin(stem, STEP_4, r2);
  stem = removeFinalE(stem, r1, r2);
  if (stem.endsWith("ll") && stem.length - 1 >= r2) stem = stem.slice(0, -1);
  return stem.replaceAll("Y", "y");
}

/** Step 1a. */
function removePlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  if (word.endsWith("ss") || !word.endsWith("s")) return word;
  return word.slice(0, -1);
}

/** Step 1b. */
function removePast(word: string, r1: number): string {
  if (word.endsWith("eed")) return word.length - 3 >= r1 ? word.slice(0, -1) : word;
  const suffix = word.endsWith("ed") ? "ed" : word.endsWith("ing") ? "ing" : undefined;
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  if (!hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([bdfgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return stem.length === r1 && endsShort(stem) ? `${stem}e` : stem;
}

/** Step 5a. */
function removeFinalE(word: string, r1: number, r2: number): string {
  if (!word.endsWith("e")) return word;
  const stem = word.slice(0, -1);
  return stem.length >= r2 || (stem.length >= r1 && !endsShort(stem)) ? stem : word;
}

/** Applies the rule of the longest suffix, if that suffix lies entirely in the region. */
function replaceWithin(word: string, rules: readonly SuffixRule[], region: number): string {
  const rule = findRule(word, rules);
  if (rule === undefined) return word;
  const stem = word.slice(0, -rule[0].length);
  if (stem.length < region) return word;
  if (rule[0] === "ion" && !/[st]$/.test(stem)) return word;
  return stem + rule[1];
}

/** Consonant, vowel, consonant other than w, x or y: the paper's condition *o. */
function endsShort(stem: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$/.test(stem);
}
