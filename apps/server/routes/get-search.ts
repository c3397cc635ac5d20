/** `GET /indexes/:name/search`: searches, with the options in the address. */

import * as v from "valibot";
import { RESULT_OPTIONS, SCORING_OPTIONS } from "../../../src/api/index.ts";
import type { SearchRequest } from "../../../src/client/index.ts";
import { createQueryEntries, name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";
import { query, searchRequest } from "../schemas.ts";
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
    ...createQueryEntries(SCORING_OPTIONS),
    ...createQueryEntries(RESULT_OPTIONS),
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
