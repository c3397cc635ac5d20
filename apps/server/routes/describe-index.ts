/** `GET /indexes/:name`: settings and statistics of an index. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { name } from "../schemas.ts";

export const describeIndex: AnyRoute = route({
  method: "GET",
  path: "/indexes/:name",
  summary: "Describe an index",
  tag: "indexes",
  scope: "read",
  params: v.strictObject({ name }),
  answer: { status: 200, schema: ANSWERS.indexDetails, text: "Settings and statistics." },
  handle: async ({ params }, { engine }) =>
    jsonAnswer(await engine.read("describeIndex", { index: params.name })),
});
