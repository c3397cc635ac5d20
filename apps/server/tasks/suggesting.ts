/** Completions of what a person has typed so far. */

import type { Store, Version } from "./store.ts";

/** A part of the facade that an index may have. */
interface Suggesting {
  suggest?(query: string, options: { readonly limit: number }): Promise<unknown>;
}

/** Words of the dictionary that are looked at. */
const MOST_TERMS = 1000;

/** What the last word may become, the most frequent first. */
export async function suggest(
  store: Store,
  {
    index,
    query,
    limit,
  }: { readonly index: string; readonly query: string; readonly limit: number },
  version?: Version,
): Promise<object> {
  const opened = await store.index(index, version);
  const facade = opened as typeof opened & Suggesting;
  if (facade.suggest !== undefined) {
    const found = await facade.suggest(query, { limit });
    return Array.isArray(found) ? { suggestions: found } : (found as object);
  }
  return opened.withReader(async ({ snapshot }) => {
    const [, before = "", last = ""] = /^(.*?)(\S*)$/su.exec(query) ?? [];
    if (last === "") return { suggestions: [] };
    const suggestions = snapshot
      .termsWithPrefix(last.toLowerCase(), MOST_TERMS)
      .map((term) => ({
        text: before + term,
        documents: snapshot.term(term)?.documentFrequency ?? 0,
      }))
      .sort((a, b) => b.documents - a.documents)
      .slice(0, limit);
    return { suggestions };
  });
}
