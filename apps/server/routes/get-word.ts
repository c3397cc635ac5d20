/** `GET /indexes/:name/words/:word`: one word, its statistics and its neighbours. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { name } from "../schemas.ts";

export const getWord: AnyRoute = route({
  method: "GET",
  path: "/indexes/:name/words/:word",
  summary: "Look a word up",
  tag: "words",
  scope: "read",
  params: v.strictObject({ name, word: v.pipe(v.string(), v.minLength(1), v.maxLength(255)) }),
  query: v.strictObject({ weights: v.optional(name), model: v.optional(name) }),
  answer: {
    status: 200,
    schema: ANSWERS.word,
    text: "The terms of the word, and words near to it.",
  },
  handle: async ({ params, query }, { engine }) =>
    jsonAnswer(await engine.read("word", { index: params.name, word: params.word, ...query })),
});
