/** `POST /indexes/:name/compare`: one query by several systems. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute, SMALL_BODY } from "../route.ts";
import { compareRequest } from "../schemas.ts";

export const compare: AnyRoute = createRoute({
  method: "POST",
  path: "/indexes/:name/compare",
  summary: "Compare systems on one query",
  tag: "search",
  scope: "read",
  params: v.strictObject({ name }),
  body: compareRequest,
  offload: { thread: "read", over: SMALL_BODY },
  response: {
    status: 200,
    schema: RESPONSES.compared,
    text: "The hits of each system, and who moved where.",
  },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.read("compareSystems", { index: params.name, request: body })),
});
