/** Words of an index with their statistics, learned weights and salience. */

import { createOperation } from "../operation.ts";
import { type AnyRoute, createJsonResponse } from "../route.ts";

const listWords = createOperation("listWords", {
  handle: async ({ params, query }, { engine }) =>
    createJsonResponse(await engine.read("words", { index: params.name, ...query })),
});

const getWord = createOperation("getWord", {
  handle: async ({ params, query }, { engine }) =>
    createJsonResponse(
      await engine.read("word", { index: params.name, word: params.word, ...query }),
    ),
});

export const WORD_ROUTES: readonly AnyRoute[] = [listWords, getWord];
