/** `POST /indexes/:name/judgements/trec`: imports TREC qrels. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route, SMALL_BODY } from "../route.ts";
import { name } from "../schemas.ts";

export const importTrec: AnyRoute = route({
  method: "POST",
  path: "/indexes/:name/judgements/trec",
  summary: "Import TREC qrels",
  tag: "judgements",
  scope: "write",
  params: v.strictObject({ name }),
  body: v.strictObject({ qrels: v.string(), queries: v.optional(v.string()) }),
  bodyLimit: "listBytes",
  aside: { thread: "write", over: SMALL_BODY },
  answer: { status: 200, schema: ANSWERS.judged, text: "How much is judged now." },
  handle: async ({ params, body }, { engine }) =>
    jsonAnswer(await engine.write("importTrec", { index: params.name, ...body })),
});
