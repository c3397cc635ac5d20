/** `GET /indexes/:name/judgements/trec`: judgements as TREC qrels. */

import * as v from "valibot";
import { type AnyRoute, route, textAnswer } from "../route.ts";
import { name } from "../schemas.ts";

export const exportTrec: AnyRoute = route({
  method: "GET",
  path: "/indexes/:name/judgements/trec",
  summary: "Export judgements as TREC qrels",
  tag: "judgements",
  scope: "read",
  params: v.strictObject({ name }),
  answer: { status: 200, type: "text/plain", text: "A line per judgement or query." },
  handle: async ({ params }, { engine }) => {
    const answer = await engine.read("exportTrec", { index: params.name });
    return textAnswer((JSON.parse(answer) as { text: string }).text);
  },
});
