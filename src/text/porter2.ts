/**
 * The Porter2 stemmer, "english" in Snowball.
 *
 * Porter's revision of his stemmer, by its definition in Snowball 3.1 (english.sbl): since 3.0 the
 * stems of past, univers-, later-, emerg-, organ- and inter- words are distinct, -ogist becomes
 * -og, and vying joins dying, lying and tying. Indexes built with another version of the algorithm
 * differ only in such words.
 */

import {
  findRegionAfter,
  findRule,
  hasVowel,
  isVowel,
  markConsonants,
  type SuffixRule,
  sortLongestFirst,
} from "./english-syllables.ts";

/** Words that the rules would stem wrongly, with their stems. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word): [string, string] => [
    word,
    word,
  ]),
]);

/** Prefixes after which R1 starts, so that words with different meanings keep different stems. */
const R1_PREFIX = /^(?:arsen|commun|emerg|gener|inter|later|organ|past|univers)/;

/** What precedes -eed or -ing in words without such a suffix. */
const NOT_EED: ReadonlySet<string> = new Set(["proc", "exc", "succ"]);
const NOT_ING: ReadonlySet<string> = new Set(["inn", "out", "cann", "herr", "earr", "even"]);

const STEP_2 = sortLongestFirst([
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["entli", "ent"],
  ["izer", "ize"],
  ["ization", "ize"],
  ["ational", "ate"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["alli", "al"],
  ["fulness", "ful"],
  ["fulli", "ful"],
  ["ousli", "ous"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["bli", "ble"],
  ["ogist", "og"],
  ["ogi", "og"],
  ["lessli", "less"],
  ["li", ""],
]);

const STEP_3 = sortLongestFirst([
  ["tional", "tion"],
  ["ational", "ate"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ative", ""],
  ["ful", ""],
  ["ness", ""],
]);

const STEP_4 = sortLongestFirst(
  "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion"
    .split(" ")
    .map((suffix): SuffixRule => [suffix, ""]),
);

/** The Porter2 stem of a word in lower case. */
export function porter2(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 3) return word;

  const marked = markConsonants(word.startsWith("'") ? word.slice(1) : word);
  const r1 = R1_PREFIX.exec(marked)?.[0].length ?? findRegionAfter(marked, 0);
  const r2 = findRegionAfter(marked, r1);

  let stem = removePlural(marked.replace(/(?:'s'|'s|')$/, ""));
  stem = removePast(stem, r1);
  if (/[^aeiouy][yY]$/.test(stem) && stem.length > 2) stem = `${stem.slice(0, -1)}i`;
  stem = replaceWithin(stem, STEP_2, r1, r2);
  stem = replaceWithin(stem, STEP_3, r1, r2);
  stem = replaceWithin(stem, STEP_4, r2, r2);
  stem = removeFinal(stem, r1, r2);
  return stem.replaceAll("Y", "y");
}

/** Step 1a. */
function removePlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/[us]s$/.test(word) || !word.endsWith("s")) return word;
  // The vowel must not be right before the s: gas and this keep it, gaps and kiwis lose it.
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

/** Step 1b. */
function removePast(word: string, r1: number): string {
  const suffix = /(?:eed|ed|ing)(?:ly)?$/.exec(word)?.[0];
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  if (suffix.startsWith("eed")) {
    return stem.length >= r1 && !NOT_EED.has(stem) ? `${stem}ee` : word;
  }
  if (suffix === "ing") {
    if (/^[^aeiouy]y$/.test(stem)) return `${stem[0]}ie`; // dying, lying, tying, vying
    if (NOT_ING.has(stem)) return word;
  }
  if (!hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([bdfgmnprt])\1$/.test(stem)) return /^[aeo]..$/.test(stem) ? stem : stem.slice(0, -1);
  return stem.length === r1 && endsShort(stem) ? `${stem}e` : stem;
}

/** Applies the rule of the longest suffix, if that suffix lies entirely in the region. */
function replaceWithin(
  word: string,
  rules: readonly SuffixRule[],
  region: number,
  r2: number,
): string {
  const rule = findRule(word, rules);
  if (rule === undefined) return word;
  const [suffix, replacement] = rule;
  const stem = word.slice(0, -suffix.length);
  if (stem.length < region) return word;
  if (suffix === "ogi" && !stem.endsWith("l")) return word;
  if (suffix === "li" && !/[cdeghkmnrt]$/.test(stem)) return word;
  if (suffix === "ative" && stem.length < r2) return word;
  if (suffix === "ion" && !/[st]$/.test(stem)) return word;
  return stem + replacement;
}

/** Step 5. */
function removeFinal(word: string, r1: number, r2: number): string {
  const stem = word.slice(0, -1);
  if (word.endsWith("e")) {
    return stem.length >= r2 || (stem.length >= r1 && !endsShort(stem)) ? stem : word;
  }
  return word.endsWith("ll") && stem.length >= r2 ? stem : word;
}

/** Whether the word ends in a short syllable, as in "hop", "at" and "past". */
function endsShort(word: string): boolean {
  if (/[^aeiouy][aeiouy][^aeiouywxY]$/.test(word) || word.endsWith("past")) return true;
  return word.length === 2 && isVowel(word[0]) && !isVowel(word[1]);
}
