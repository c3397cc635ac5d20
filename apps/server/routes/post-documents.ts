/** `POST /indexes/:name/documents`: adds documents, as JSON or as a stream of lines. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { name } from "../schemas.ts";

export const postDocuments: AnyRoute = route({
  method: "POST",
  path: "/indexes/:name/documents",
  summary: "Add documents",
  tag: "documents",
  scope: "write",
  params: v.strictObject({ name }),
  query: v.strictObject({ duplicates: v.optional(v.picklist(["replace", "refuse"])) }),
  bytes: { types: ["application/json", "application/x-ndjson"], limit: "documentsBytes" },
  answer: { status: 200, schema: ANSWERS.added, text: "How many were added." },
  handle: async ({ params, query: { duplicates = "replace" }, headers, blocks }, { engine }) => {
    const isLines = headers.get("content-type")?.startsWith("application/x-ndjson") === true;
    const format = isLines ? "ndjson" : "json";
    const input = { index: params.name, format, duplicates } as const;
    return jsonAnswer(await engine.write("putDocuments", input, { blocks }));
  },
});
