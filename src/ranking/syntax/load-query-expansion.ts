/**
 * Loads the code for queries with operators, expansions or synonyms on first use; a
 * page without such queries does not load it.
 */

import type * as typedQuery from "./query-expansion.ts";

let loaded: typeof typedQuery | undefined;

/** The module that reads and searches such queries. */
export async function loadQueryExpansion(): Promise<typeof typedQuery> {
  loaded ??= await import("./query-expansion.ts");
  return loaded;
}

/** The module, if it has been loaded; before that, no query can need it. */
export function getLoadedExpansion(): typeof typedQuery | undefined {
  return loaded;
}
