/** `GET /indexes/:name`: settings and statistics of an index. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const describeIndex: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name",
  summary: "Describe an index",
  tag: "indexes",
  scope: "read",
  params: v.strictObject({ name }),
  response: { status: 200, schema: RESPONSES.indexDetails, text: "Settings and statistics." },
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("describeIndex", { index: params.name })),
});
