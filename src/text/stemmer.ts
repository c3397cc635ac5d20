/**
 * Stemmers by name. The English ones are our own. The others come from the
 * package `@orama/stemmers`, whose stems equal those of Snowball 2.2; each is
 * loaded on first use.
 *
 * Not used from that package: the Bulgarian stemmer, which throws on one word in
 * ten; the English one, which differs from Snowball; and those for Armenian,
 * Irish, Nepali, Sanskrit and Ukrainian, for which we had no words or no
 * reference to check them with.
 */

import { badArgument, quote } from "../common/errors.ts";
import { porter } from "./porter.ts";
import { porter2 } from "./porter2.ts";

/** Gives the stem of a word in lower case. */
export type Stemmer = (word: string) => string;

/** The languages other than English that have a stemmer. */
export const STEMMED_LANGUAGES = [
  "arabic",
  "danish",
  "dutch",
  "finnish",
  "french",
  "german",
  "greek",
  "hindi",
  "hungarian",
  "indonesian",
  "italian",
  "lithuanian",
  "norwegian",
  "portuguese",
  "romanian",
  "russian",
  "serbian",
  "spanish",
  "swedish",
  "tamil",
  "turkish",
] as const;

/** A language with a Snowball stemmer beside English. */
export type StemmedLanguage = (typeof STEMMED_LANGUAGES)[number];

/** A stemmer by name. */
export type StemmerName = "porter" | "porter2" | "none" | StemmedLanguage;

/** All names that `openStemmer` knows. */
export const STEMMERS: readonly StemmerName[] = ["porter", "porter2", "none", ...STEMMED_LANGUAGES];

/** One import each, written out, so that bundlers see them. */
const LOADERS: Readonly<Record<StemmedLanguage, () => Promise<{ stemmer: Stemmer }>>> = {
  arabic: () => import("@orama/stemmers/arabic"),
  danish: () => import("@orama/stemmers/danish"),
  dutch: () => import("@orama/stemmers/dutch"),
  finnish: () => import("@orama/stemmers/finnish"),
  french: () => import("@orama/stemmers/french"),
  german: () => import("@orama/stemmers/german"),
  greek: () => import("@orama/stemmers/greek"),
  hindi: () => import("@orama/stemmers/indian"),
  hungarian: () => import("@orama/stemmers/hungarian"),
  indonesian: () => import("@orama/stemmers/indonesian"),
  italian: () => import("@orama/stemmers/italian"),
  lithuanian: () => import("@orama/stemmers/lithuanian"),
  norwegian: () => import("@orama/stemmers/norwegian"),
  portuguese: () => import("@orama/stemmers/portuguese"),
  romanian: () => import("@orama/stemmers/romanian"),
  russian: () => import("@orama/stemmers/russian"),
  serbian: () => import("@orama/stemmers/serbian"),
  spanish: () => import("@orama/stemmers/spanish"),
  swedish: () => import("@orama/stemmers/swedish"),
  tamil: () => import("@orama/stemmers/tamil"),
  turkish: () => import("@orama/stemmers/turkish"),
};

/** Loads the stemmer called `name`. A word whose stem would be empty stays as it is. */
export async function openStemmer(name: StemmerName): Promise<Stemmer> {
  if (name === "porter") return porter;
  if (name === "porter2") return porter2;
  if (name === "none") return (word) => word;
  if (!Object.hasOwn(LOADERS, name)) {
    throw badArgument(`stemmer must be one of ${STEMMERS.join(", ")}, got ${quote(name)}`);
  }
  const { stemmer } = await LOADERS[name]();
  return (word) => stemmer(word) || word;
}
