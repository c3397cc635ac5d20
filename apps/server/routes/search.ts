/** Searches: search, suggest, explain, similar, compare. */

import { createOperation } from "../operation.ts";
import { type AnyRoute, createJsonResponse, SMALL_BODY } from "../route.ts";
import { applySearchTimeout } from "../search-timeout.ts";

const searchByAddress = createOperation("searchByAddress", {
  isSearch: true,
  handle: async ({ params, query: { q: query = "", ...options } }, { engine }) => {
    const request = applySearchTimeout({ query, ...options });
    return createJsonResponse(await engine.read("search", { index: params.name, request }));
  },
});

const search = createOperation("search", {
  isSearch: true,
  offload: { thread: "read", over: SMALL_BODY },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(
      await engine.read("search", { index: params.name, request: applySearchTimeout(body) }),
    ),
});

const suggest = createOperation("suggest", {
  isSearch: true,
  handle: async ({ params, query: { q: query = "", ...options } }, { engine }) =>
    createJsonResponse(await engine.read("suggest", { index: params.name, query, options })),
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
  ...[searchByAddress, search, suggest, explain, similar, compare],
];
