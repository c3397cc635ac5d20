/** `GET /indexes/:name/judgements/queries`: judged queries as TSV. */

import * as v from "valibot";
import { type AnyRoute, route, textAnswer } from "../route.ts";
import { name } from "../schemas.ts";

export const exportQueries: AnyRoute = route({
  method: "GET",
  path: "/indexes/:name/judgements/queries",
  summary: "Export judged queries as TSV",
  tag: "judgements",
  scope: "read",
  params: v.strictObject({ name }),
  answer: { status: 200, type: "text/plain", text: "A line per judgement or query." },
  handle: async ({ params }, { engine }) => {
    const answer = await engine.read("exportQueries", { index: params.name });
    return textAnswer((JSON.parse(answer) as { text: string }).text);
  },
});
