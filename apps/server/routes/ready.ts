/** `GET /ready`: whether requests will be answered. */

import { HttpFailure } from "../failure.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const ready: AnyRoute = createRoute({
  method: "GET",
  path: "/ready",
  summary: "Tell whether requests are taken",
  tag: "server",
  response: { status: 200, schema: RESPONSES.status, text: "Requests are taken." },
  handle: (_, { isOverloaded, isReady }) => {
    const isFull = isOverloaded();
    if (isReady() && !isFull) return createJsonResponse('{"status":"ready"}');
    const reason = isFull ? "too many requests wait" : "the server starts or stops";
    throw new HttpFailure(503, "UNAVAILABLE", reason, { "retry-after": "1" });
  },
});
