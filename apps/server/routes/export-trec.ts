/** `GET /indexes/:name/judgements/trec`: judgements as TREC qrels. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { type AnyRoute, createRoute, createTextResponse } from "../route.ts";

export const exportTrec: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name/judgements/trec",
  summary: "Export judgements as TREC qrels",
  tag: "judgements",
  scope: "read",
  params: v.strictObject({ name }),
  response: { status: 200, type: "text/plain", text: "A line per judgement or query." },
  handle: async ({ params }, { engine }) => {
    const json = await engine.read("exportTrec", { index: params.name });
    return createTextResponse((JSON.parse(json) as { text: string }).text);
  },
});
