/** `GET /models`: the trained models that can re-rank. */

import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";

export const listModels: AnyRoute = route({
  method: "GET",
  path: "/models",
  summary: "List the trained models",
  tag: "learning",
  scope: "read",
  answer: { status: 200, schema: ANSWERS.models, text: "The models." },
  handle: async (_, { engine }) => jsonAnswer(await engine.read("listModels", {})),
});
