/**
 * Loaders of the stemmers of languages other than English; a file of its own, because most pages
 * need none of them.
 */

import type { StemmedLanguage, Stemmer } from "./stemmer.ts";

/** One import each, written out, so that bundlers find them. */
export const STEMMER_LOADERS: Readonly<
  Record<StemmedLanguage, () => Promise<{ stemmer: Stemmer }>>
> = {
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
