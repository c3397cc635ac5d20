/** `GET /indexes/:name/suggest`: completions of what was typed. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { createIntegerParam } from "../query-params.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";
import { query } from "../schemas.ts";

export const suggest: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name/suggest",
  summary: "Complete what was typed",
  tag: "search",
  scope: "read",
  isSearch: true,
  params: v.strictObject({ name }),
  query: v.strictObject({
    q: v.optional(query, ""),
    limit: v.optional(createIntegerParam(1, 100)),
  }),
  response: { status: 200, schema: RESPONSES.suggestions, text: "Completions, the best first." },
  handle: async ({ params, query: { q, limit = 10 } }, { engine }) =>
    createJsonResponse(await engine.read("suggest", { index: params.name, query: q, limit })),
});
