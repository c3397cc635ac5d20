/** `GET /indexes/:name/documents/:id`: a document. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";
import { documentId } from "../schemas.ts";

export const getDocument: AnyRoute = createRoute({
  method: "GET",
  path: "/indexes/:name/documents/:id",
  summary: "Give a document",
  tag: "documents",
  scope: "read",
  params: v.strictObject({ name, id: documentId }),
  response: { status: 200, schema: RESPONSES.document, text: "The document." },
  handle: async ({ params: { name: index, id } }, { engine }) =>
    createJsonResponse(await engine.read("getDocument", { index, id })),
});
