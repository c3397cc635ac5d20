/**
 * The names of the stop lists, and the words of the default one. The longer lists are in
 * stop-lists.ts.
 */

import { STEMMED_LANGUAGES, type StemmedLanguage } from "./stemmer.ts";

/** The name of a stop list; one for each language with a stemmer. */
export type StopListName = "none" | "english-short" | "english" | StemmedLanguage;

/** All stop lists. */
export const STOP_LIST_NAMES: readonly StopListName[] = [
  "none",
  "english-short",
  "english",
  ...STEMMED_LANGUAGES,
];

/** Articles, forms of be and have, the most frequent pronouns, prepositions and conjunctions. */
export const SHORT_STOP_LIST: readonly string[] = `
  a an the is are was were be been has have had it its this that these those which they their of
  in on at to for from by with as into and or but`
  .trim()
  .split(/\s+/)
  .sort();
