/** Searches: search, suggest, explain, similar, compare. */

import type { SearchRequest, SearchResponse } from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import { TermwiseError } from "../../../src/common/errors.ts";
import { createOperation } from "../operation.ts";
import {
  type AnyRoute,
  createJsonResponse,
  type HttpResponse,
  type RouteRequest,
  type ServerContext,
  SMALL_BODY,
} from "../route.ts";
import { applySearchTimeout, RequestTime } from "../search-timeout.ts";

const searchByAddress = createOperation("searchByAddress", {
  isSearch: true,
  handle: (request, server) => {
    const { q: query = "", ...options } = request.query;
    return searchIndex(request, { query, ...options }, server);
  },
});

const search = createOperation("search", {
  isSearch: true,
  isRecorded: true,
  offload: { thread: "read", over: SMALL_BODY },
  handle: (request, server) => searchIndex(request, request.body, server),
});

/** The response to a search, which is recorded if the server does. */
async function searchIndex(
  {
    params: { name: index },
    headers,
  }: Pick<RouteRequest<{ readonly name: string }, unknown, unknown>, "params" | "headers">,
  search: SearchRequest,
  { engine, behavior }: ServerContext,
): Promise<HttpResponse> {
  const request = applySearchTimeout(search);
  const recording = behavior?.openRecording(index, headers);
  if (behavior === undefined || recording === undefined) {
    return createJsonResponse(await engine.read("search", { index, request }));
  }
  const recorded = await engine.read("search", { index, request, recording });
  return createJsonResponse(behavior.addSearch(index, recorded));
}

const suggest = createOperation("suggest", {
  isSearch: true,
  handle: async ({ params, query: { q: query = "", ...options } }, { engine }) =>
    createJsonResponse(await engine.read("suggest", { index: params.name, query, options })),
});

const facetSearch = createOperation("facetSearch", {
  isSearch: true,
  // A hundred thousand values are compared.
  offload: { thread: "read", over: 0 },
  handle: async ({ params, query: input }, { engine }) => {
    // Loaded by the threads that search: the thread of the sockets has no use for it.
    const { MAX_SEARCHED_VALUES, matchFacetValues } = await import("../../../src/retrieval.ts");
    const { q = "", query = "", filter, limit = 10, timeout } = input;
    const { name: index, field } = params;
    const time = new RequestTime(timeout);
    const facets = { [field]: { limit: MAX_SEARCHED_VALUES } };
    // A search, so that the filter of a key applies.
    const request = time.apply({ query, facets, limit: 0, ...defined({ filter }) });
    const result = JSON.parse(await engine.read("search", { index, request })) as SearchResponse;
    if (result.isPartial) {
      throw new TermwiseError("UNAVAILABLE", "counting the values took too long");
    }
    const values = matchFacetValues(Object.entries(result.facets?.[field] ?? {}), q, limit, time);
    return createJsonResponse(JSON.stringify({ values }));
  },
});

const explain = createOperation("explain", {
  offload: { thread: "read", over: SMALL_BODY },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.read("explain", { index: params.name, request: body })),
});

const similar = createOperation("similar", {
  isSearch: true,
  handle: async ({ params: { name: index, id }, query: options }, { engine }) =>
    createJsonResponse(await engine.read("similar", { index, id, options })),
});

const compare = createOperation("compare", {
  offload: { thread: "read", over: SMALL_BODY },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.read("compareSystems", { index: params.name, request: body })),
});

export const SEARCH_ROUTES: readonly AnyRoute[] = [
  ...[searchByAddress, search, suggest, facetSearch, explain, similar, compare],
];
