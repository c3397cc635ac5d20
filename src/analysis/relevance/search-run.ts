/** A run made of searches, so that it follows every option of a search and the settings of the index. */

import type { Run } from "../../collection/run.ts";
import type { SearchOptions } from "../../search/index.ts";

/** The part of an index that searches; documents may have any type. */
export interface SearchedIndex {
  search(
    query: string,
    options?: SearchOptions,
  ): Promise<{ readonly ranker?: string; readonly hits: readonly { readonly id: string }[] }>;
}

/** Maximum number of hits per query. */
const DEPTH = 1000;

/** The rankings of queries, each by its own options. The default id of a query is its text. */
export async function runSearches(
  index: SearchedIndex,
  queries: readonly {
    readonly id?: string | undefined;
    readonly query: string;
    readonly options: SearchOptions;
  }[],
): Promise<Run> {
  const rankings = new Map<string, { documents: string[]; scores: Float64Array }>();
  let name = "search";
  for (const { query, id = query, options } of queries) {
    const { hits, ranker } = await index.search(query, { limit: DEPTH, ...options, total: false });
    name = ranker ?? name;
    // The order of the search, which its scores need not have: rules and sorting change it.
    const scores = Float64Array.from(hits, (_, i) => -i);
    rankings.set(id, { documents: hits.map(({ id }) => id), scores });
  }
  return { name, rankings };
}
