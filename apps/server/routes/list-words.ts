/** `GET /indexes/:name/words`: words with their statistics, learned weights and salience. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { flagText, wholeText } from "../query-values.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { name } from "../schemas.ts";

export const listWords: AnyRoute = route({
  method: "GET",
  path: "/indexes/:name/words",
  summary: "List words of an index",
  tag: "words",
  scope: "read",
  params: v.strictObject({ name }),
  query: v.strictObject({
    prefix: v.optional(v.pipe(v.string(), v.maxLength(255))),
    order: v.optional(v.picklist(["term", "frequency", "idf", "weight", "salience"])),
    limit: v.optional(wholeText(1, 10_000)),
    offset: v.optional(wholeText(0, 1_000_000_000)),
    weights: v.optional(name),
    model: v.optional(name),
    histogram: v.optional(flagText),
  }),
  answer: { status: 200, schema: ANSWERS.words, text: "Words in the order asked for." },
  handle: async ({ params, query }, { engine }) =>
    jsonAnswer(await engine.read("words", { index: params.name, ...query })),
});
