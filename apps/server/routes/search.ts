/** Searches: search, suggest, explain, similar, compare. */

import * as v from "valibot";
import {
  RESULT_OPTIONS,
  SCORING_OPTIONS,
  SIMILAR_OPTIONS,
  SUGGEST_OPTIONS,
} from "../../../src/api/index.ts";
import { createOperation } from "../operation.ts";
import { createQueryEntries, name } from "../option-schemas.ts";
import { type AnyRoute, createJsonResponse, SMALL_BODY } from "../route.ts";
import { compareRequest, documentId, explainRequest, query, searchRequest } from "../schemas.ts";
import { applySearchTimeout } from "../search-timeout.ts";
import { validateInput } from "../validate-input.ts";

const searchByAddress = createOperation("searchByAddress", {
  isSearch: true,
  params: v.strictObject({ name }),
  query: v.strictObject({
    q: v.optional(query, ""),
    ...createQueryEntries(SCORING_OPTIONS),
    ...createQueryEntries(RESULT_OPTIONS),
  }),
  handle: async ({ params, query: { q, ...options } }, { engine }) => {
    const request = validateInput(searchRequest, { query: q, ...options }, "the address");
    return createJsonResponse(
      await engine.read("search", { index: params.name, request: applySearchTimeout(request) }),
    );
  },
});

const search = createOperation("search", {
  isSearch: true,
  params: v.strictObject({ name }),
  body: searchRequest,
  offload: { thread: "read", over: SMALL_BODY },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(
      await engine.read("search", { index: params.name, request: applySearchTimeout(body) }),
    ),
});

const suggest = createOperation("suggest", {
  isSearch: true,
  params: v.strictObject({ name }),
  query: v.strictObject({ q: v.optional(query, ""), ...createQueryEntries(SUGGEST_OPTIONS) }),
  handle: async ({ params, query: { q, ...options } }, { engine }) =>
    createJsonResponse(await engine.read("suggest", { index: params.name, query: q, options })),
});

const explain = createOperation("explain", {
  params: v.strictObject({ name }),
  body: explainRequest,
  offload: { thread: "read", over: SMALL_BODY },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.read("explain", { index: params.name, request: body })),
});

const similar = createOperation("similar", {
  isSearch: true,
  params: v.strictObject({ name, id: documentId }),
  query: v.strictObject(createQueryEntries(SIMILAR_OPTIONS)),
  handle: async ({ params: { name: index, id }, query: options }, { engine }) =>
    createJsonResponse(await engine.read("similar", { index, id, options })),
});

const compare = createOperation("compare", {
  params: v.strictObject({ name }),
  body: compareRequest,
  offload: { thread: "read", over: SMALL_BODY },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.read("compareSystems", { index: params.name, request: body })),
});

export const SEARCH_ROUTES: readonly AnyRoute[] = [
  ...[searchByAddress, search, suggest, explain, similar, compare],
];
