/** `GET /indexes`: all indexes. */

import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const listIndexes: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes",
  summary: "List the indexes",
  tag: "indexes",
  scope: "read",
  response: { status: 200, schema: RESPONSES.indexes, text: "The indexes." },
  handle: async (_, { engine }) => createJsonResponse(await engine.read("listIndexes", {})),
});
