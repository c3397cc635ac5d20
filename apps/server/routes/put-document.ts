/** `PUT /indexes/:name/documents/:id`: adds one document in place of the one with its id. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";
import { documentId } from "../schemas.ts";

export const putDocument: AnyRoute = createRoute({
  method: "PUT",
  path: "/indexes/:name/documents/:id",
  summary: "Put a document",
  tag: "documents",
  scope: "write",
  params: v.strictObject({ name, id: documentId }),
  bytes: { types: ["application/json"], limit: "bodyBytes" },
  response: { status: 200, schema: RESPONSES.added, text: "It is there." },
  handle: async ({ params: { name: index, id }, blocks }, { engine }) => {
    const input = { index, id, format: "json", duplicates: "replace" } as const;
    return createJsonResponse(await engine.write("putDocuments", input, { blocks }));
  },
});
