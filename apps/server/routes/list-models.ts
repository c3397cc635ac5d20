/** `GET /models`: the trained models that can re-rank. */

import { type AnyRoute, jsonAnswer, route } from "../route.ts";

export const listModels: AnyRoute = route({
  method: "GET",
  path: "/models",
  summary: "List the trained models",
  tag: "learning",
  scope: "read",
  answer: { status: 200, text: "The models." },
  handle: async (_, { engine }) => jsonAnswer(await engine.read("listModels", {})),
});
