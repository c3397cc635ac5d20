/** `POST /indexes/:name/compare`: one query by several systems. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route, SMALL_BODY } from "../route.ts";
import { compareRequest, name } from "../schemas.ts";

export const compare: AnyRoute = route({
  method: "POST",
  path: "/indexes/:name/compare",
  summary: "Compare systems on one query",
  tag: "search",
  scope: "read",
  params: v.strictObject({ name }),
  body: compareRequest,
  aside: { thread: "read", over: SMALL_BODY },
  answer: {
    status: 200,
    schema: ANSWERS.compared,
    text: "The hits of each system, and who moved where.",
  },
  handle: async ({ params, body }, { engine }) =>
    jsonAnswer(await engine.read("compareSystems", { index: params.name, request: body })),
});
