/** `PUT /indexes/:name/judgements`: keeps judgements. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute, SMALL_BODY } from "../route.ts";
import { judgementsRequest } from "../schemas.ts";

export const putJudgements: AnyRoute = createRoute({
  method: "PUT",
  path: "/indexes/:name/judgements",
  summary: "Keep judgements",
  tag: "judgements",
  scope: "write",
  params: v.strictObject({ name }),
  body: judgementsRequest,
  bodyLimit: "listBytes",
  offload: { thread: "write", over: SMALL_BODY },
  response: { status: 200, schema: RESPONSES.judged, text: "How much is judged now." },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.write("putJudgements", { index: params.name, request: body })),
});
