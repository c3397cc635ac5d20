/**
 * Stemmers by name. The English ones are our own. The others come from the package
 * `@orama/stemmers`, whose stems equal those of Snowball 2.2. Each is loaded on first use.
 *
 * Not used from that package: the Bulgarian stemmer, which throws on one word in ten; the English
 * one, which differs from Snowball; and those for Armenian, Irish, Nepali, Sanskrit and Ukrainian,
 * for which we had no words or no reference to check them against.
 */

import { refusePart } from "../common/bundle-parts.ts";
import { badArgument, quote } from "../common/errors.ts";

/** Returns the stem of a word in lower case. */
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

/** All stemmers of `openStemmer`. */
export const STEMMERS: readonly StemmerName[] = ["porter", "porter2", "none", ...STEMMED_LANGUAGES];

/** Loads the stemmer `name`. A word whose stem would be empty is returned unchanged. */
export async function openStemmer(name: StemmerName): Promise<Stemmer> {
  if (name === "porter") return (await import("./porter.ts")).porter;
  if (name === "porter2") return (await import("./porter2.ts")).porter2;
  if (name === "none") return (word) => word;
  if (!STEMMED_LANGUAGES.includes(name)) {
    throw badArgument(`stemmer must be one of ${STEMMERS.join(", ")}, got ${quote(name)}`);
  }
  const { STEMMER_LOADERS: LOADERS } = await loadLanguageStemmers(name);
  const { stemmer } = await LOADERS[name]();
  return (word) => stemmer(word) || word;
}

const loadLanguageStemmers = async (
  name: StemmedLanguage,
): Promise<typeof import("./language-stemmers.ts")> =>
  globalThis.TERMWISE_ENGLISH
    ? refusePart("TERMWISE_ENGLISH", `the stemmer ${quote(name)}`)
    : import("./language-stemmers.ts");
