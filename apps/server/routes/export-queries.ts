/** `GET /indexes/:name/judgements/queries`: judged queries as TSV. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { type AnyRoute, createRoute, createTextResponse } from "../route.ts";

export const exportQueries: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name/judgements/queries",
  summary: "Export judged queries as TSV",
  tag: "judgements",
  scope: "read",
  params: v.strictObject({ name }),
  response: { status: 200, type: "text/plain", text: "A line per judgement or query." },
  handle: async ({ params }, { engine }) => {
    const json = await engine.read("exportQueries", { index: params.name });
    return createTextResponse((JSON.parse(json) as { text: string }).text);
  },
});
