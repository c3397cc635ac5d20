/** `GET /indexes/:name/judgements`: the judged queries. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { name } from "../schemas.ts";

export const getJudgements: AnyRoute = route({
  method: "GET",
  path: "/indexes/:name/judgements",
  summary: "Give all judgements",
  tag: "judgements",
  scope: "read",
  params: v.strictObject({ name }),
  answer: { status: 200, schema: ANSWERS.judgements, text: "The judged queries." },
  handle: async ({ params }, { engine }) =>
    jsonAnswer(await engine.read("judgements", { index: params.name })),
});
