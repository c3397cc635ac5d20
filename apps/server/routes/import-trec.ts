/** `POST /indexes/:name/judgements/trec`: imports TREC qrels. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute, SMALL_BODY } from "../route.ts";

export const importTrec: AnyRoute = createRoute({
  method: "POST",
  path: "/indexes/:name/judgements/trec",
  summary: "Import TREC qrels",
  tag: "judgements",
  scope: "write",
  params: v.strictObject({ name }),
  body: v.strictObject({ qrels: v.string(), queries: v.optional(v.string()) }),
  bodyLimit: "listBytes",
  offload: { thread: "write", over: SMALL_BODY },
  response: { status: 200, schema: RESPONSES.judged, text: "How much is judged now." },
  handle: async ({ params, body }, { engine }) =>
    createJsonResponse(await engine.write("importTrec", { index: params.name, ...body })),
});
