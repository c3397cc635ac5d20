/** `GET /indexes/:name/published`: what is published. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const getPublished: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name/published",
  summary: "Give what is published",
  tag: "learning",
  scope: "read",
  params: v.strictObject({ name }),
  response: {
    status: 200,
    schema: RESPONSES.publications,
    text: "What is published, and what was.",
  },
  handle: async ({ params }, { engine }) =>
    createJsonResponse(await engine.read("publications", { index: params.name })),
});
