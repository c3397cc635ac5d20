/** Completions of what a person has typed so far. */

import type { Suggestion } from "../../../src/search/index.ts";
import type { Store, Version } from "./store.ts";

/** Words and titles that may follow, the best first. */
export async function suggest(
  store: Store,
  input: { readonly index: string; readonly query: string; readonly limit: number },
  version?: Version,
): Promise<{ readonly suggestions: readonly Suggestion[] }> {
  const opened = await store.index(input.index, version);
  return { suggestions: await opened.suggest(input.query, { limit: input.limit }) };
}
