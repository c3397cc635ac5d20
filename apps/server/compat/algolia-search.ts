/**
 * Searches with the options of Algolia's clients. Typing mistakes are permitted as
 * by Algolia's defaults: one from four letters on, two from eight on.
 */

import type { SearchRequest, SearchResponse } from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import { badArgument, describeValue } from "../../../src/common/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { LIMITS } from "../limits.ts";
import { RequestTime } from "../search-timeout.ts";
import type { FieldTypes } from "./algolia-facet-filter.ts";
import { findFacetValues, prepareFacets } from "./algolia-facets.ts";
import { hasAlgoliaFilter, parseAlgoliaFilter } from "./algolia-filter.ts";
import { parseAlgoliaPlace } from "./algolia-geo.ts";
import { createHitConverter, createSnippetRequest, readTags } from "./algolia-hits.ts";
import { parseIndexName } from "./algolia-index-name.ts";
import { type AlgoliaQuery, parseAlgoliaQuery } from "./algolia-query.ts";
import { QueryWords } from "./algolia-words.ts";
import { MAX_FACET_VALUES, readDeclaredFields } from "./facet-values.ts";
import { searchOrMatchAll } from "./search-or-match-all.ts";

/** The response of a search. `params` are its options in the older form, which win. */
export async function runQuery(
  engine: Engine,
  name: string,
  { params, ...options }: { readonly params?: string | undefined },
  time: RequestTime = new RequestTime(),
): Promise<object> {
  const { index, ...order } = parseIndexName(name);
  const searchParams = parseAlgoliaQuery(options, params);
  const { query: text = "", maxValuesPerFacet = 100 } = searchParams;
  const matching = await parseMatching(engine, index, searchParams);
  const requested = [searchParams.facets ?? []].flat();
  const facets = await prepareFacets(engine, index, requested, maxValuesPerFacet);
  const { window, createPageFields } = parseWindow(searchParams);
  const request: SearchRequest = {
    ...{ ...window, ...createSnippetRequest(searchParams) },
    ...{ ...matching, ...order, ...facets.request },
  };
  const result = await searchOrMatchAll(engine, index, request, time);
  const words = new QueryWords(text, { allowsTypos: matching.fuzzy === true, time });
  const response = {
    hits: result.hits.map(createHitConverter(searchParams, words)),
    nbHits: result.total,
    ...createPageFields(result),
    exhaustiveNbHits: !result.isPartial,
    query: text,
    params: "",
    index: name,
    processingTimeMS: Math.round(result.took),
    ...facets.toResponse(result),
  };
  const { responseFields = ["*"] } = searchParams;
  if (responseFields.includes("*")) return response;
  return Object.fromEntries(
    Object.entries(response).filter(([field]) => responseFields.includes(field)),
  );
}

/** The part of the ranking to return: a page, or `length` hits from `offset` on. */
function parseWindow({ hitsPerPage = 20, page = 0, offset, length }: AlgoliaQuery): {
  readonly window: Pick<SearchRequest, "limit" | "offset">;
  readonly createPageFields: (result: SearchResponse) => object;
} {
  if (offset !== undefined || length !== undefined) {
    const [first, limit] = [offset ?? 0, length ?? hitsPerPage];
    return {
      window: { limit, offset: first },
      createPageFields: () => ({ offset: first, length: limit }),
    };
  }
  const countPages = ({ total }: SearchResponse): number =>
    hitsPerPage === 0 ? 0 : Math.ceil(Math.min(total, LIMITS.window) / hitsPerPage);
  return {
    window: { limit: hitsPerPage, offset: page * hitsPerPage },
    createPageFields: (result) => ({ page, nbPages: countPages(result), hitsPerPage }),
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
  const searchParams = parseAlgoliaQuery(options, params);
  const { facetQuery = "", maxFacetHits = 10 } = searchParams;
  const { index } = parseIndexName(name);
  const request = {
    ...{ ...(await parseMatching(engine, index, searchParams)), limit: 0 },
    facets: { [facet]: { limit: MAX_FACET_VALUES + 1 } },
  };
  const result = await searchOrMatchAll(engine, index, request, time);
  const tags = readTags(searchParams);
  return findFacetValues(result, { facet, facetQuery, maxFacetHits, tags, time });
}

/** The options that decide which documents match. */
async function parseMatching(
  engine: Engine,
  index: string,
  searchParams: AlgoliaQuery,
): Promise<SearchRequest> {
  const place = parseAlgoliaPlace(searchParams);
  const types = hasAlgoliaFilter(searchParams) ? await readFieldTypes(engine, index) : undefined;
  const filters = [parseAlgoliaFilter(searchParams, types) ?? [], place.filters].flat();
  const { restrictSearchableAttributes: fields = [], queryType } = searchParams;
  return {
    query: searchParams.query ?? "",
    prefix: queryType !== "prefixNone",
    ...(permitsTypos(searchParams) ? { fuzzy: true } : {}),
    ...(searchParams.advancedSyntax === true ? { syntax: true } : {}),
    ...(searchParams.enableRules === false ? { rules: [] } : {}),
    ...(searchParams.synonyms === false ? { synonyms: "" } : {}),
    ...(fields.length === 0 ? {} : { fields }),
    ...(filters.length === 0 ? {} : { filter: { and: filters } }),
    ...defined({ sort: place.sort }),
  };
}

async function readFieldTypes(engine: Engine, index: string): Promise<FieldTypes> {
  const fields = await readDeclaredFields(engine, index);
  return fields && new Map(fields.map(({ name, type }) => [name, type]));
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
