/** `GET /indexes/:name/judgements`: the judged queries. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const getJudgements: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name/judgements",
  summary: "Give all judgements",
  tag: "judgements",
  scope: "read",
  params: v.strictObject({ name }),
  response: { status: 200, schema: RESPONSES.judgements, text: "The judged queries." },
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("judgements", { index: params.name })),
});
