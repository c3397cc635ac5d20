/** `GET /indexes`: all indexes. */

import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";

export const listIndexes: AnyRoute = route({
  method: "GET",
  path: "/indexes",
  summary: "List the indexes",
  tag: "indexes",
  scope: "read",
  answer: { status: 200, schema: ANSWERS.indexes, text: "The indexes." },
  handle: async (_, { engine }) => jsonAnswer(await engine.read("listIndexes", {})),
});
