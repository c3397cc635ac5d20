/**
 * The settings of an index: options of a search that are stored with it. They apply
 * to each search of the index that does not set them itself, with the same meaning.
 */

import type { SearchDocument } from "./document-type.ts";
import type { HttpSearchOptions } from "./search-options.ts";

/** The options of a search that an index stores. */
export const INDEX_SETTINGS_SEARCH_OPTIONS = [
  "ranker",
  "fields",
  "exactFields",
  "boost",
  "rules",
  "prefix",
  "fuzzy",
  "synonyms",
  "stopWords",
  "syntax",
  "vectorFallback",
  "facets",
] as const;

/** The name of a setting. */
export type SettingName = (typeof INDEX_SETTINGS_SEARCH_OPTIONS)[number];

/** The settings of an index, by name. A setting that is absent has the default of the option. */
export interface SearchSettings<Doc = SearchDocument>
  extends Pick<HttpSearchOptions<Doc>, SettingName> {}

/** Settings to change; null resets one to the default of the option. */
export type SettingsChange<Doc = SearchDocument> = {
  readonly [Name in SettingName]?: SearchSettings<Doc>[Name] | null;
};
