/** `POST /indexes/:name/documents`: adds documents, as JSON or as a stream of lines. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const postDocuments: AnyRoute = createRoute({
  method: "POST",
  path: "/indexes/:name/documents",
  summary: "Add documents",
  tag: "documents",
  scope: "write",
  params: v.strictObject({ name }),
  query: v.strictObject({ duplicates: v.optional(v.picklist(["replace", "refuse"])) }),
  bytes: { types: ["application/json", "application/x-ndjson"], limit: "documentsBytes" },
  response: { status: 200, schema: RESPONSES.added, text: "How many were added." },
  handle: async ({ params, query: { duplicates = "replace" }, headers, blocks }, { engine }) => {
    const isLines = headers.get("content-type")?.startsWith("application/x-ndjson") === true;
    const format = isLines ? "ndjson" : "json";
    const input = { index: params.name, format, duplicates } as const;
    return createJsonResponse(await engine.write("putDocuments", input, { blocks }));
  },
});
