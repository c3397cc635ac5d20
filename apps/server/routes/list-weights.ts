/** `GET /indexes/:name/weights`: the learned weights of an index. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { name } from "../schemas.ts";

export const listWeights: AnyRoute = route({
  method: "GET",
  path: "/indexes/:name/weights",
  summary: "List learned weights",
  tag: "learning",
  scope: "read",
  params: v.strictObject({ name }),
  answer: { status: 200, schema: ANSWERS.weights, text: "Learned weights, the oldest first." },
  handle: async ({ params }, { engine }) =>
    jsonAnswer(await engine.read("listWeights", { index: params.name })),
});
