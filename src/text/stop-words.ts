/**
 * The words that an analyzer leaves out. The longer lists and those of other languages are loaded
 * on demand.
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

/** The words of a named list, or the given ones. */
export async function loadStopWords(
  list: StopListName | readonly string[],
): Promise<readonly string[]> {
  if (typeof list !== "string") return list;
  if (list === "none") return [];
  if (list === "english-short") return SHORT_STOP_LIST;
  return (await import("./stop-lists.ts")).STOP_LISTS[list];
}
