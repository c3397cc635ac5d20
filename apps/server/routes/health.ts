/** `GET /health`: whether the process runs. */

import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const health: AnyRoute = createRoute({
  method: "GET",
  path: "/health",
  summary: "Tell whether the process runs",
  tag: "server",
  response: { status: 200, schema: RESPONSES.status, text: "It runs." },
  handle: () => createJsonResponse('{"status":"ok"}'),
});
