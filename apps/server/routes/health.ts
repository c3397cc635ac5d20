/** `GET /health`: whether the process runs. */

import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";

export const health: AnyRoute = route({
  method: "GET",
  path: "/health",
  summary: "Tell whether the process runs",
  tag: "server",
  answer: { status: 200, schema: ANSWERS.status, text: "It runs." },
  handle: () => jsonAnswer('{"status":"ok"}'),
});
