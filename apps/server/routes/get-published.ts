/** `GET /indexes/:name/published`: what is published. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { name } from "../schemas.ts";

export const getPublished: AnyRoute = route({
  method: "GET",
  path: "/indexes/:name/published",
  summary: "Give what is published",
  tag: "learning",
  scope: "read",
  params: v.strictObject({ name }),
  answer: { status: 200, schema: ANSWERS.publications, text: "What is published, and what was." },
  handle: async ({ params }, { engine }) =>
    jsonAnswer(await engine.read("publications", { index: params.name })),
});
