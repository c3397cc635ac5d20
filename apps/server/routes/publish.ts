/** `POST /indexes/:name/publish`: makes a system the one that answers by default. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { name, systemSchema } from "../schemas.ts";

export const publish: AnyRoute = route({
  method: "POST",
  path: "/indexes/:name/publish",
  summary: "Publish a system",
  tag: "learning",
  scope: "admin",
  params: v.strictObject({ name }),
  body: systemSchema,
  bodyLimit: "settingsBytes",
  answer: { status: 200, schema: ANSWERS.publication, text: "The publication." },
  handle: async ({ params, body: system }, { engine, now }) => {
    const at = now().toISOString();
    return jsonAnswer(await engine.write("publish", { index: params.name, system, at }));
  },
});
