/** `GET /ready`: whether requests will be answered. */

import { ANSWERS } from "../answer-schemas.ts";
import { HttpFailure } from "../failure.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";

export const ready: AnyRoute = route({
  method: "GET",
  path: "/ready",
  summary: "Tell whether requests are taken",
  tag: "server",
  answer: { status: 200, schema: ANSWERS.status, text: "Requests are taken." },
  handle: (_, { isOverloaded, isReady }) => {
    const isFull = isOverloaded();
    if (isReady() && !isFull) return jsonAnswer('{"status":"ready"}');
    const why = isFull ? "too many requests wait" : "the server starts or stops";
    throw new HttpFailure(503, "UNAVAILABLE", why, { "retry-after": "1" });
  },
});
