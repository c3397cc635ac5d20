/**
 * The requests of the search view. An option that is declared for searches must be here or have a
 * reason in src/api/library-operations.ts; the type of the request enforces it.
 */

import type {
  HttpSearchOptions,
  LIBRARY_OPERATIONS,
  SuggestOptions,
} from "../../../../src/api/index.ts";
import type { SearchRequest, System } from "../../../../src/client/index.ts";
import type { SearchChoices } from "./search-options.tsx";

type ExemptOption = keyof (typeof LIBRARY_OPERATIONS)["search"]["except"]["page"];

/** All options that the page sets, by their declared names. */
type PageOptions = {
  readonly [Name in Exclude<keyof HttpSearchOptions, ExemptOption>]: HttpSearchOptions[Name];
};

/** The state of the view that a search depends on. */
export interface SearchState {
  readonly query: string;
  readonly limit: number;
  readonly system: System;
  readonly choices: SearchChoices;
  /** Fields whose values are counted. */
  readonly facets: readonly string[];
  /** The value that hits must have, by field. */
  readonly filter: Readonly<Record<string, string>>;
}

/** The request of a search. */
export function createSearchRequest(state: SearchState): SearchRequest & PageOptions {
  const { query, limit, system, choices, facets, filter } = state;
  const { ranker, weights, rerank, depth } = system;
  const { prefix, fuzzy, fields, sort } = choices;
  const options: PageOptions = {
    ...{ ranker, weights, rerank, depth, prefix, fuzzy, limit },
    fields: fields.length === 0 ? undefined : fields,
    sort: sort === "" ? undefined : sort,
    facets: facets.length === 0 ? undefined : facets,
    filter: Object.keys(filter).length === 0 ? undefined : filter,
    snippet: true,
    highlight: { fields: ["title"] },
  };
  return { query, ...options };
}

/** Options of the suggestions below the query. */
export const SUGGESTIONS: SuggestOptions = { limit: 6 };
