/** `POST /indexes`: makes an empty index. */

import type { CreateOptions } from "../../../src/search/index.ts";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { indexRequest } from "../schemas.ts";

export const makeIndex: AnyRoute = route({
  method: "POST",
  path: "/indexes",
  summary: "Make an empty index",
  tag: "indexes",
  scope: "admin",
  body: indexRequest,
  bodyLimit: "settingsBytes",
  answer: { status: 201, schema: ANSWERS.index, text: "The new index." },
  handle: async ({ body: { name: index, ...options } }, { engine }) =>
    jsonAnswer(await engine.write("makeIndex", { index, options: options as CreateOptions }), 201),
});
