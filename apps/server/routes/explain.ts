/** `POST /indexes/:name/explain`: why a document has its score, or is above another. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route, SMALL_BODY } from "../route.ts";
import { explainRequest, name } from "../schemas.ts";

export const explain: AnyRoute = route({
  method: "POST",
  path: "/indexes/:name/explain",
  summary: "Explain a score",
  tag: "search",
  scope: "read",
  params: v.strictObject({ name }),
  body: explainRequest,
  aside: { thread: "read", over: SMALL_BODY },
  answer: { status: 200, schema: ANSWERS.explained, text: "The parts of the score." },
  handle: async ({ params, body }, { engine }) =>
    jsonAnswer(await engine.read("explain", { index: params.name, request: body })),
});
