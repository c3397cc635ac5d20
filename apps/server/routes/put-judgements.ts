/** `PUT /indexes/:name/judgements`: keeps judgements. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route, SMALL_BODY } from "../route.ts";
import { judgementsRequest, name } from "../schemas.ts";

export const putJudgements: AnyRoute = route({
  method: "PUT",
  path: "/indexes/:name/judgements",
  summary: "Keep judgements",
  tag: "judgements",
  scope: "write",
  params: v.strictObject({ name }),
  body: judgementsRequest,
  bodyLimit: "listBytes",
  aside: { thread: "write", over: SMALL_BODY },
  answer: { status: 200, schema: ANSWERS.judged, text: "How much is judged now." },
  handle: async ({ params, body }, { engine }) =>
    jsonAnswer(await engine.write("putJudgements", { index: params.name, request: body })),
});
