/** Words of an index with their statistics, learned weights and salience. */

import * as v from "valibot";
import { createOperation } from "../operation.ts";
import { name } from "../option-schemas.ts";
import { booleanParam, createIntegerParam } from "../query-params.ts";
import { type AnyRoute, createJsonResponse } from "../route.ts";

const sources = { weights: v.optional(name), model: v.optional(name) };

const listWords = createOperation("listWords", {
  params: v.strictObject({ name }),
  query: v.strictObject({
    prefix: v.optional(v.pipe(v.string(), v.maxLength(255))),
    order: v.optional(v.picklist(["term", "frequency", "idf", "weight", "salience"])),
    limit: v.optional(createIntegerParam(1, 10_000)),
    offset: v.optional(createIntegerParam(0, 1_000_000_000)),
    ...sources,
    histogram: v.optional(booleanParam),
  }),
  handle: async ({ params, query }, { engine }) =>
    createJsonResponse(await engine.read("words", { index: params.name, ...query })),
});

const getWord = createOperation("getWord", {
  params: v.strictObject({ name, word: v.pipe(v.string(), v.minLength(1), v.maxLength(255)) }),
  query: v.strictObject(sources),
  handle: async ({ params, query }, { engine }) =>
    createJsonResponse(
      await engine.read("word", { index: params.name, word: params.word, ...query }),
    ),
});

export const WORD_ROUTES: readonly AnyRoute[] = [listWords, getWord];
