/** `GET /indexes/:name/weights`: the learned weights of an index. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const listWeights: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name/weights",
  summary: "List learned weights",
  tag: "learning",
  scope: "read",
  params: v.strictObject({ name }),
  response: { status: 200, schema: RESPONSES.weights, text: "Learned weights, the oldest first." },
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("listWeights", { index: params.name })),
});
