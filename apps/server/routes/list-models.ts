/** `GET /models`: the trained models that can re-rank. */

import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const listModels: AnyRoute = createRoute({
  method: "GET",
  path: "/models",
  summary: "List the trained models",
  tag: "learning",
  scope: "read",
  response: { status: 200, schema: RESPONSES.models, text: "The models." },
  handle: async (_, { engine }) => createJsonResponse(await engine.read("listModels", {})),
});
