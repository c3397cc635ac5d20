/** `POST /indexes/:name/rollback`: goes back to what was published before. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const rollBack: AnyRoute = createRoute({
  method: "POST",
  path: "/indexes/:name/rollback",
  summary: "Roll back",
  tag: "learning",
  scope: "admin",
  params: v.strictObject({ name }),
  response: { status: 200, schema: RESPONSES.publication, text: "What is published now." },
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.write("rollBack", { index: params.name })),
});
