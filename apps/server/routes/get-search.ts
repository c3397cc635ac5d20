/** `GET /indexes/:name/search`: searches, with the options in the address. */

import * as v from "valibot";
import type { SearchRequest } from "../../../src/client/index.ts";
import { LIMITS } from "../limits.ts";
import { booleanParam, createIntegerParam, jsonParam, listParam } from "../query-params.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";
import { name, query, searchRequest } from "../schemas.ts";
import { applySearchTimeout } from "../search-timeout.ts";
import { validateInput } from "../validate-input.ts";

export const getSearch: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name/search",
  summary: "Search, with the options in the address",
  tag: "search",
  scope: "read",
  isSearch: true,
  params: v.strictObject({ name }),
  query: v.strictObject({
    q: v.optional(query, ""),
    ranker: v.optional(v.string()),
    weights: v.optional(name),
    rerank: v.optional(name),
    depth: v.optional(createIntegerParam(1, LIMITS.rerankDepth)),
    limit: v.optional(createIntegerParam(0, LIMITS.hits)),
    offset: v.optional(createIntegerParam(0, LIMITS.window)),
    minMatch: v.optional(createIntegerParam(1, 1024)),
    syntax: v.optional(booleanParam),
    filter: v.optional(jsonParam),
    snippet: v.optional(booleanParam),
    explain: v.optional(booleanParam),
    total: v.optional(booleanParam),
    didYouMean: v.optional(booleanParam),
    timeout: v.optional(createIntegerParam(1, LIMITS.longestTimeout)),
    fields: v.optional(listParam),
    prefix: v.optional(booleanParam),
    fuzzy: v.optional(booleanParam),
    facets: v.optional(listParam),
    sort: v.optional(listParam),
    after: v.optional(v.string()),
    highlight: v.optional(booleanParam),
    distinct: v.optional(v.string()),
  }),
  response: { status: 200, schema: RESPONSES.search, text: "The hits." },
  handle: async ({ params, query: { q, ...options } }, { engine }) => {
    const searchInput = { query: q, ...options };
    const request: SearchRequest = validateInput(searchRequest, searchInput, "the address");
    return createJsonResponse(
      await engine.read("search", { index: params.name, request: applySearchTimeout(request) }),
    );
  },
});
