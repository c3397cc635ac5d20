/**
 * Searches with the options of Algolia's clients. Typing mistakes are permitted as
 * by Algolia's defaults: one from four letters on, two from eight on.
 */

import * as v from "valibot";
import type { SearchRequest } from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import { badArgument, describeValue } from "../../../src/common/errors.ts";
import type { Hit } from "../../../src/index.ts";
import type { Engine } from "../engine/engine.ts";
import { LIMITS } from "../limits.ts";
import { createIntegerSchema, query } from "../option-schemas.ts";
import type { Schema } from "../route.ts";
import { RequestTime } from "../search-timeout.ts";
import { validateInput } from "../validate-input.ts";
import { findFacetValues, prepareFacets } from "./algolia-facets.ts";
import { parseAlgoliaFilter } from "./algolia-filter.ts";
import { type AlgoliaPlace, parseAlgoliaPlace } from "./algolia-geo.ts";
import { highlightFields } from "./algolia-highlights.ts";
import { parseIndexName } from "./algolia-index-name.ts";
import { computeRankingInfo } from "./algolia-ranking-info.ts";
import { QueryWords } from "./algolia-words.ts";
import { MAX_FACET_VALUES } from "./facet-values.ts";
import { searchOrMatchAll } from "./search-or-match-all.ts";

/** Options of a search. Those that do not change the ranking are accepted and ignored. */
interface AlgoliaQuery extends AlgoliaPlace {
  readonly query?: string | undefined;
  readonly hitsPerPage?: number | undefined;
  readonly page?: number | undefined;
  readonly facets?: readonly string[] | string | undefined;
  readonly maxValuesPerFacet?: number | undefined;
  readonly facetFilters?: unknown;
  readonly numericFilters?: unknown;
  readonly filters?: string | undefined;
  readonly typoTolerance?: unknown;
  readonly minWordSizefor1Typo?: unknown;
  readonly minWordSizefor2Typos?: unknown;
  readonly getRankingInfo?: boolean | undefined;
  readonly highlightPreTag?: string | undefined;
  readonly highlightPostTag?: string | undefined;
  readonly facetQuery?: string | undefined;
  readonly maxFacetHits?: number | undefined;
  readonly [option: string]: unknown;
}

const algoliaQuery: Schema<AlgoliaQuery> = v.looseObject({
  query: v.optional(query),
  hitsPerPage: v.optional(createIntegerSchema(0, LIMITS.hits)),
  page: v.optional(createIntegerSchema(0, LIMITS.window)),
  facets: v.optional(v.union([v.array(v.string()), v.string()])),
  maxValuesPerFacet: v.optional(createIntegerSchema(1, 1000)),
  filters: v.optional(v.string()),
  getRankingInfo: v.optional(v.boolean()),
  aroundLatLng: v.optional(v.string()),
  highlightPreTag: v.optional(v.string()),
  highlightPostTag: v.optional(v.string()),
  facetQuery: v.optional(query),
  maxFacetHits: v.optional(createIntegerSchema(1, 100)),
});

/** The response of a search. `params` are its options in the older form, which win. */
export async function runQuery(
  engine: Engine,
  name: string,
  { params, ...options }: { readonly params?: string | undefined },
  time: RequestTime = new RequestTime(),
): Promise<object> {
  const { index, ...order } = parseIndexName(name);
  const searchParams = readOptions(options, params);
  const { query: text = "", hitsPerPage = 20, page = 0, maxValuesPerFacet = 100 } = searchParams;
  const matching = parseMatching(searchParams);
  const requested = [searchParams.facets ?? []].flat();
  const facets = await prepareFacets(engine, index, requested, maxValuesPerFacet);
  const request: SearchRequest = {
    ...{ limit: hitsPerPage, offset: page * hitsPerPage, snippet: true },
    ...{ ...matching, ...order, ...facets.request },
  };
  const result = await searchOrMatchAll(engine, index, request, time);
  const words = new QueryWords(text, { allowsTypos: matching.fuzzy === true, time });
  const tags = readTags(searchParams);
  const hasRankingInfo = searchParams.getRankingInfo === true;
  return {
    hits: result.hits.map((hit) => ({
      ...toAlgoliaHit(hit, words, tags),
      ...(hasRankingInfo ? { _rankingInfo: computeRankingInfo(hit, words) } : {}),
    })),
    nbHits: result.total,
    page,
    nbPages: hitsPerPage === 0 ? 0 : Math.ceil(Math.min(result.total, LIMITS.window) / hitsPerPage),
    hitsPerPage,
    exhaustiveNbHits: !result.isPartial,
    query: text,
    params: "",
    index: name,
    processingTimeMS: Math.round(result.took),
    ...facets.toResponse(result),
  };
}

