/** `POST /indexes/:name/publish`: makes a system the one that answers by default. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";
import { systemSchema } from "../schemas.ts";

export const publish: AnyRoute = createRoute({
  method: "POST",
  path: "/indexes/:name/publish",
  summary: "Publish a system",
  tag: "learning",
  scope: "admin",
  params: v.strictObject({ name }),
  body: systemSchema,
  bodyLimit: "settingsBytes",
  response: { status: 200, schema: RESPONSES.publication, text: "The publication." },
  handle: async ({ params, body: system }, { engine, now }) => {
    const at = now().toISOString();
    return createJsonResponse(await engine.write("publish", { index: params.name, system, at }));
  },
});
