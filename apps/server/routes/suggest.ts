/** `GET /indexes/:name/suggest`: completions of what was typed. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { wholeText } from "../query-values.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { name, query } from "../schemas.ts";

export const suggest: AnyRoute = route({
  method: "GET",
  path: "/indexes/:name/suggest",
  summary: "Complete what was typed",
  tag: "search",
  scope: "read",
  isSearch: true,
  params: v.strictObject({ name }),
  query: v.strictObject({ q: v.optional(query, ""), limit: v.optional(wholeText(1, 100)) }),
  answer: { status: 200, schema: ANSWERS.suggestions, text: "Completions, the best first." },
  handle: async ({ params, query: { q, limit = 10 } }, { engine }) =>
    jsonAnswer(await engine.read("suggest", { index: params.name, query: q, limit })),
});
