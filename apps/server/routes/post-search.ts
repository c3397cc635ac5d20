/** `POST /indexes/:name/search`: searches, with the options as JSON. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route, SMALL_BODY } from "../route.ts";
import { name, searchRequest } from "../schemas.ts";
import { inTime } from "../search-time.ts";

export const postSearch: AnyRoute = route({
  method: "POST",
  path: "/indexes/:name/search",
  summary: "Search",
  tag: "search",
  scope: "read",
  isSearch: true,
  params: v.strictObject({ name }),
  body: searchRequest,
  aside: { thread: "read", over: SMALL_BODY },
  answer: { status: 200, schema: ANSWERS.search, text: "The hits." },
  handle: async ({ params, body }, { engine }) =>
    jsonAnswer(await engine.read("search", { index: params.name, request: inTime(body) })),
});
