/**
 * `POST /1/indexes/:name/queries`, `/query` and `/facets/:facet/query`, as Algolia's
 * clients and InstantSearch send them. Clients send JSON as plain text, which is safe
 * here: these routes change no data.
 */

import * as v from "valibot";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";
import { RequestTime } from "../search-timeout.ts";
import { orderedName } from "./algolia-index-name.ts";

/** Loaded by the threads that search, which these routes run on: the thread of the sockets has no use for it. */
const loadSearch = (): Promise<typeof import("./algolia-search.ts")> =>
  import("./algolia-search.ts");

const multiSearchBody = v.looseObject({
  requests: v.pipe(
    v.array(
      v.looseObject({
        indexName: orderedName,
        params: v.optional(v.string()),
        type: v.optional(v.string()),
        facet: v.optional(v.string()),
      }),
    ),
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
    const { runQuery, searchFacetValues } = await loadSearch();
    const results: object[] = [];
    const time = new RequestTime();
    for (const { indexName, type, facet, ...options } of body.requests) {
      results.push(
        type === "facet" && facet !== undefined
          ? await searchFacetValues(engine, indexName, facet, options, time)
          : await runQuery(engine, indexName, options, time),
      );
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
  params: v.strictObject({ name: orderedName }),
  query: v.looseObject({}),
  body: v.looseObject({ params: v.optional(v.string()) }),
  anyType: true,
  offload: { thread: "read", over: 0 },
  response: { status: 200, text: "The results." },
  handle: async ({ params, body }, { engine }) => {
    const { runQuery } = await loadSearch();
    return createJsonResponse(JSON.stringify(await runQuery(engine, params.name, body)));
  },
});

const facetValuesRoute: AnyRoute = createRoute({
  method: "POST",
  path: "/1/indexes/:name/facets/:facet/query",
  summary: "Search within the values of a facet, as Algolia's clients do",
  tag: "other clients",
  scope: "search",
  isSearch: true,
  params: v.strictObject({ name: orderedName, facet: v.string() }),
  query: v.looseObject({}),
  body: v.looseObject({ params: v.optional(v.string()) }),
  anyType: true,
  offload: { thread: "read", over: 0 },
  response: { status: 200, text: "The values." },
  handle: async ({ params, body }, { engine }) => {
    const { searchFacetValues } = await loadSearch();
    const found = await searchFacetValues(engine, params.name, params.facet, body);
    return createJsonResponse(JSON.stringify(found));
  },
});

/** The routes for Algolia's clients. */
export const ALGOLIA: readonly AnyRoute[] = [multiSearchRoute, searchRoute, facetValuesRoute];
