/**
 * The entry of a searchable site: the one file with a fixed name. It contains the
 * location of the current index of each language. All other files are named after
 * their content and never change.
 */

import { TermwiseError } from "../common/errors.ts";

/** The name of the entry in the folder that `termwise site` writes. */
export const SITE_ENTRY = "site.json";

/** The content of the entry. */
export interface SiteEntry {
  readonly version: 1;
  /** The location of the pages, relative to the entry, or absolute; ends with a slash. */
  readonly base: string;
  /** One index per language, the one with the most pages first. */
  readonly languages: readonly SiteLanguage[];
}

/** The pages in one language. */
export interface SiteLanguage {
  /** An ISO 639 code, such as `en`. */
  readonly language: string;
  /** The folder of the packed index, relative to the entry. */
  readonly index: string;
  readonly pages: number;
  /** Names of filters. */
  readonly filters: readonly string[];
  /** The folder of a model that re-ranks, relative to the entry. */
  readonly model?: string;
}

/** Parses an entry. `CORRUPT_INDEX` for anything else. */
export function parseSiteEntry(json: string): SiteEntry {
  const entry = parseJson(json) as Partial<SiteEntry> | undefined;
  const isEntry =
    entry?.version === 1 &&
    typeof entry.base === "string" &&
    Array.isArray(entry.languages) &&
    entry.languages.every(isLanguage);
  if (isEntry) return entry as SiteEntry;
  const rule = "is not the entry of a searchable site that this release can read";
  throw new TermwiseError("CORRUPT_INDEX", `${SITE_ENTRY} ${rule}`);
}

/**
 * The pages to search for a reader of `language`: those in it, otherwise those in
 * the language with the most pages.
 */
export function selectLanguage(entry: SiteEntry, language: string): SiteLanguage | undefined {
  const [primary] = language.toLowerCase().split(/[-_]/);
  return entry.languages.find((each) => each.language === primary) ?? entry.languages[0];
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isLanguage(value: unknown): boolean {
  const each = value as Partial<SiteLanguage> | null;
  return (
    typeof each?.language === "string" &&
    typeof each.index === "string" &&
    typeof each.pages === "number" &&
    Array.isArray(each.filters) &&
    each.filters.every((name) => typeof name === "string")
  );
}
