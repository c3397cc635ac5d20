/** `POST /indexes/:name/explain`: why a document has its score, or is above another. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute, SMALL_BODY } from "../route.ts";
import { explainRequest } from "../schemas.ts";

export const explain: AnyRoute = createRoute({
  method: "POST",
  path: "/indexes/:name/explain",
  summary: "Explain a score",
  tag: "search",
  scope: "read",
  params: v.strictObject({ name }),
  body: explainRequest,
  offload: { thread: "read", over: SMALL_BODY },
  response: { status: 200, schema: RESPONSES.explained, text: "The parts of the score." },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.read("explain", { index: params.name, request: body })),
});
