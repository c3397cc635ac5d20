/** The settings of an index as defaults of a search. */

import type { SearchSettings } from "../api/index-settings.ts";
import type { SearchOptions } from "../api/search-options.ts";
import { defined } from "../common/defined.ts";
import type { IndexSettings } from "../index/index.ts";

/** The settings that an index stores for searches. */
export function readSettings({ search }: IndexSettings): SearchSettings {
  return (search ?? {}) as SearchSettings;
}

/** The options of a search, with the settings of the index for those that are absent. */
export function applySettings<T extends SearchOptions>(settings: IndexSettings, options: T): T {
  if (settings.search === undefined) return options;
  const { ranker, fields, boost, ...others } = readSettings(settings);
  // Learned weights bring the ranker and the fields that they were learned for.
  const learned = options.weights === undefined ? defined({ ranker, fields }) : {};
  const named = options.ranker ?? learned.ranker;
  // Boosts change the scores of words.
  const isDense = typeof named === "string" && named.startsWith("dense");
  const boosts = isDense ? {} : defined({ boost });
  return { ...others, ...boosts, ...learned, ...defined(options) } as T;
}
