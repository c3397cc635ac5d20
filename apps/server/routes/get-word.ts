/** `GET /indexes/:name/words/:word`: one word, its statistics and its neighbours. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const getWord: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name/words/:word",
  summary: "Look a word up",
  tag: "words",
  scope: "read",
  params: v.strictObject({ name, word: v.pipe(v.string(), v.minLength(1), v.maxLength(255)) }),
  query: v.strictObject({ weights: v.optional(name), model: v.optional(name) }),
  response: {
    status: 200,
    schema: RESPONSES.word,
    text: "The terms of the word, and words near to it.",
  },
  handle: async ({ params, query }, { engine }) =>
    createJsonResponse(
      await engine.read("word", { index: params.name, word: params.word, ...query }),
    ),
});
