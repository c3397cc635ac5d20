/**
 * A page of hits of a published index with fields: filters, facets, sorting, paging and counts, as a
 * search of the local index has them. Scores are sums of impacts.
 */

import type { SearchOptions } from "../../src/api/search-options.ts";
import type { FacetCounts, StoredDocument } from "../../src/api/search-result.ts";
import type { Schema } from "../../src/index/schema/index.ts";
import { parseSort } from "../../src/search/sort-keys.ts";
import { findColumnName } from "./columns.ts";
import { createFacetQuery, type FacetQuery } from "./facet-query.ts";
import { createFilterQuery } from "./filter-query.ts";

/** The options of a page. Others of a search are not options of a cluster. */
export type PageOptions = Pick<
  SearchOptions,
  "limit" | "offset" | "filter" | "facets" | "sort" | "minMatch" | "timeout"
>;

/** A page of hits. */
export interface ClusterPage {
  readonly hits: readonly {
    readonly id: string;
    readonly score: number;
    readonly document?: StoredDocument;
  }[];
  /** Number of all documents that match. */
  readonly total: number;
  readonly facets?: FacetCounts;
  readonly isPartial: boolean;
}

/** The body of a search, and its facets. */
export interface PageBody {
  readonly body: object;
  readonly facets: FacetQuery | undefined;
}

/** `matching` is the scored query; undefined for an empty one, which all documents match. */
export function createPageBody(
  schema: Schema,
  matching: object | undefined,
  { limit = 10, offset = 0, filter, facets, sort }: PageOptions,
): PageBody {
  const filters = [
    { exists: { field: "key" } },
    ...(filter === undefined ? [] : [createFilterQuery(schema, filter)]),
  ];
  const must = matching === undefined ? [] : [matching];
  const facetQuery = facets === undefined ? undefined : createFacetQuery(schema, facets);
  return {
    facets: facetQuery,
    body: {
      query: { bool: { must, filter: filters } },
      size: limit,
      from: offset,
      sort: createSort(schema, sort),
      track_scores: true,
      track_total_hits: true,
      _source: ["document"],
      ...(facetQuery === undefined ? {} : { aggs: facetQuery.aggregations }),
    },
  };
}

/** Documents without a value come last; equal ones by the better score, then by the larger id. */
export function createSort(schema: Schema, sort: PageOptions["sort"]): object[] {
  const keys = sort === undefined ? [] : parseSort({ settings: { schema } }, sort);
  const order = keys.map((key) => {
    if (key.kind === "score") return { _score: key.isWorstFirst ? "asc" : "desc" };
    const direction = key.isDescending ? "desc" : "asc";
    return { [findColumnName(schema, key.column)]: { order: direction, missing: "_last" } };
  });
  return [...order, { _score: "desc" }, { key: "desc" }];
}
