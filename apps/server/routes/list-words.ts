/** `GET /indexes/:name/words`: words with their statistics, learned weights and salience. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { booleanParam, createIntegerParam } from "../query-params.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const listWords: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name/words",
  summary: "List words of an index",
  tag: "words",
  scope: "read",
  params: v.strictObject({ name }),
  query: v.strictObject({
    prefix: v.optional(v.pipe(v.string(), v.maxLength(255))),
    order: v.optional(v.picklist(["term", "frequency", "idf", "weight", "salience"])),
    limit: v.optional(createIntegerParam(1, 10_000)),
    offset: v.optional(createIntegerParam(0, 1_000_000_000)),
    weights: v.optional(name),
    model: v.optional(name),
    histogram: v.optional(booleanParam),
  }),
  response: { status: 200, schema: RESPONSES.words, text: "Words in the order asked for." },
  handle: async ({ params, query }, { engine }) =>
    createJsonResponse(await engine.read("words", { index: params.name, ...query })),
});
