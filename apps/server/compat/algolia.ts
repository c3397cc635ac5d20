/**
 * `POST /1/indexes/:name/queries` and `/query`, as Algolia's clients and
 * InstantSearch send them. Clients send JSON as plain text, which is safe here: these
 * routes change no data.
 */

import * as v from "valibot";
import type { SearchRequest } from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import type { Hit } from "../../../src/search/index.ts";
import type { Engine } from "../engine/engine.ts";
import { LIMITS } from "../limits.ts";
import { createIntegerSchema, name, query } from "../option-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute, type Schema } from "../route.ts";
import { validateInput } from "../validate-input.ts";
import { parseAlgoliaFilter } from "./algolia-filter.ts";
import { highlightFields } from "./algolia-highlights.ts";
import { searchOrMatchAll } from "./search-or-match-all.ts";

/** Requests of Algolia's clients. Parameters that do not change the ranking are accepted and ignored. */
export interface AlgoliaQuery {
  readonly query?: string | undefined;
  readonly hitsPerPage?: number | undefined;
  readonly page?: number | undefined;
  readonly facets?: readonly string[] | string | undefined;
  readonly facetFilters?: unknown;
  readonly numericFilters?: unknown;
  readonly filters?: string | undefined;
  readonly highlightPreTag?: string | undefined;
  readonly highlightPostTag?: string | undefined;
  readonly [option: string]: unknown;
}

const algoliaQuery: Schema<AlgoliaQuery> = v.looseObject({
  query: v.optional(query),
  hitsPerPage: v.optional(createIntegerSchema(0, LIMITS.hits)),
  page: v.optional(createIntegerSchema(0, LIMITS.window)),
  facets: v.optional(v.union([v.array(v.string()), v.string()])),
  filters: v.optional(v.string()),
  highlightPreTag: v.optional(v.string()),
  highlightPostTag: v.optional(v.string()),
});

const multiSearchBody = v.looseObject({
  requests: v.pipe(
    v.array(v.looseObject({ indexName: name, params: v.optional(v.string()) })),
    v.minLength(1),
    v.maxLength(16),
  ),
});

const multiSearchRoute: AnyRoute = createRoute({
  method: "POST",
  path: "/1/indexes/:name/queries",
  summary: "Search several times, as Algolia's clients do",
  tag: "other clients",
  scope: "search",
  isSearch: true,
  params: v.strictObject({ name: v.string() }),
  query: v.looseObject({}),
  body: multiSearchBody,
  anyType: true,
  offload: { thread: "read", over: 0 },
  response: { status: 200, text: "The results of each search." },
  handle: async ({ body }, { engine }) => {
    const results: object[] = [];
    for (const { indexName, params, ...bodyOptions } of body.requests) {
      const searchParams = {
        ...bodyOptions,
        ...(params === undefined ? {} : parseUrlParams(params)),
      };
      results.push(await runQuery(engine, indexName, validateQuery(searchParams)));
    }
    return createJsonResponse(JSON.stringify({ results }));
  },
});

const searchRoute: AnyRoute = createRoute({
  method: "POST",
  path: "/1/indexes/:name/query",
  summary: "Search once, as Algolia's clients do",
  tag: "other clients",
  scope: "search",
  isSearch: true,
  params: v.strictObject({ name }),
  query: v.looseObject({}),
  body: v.looseObject({ params: v.optional(v.string()) }),
  anyType: true,
  offload: { thread: "read", over: 0 },
  response: { status: 200, text: "The results." },
  handle: async ({ params, body: { params: text, ...bodyOptions } }, { engine }) => {
    const searchParams = { ...bodyOptions, ...(text === undefined ? {} : parseUrlParams(text)) };
    return createJsonResponse(
      JSON.stringify(await runQuery(engine, params.name, validateQuery(searchParams))),
    );
  },
});

/** The routes for Algolia's clients. */
export const ALGOLIA: readonly AnyRoute[] = [multiSearchRoute, searchRoute];

function validateQuery(searchParams: object): AlgoliaQuery {
  return validateInput(algoliaQuery, searchParams, "the search");
}

async function runQuery(
  engine: Engine,
  index: string,
  searchParams: AlgoliaQuery,
): Promise<object> {
  const { query: text = "", hitsPerPage = 20, page = 0 } = searchParams;
  const filter = parseAlgoliaFilter(searchParams);
  const facets = [searchParams.facets ?? []].flat().filter((each) => each !== "*");
  const request: SearchRequest = {
    ...{ query: text, limit: hitsPerPage, offset: page * hitsPerPage, snippet: true, prefix: true },
    ...defined({ filter }),
    ...(facets.length === 0 ? {} : { facets }),
  };
  const result = await searchOrMatchAll(engine, index, request);
  const tags = [
    searchParams.highlightPreTag ?? "<em>",
    searchParams.highlightPostTag ?? "</em>",
  ] as const;
  return {
    hits: result.hits.map((hit) => toAlgoliaHit(hit, text, tags)),
    nbHits: result.total,
    page,
    nbPages: hitsPerPage === 0 ? 0 : Math.ceil(Math.min(result.total, LIMITS.window) / hitsPerPage),
    hitsPerPage,
    exhaustiveNbHits: !result.isPartial,
    query: text,
    params: "",
    index,
    processingTimeMS: Math.round(result.took),
    ...defined({ facets: result.facets }),
  };
}

function toAlgoliaHit(
  { id, document, snippet }: Hit,
  text: string,
  tags: readonly [string, string],
): object {
  return {
    ...document,
    objectID: id,
    _highlightResult: highlightFields(document, text, tags),
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