/** The response of a search within the values of a facet, among the documents that match the other options. */
export async function searchFacetValues(
  engine: Engine,
  name: string,
  facet: string,
  { params, ...options }: { readonly params?: string | undefined },
  time: RequestTime = new RequestTime(),
): Promise<object> {
  const searchParams = readOptions(options, params);
  const { facetQuery = "", maxFacetHits = 10 } = searchParams;
  const { index } = parseIndexName(name);
  const request = {
    ...{ ...parseMatching(searchParams), limit: 0 },
    facets: { [facet]: { limit: MAX_FACET_VALUES + 1 } },
  };
  const result = await searchOrMatchAll(engine, index, request, time);
  const tags = readTags(searchParams);
  return findFacetValues(result, { facet, facetQuery, maxFacetHits, tags, time });
}

function readOptions(options: object, params: string | undefined): AlgoliaQuery {
  const allOptions = { ...options, ...(params === undefined ? {} : parseUrlParams(params)) };
  return validateInput(algoliaQuery, allOptions, "the search");
}

/** The options that decide which documents match. */
function parseMatching(searchParams: AlgoliaQuery): SearchRequest {
  const place = parseAlgoliaPlace(searchParams);
  const filters = [parseAlgoliaFilter(searchParams) ?? [], place.filters].flat();
  return {
    query: searchParams.query ?? "",
    prefix: true,
    ...(permitsTypos(searchParams) ? { fuzzy: true } : {}),
    ...(filters.length === 0 ? {} : { filter: { and: filters } }),
    ...defined({ sort: place.sort }),
  };
}

/** `BAD_ARGUMENT` for a tolerance other than Algolia's default or none. */
function permitsTypos({
  typoTolerance = true,
  minWordSizefor1Typo = 4,
  minWordSizefor2Typos = 8,
}: AlgoliaQuery): boolean {
  if (typeof typoTolerance !== "boolean") {
    throw badArgument(`typoTolerance must be true or false, got ${describeValue(typoTolerance)}`);
  }
  if (minWordSizefor1Typo !== 4 || minWordSizefor2Typos !== 8) {
    throw badArgument("minWordSizefor1Typo must be 4 and minWordSizefor2Typos 8");
  }
  return typoTolerance;
}

function readTags({
  highlightPreTag = "<em>",
  highlightPostTag = "</em>",
}: AlgoliaQuery): readonly [string, string] {
  return [highlightPreTag, highlightPostTag];
}

function toAlgoliaHit(
  { id, document, snippet }: Hit,
  queryWords: QueryWords,
  tags: readonly [string, string],
): object {
  return {
    ...document,
    objectID: id,
    _highlightResult: highlightFields(document, queryWords, tags),
    ...(snippet === undefined
      ? {}
      : {
          _snippetResult: {
            text: {
              value: snippet.html.replaceAll("<mark>", tags[0]).replaceAll("</mark>", tags[1]),
              matchLevel: "partial",
            },
          },
        }),
  };
}

/** The older form: all options as one text. Values are JSON where they can be. */
function parseUrlParams(text: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    if (key === "__proto__") continue;
    try {
      values[key] = key === "query" ? value : JSON.parse(value);
    } catch {
      values[key] = value;
    }
  }
  return values;
}
