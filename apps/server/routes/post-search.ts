/** `POST /indexes/:name/search`: searches, with the options as JSON. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute, SMALL_BODY } from "../route.ts";
import { searchRequest } from "../schemas.ts";
import { applySearchTimeout } from "../search-timeout.ts";

export const postSearch: AnyRoute = createRoute({
  method: "POST",
  path: "/indexes/:name/search",
  summary: "Search",
  tag: "search",
  scope: "read",
  isSearch: true,
  params: v.strictObject({ name }),
  body: searchRequest,
  offload: { thread: "read", over: SMALL_BODY },
  response: { status: 200, schema: RESPONSES.search, text: "The hits." },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(
      await engine.read("search", { index: params.name, request: applySearchTimeout(body) }),
    ),
});
