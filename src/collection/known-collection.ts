/** A collection that we know by name, with what has to be said wherever its figures are shown. */

import type { Collection } from "./collection.ts";

export interface KnownCollection extends Collection {
  /** Whole sentences: how relevance came about, how counts differ from those published. */
  readonly notes: readonly string[];
}
