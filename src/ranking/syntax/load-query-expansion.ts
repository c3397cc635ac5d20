/** Loads what reads queries that are more than words, with the first such query: a page that has none does without. */

import type * as typedQuery from "./query-expansion.ts";

let loaded: typeof typedQuery | undefined;

/** Reads and searches queries that are more than a list of words. */
export async function loadQueryExpansion(): Promise<typeof typedQuery> {
  loaded ??= await import("./query-expansion.ts");
  return loaded;
}

/** The same if it has been loaded; before that, no query can need it. */
export function getLoadedExpansion(): typeof typedQuery | undefined {
  return loaded;
}
