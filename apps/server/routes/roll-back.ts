/** `POST /indexes/:name/rollback`: goes back to what was published before. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { name } from "../schemas.ts";

export const rollBack: AnyRoute = route({
  method: "POST",
  path: "/indexes/:name/rollback",
  summary: "Roll back",
  tag: "learning",
  scope: "admin",
  params: v.strictObject({ name }),
  answer: { status: 200, schema: ANSWERS.publication, text: "What is published now." },
  handle: async ({ params }, { engine }) =>
    jsonAnswer(await engine.write("rollBack", { index: params.name })),
});
