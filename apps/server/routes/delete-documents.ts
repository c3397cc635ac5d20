/** `DELETE /indexes/:name/documents`: deletes documents by their ids. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute, SMALL_BODY } from "../route.ts";
import { documentId } from "../schemas.ts";

export const deleteDocuments: AnyRoute = createRoute({
  method: "DELETE",
  path: "/indexes/:name/documents",
  summary: "Delete documents by their ids",
  tag: "documents",
  scope: "write",
  params: v.strictObject({ name }),
  body: v.strictObject({ ids: v.pipe(v.array(documentId), v.maxLength(100_000)) }),
  bodyLimit: "listBytes",
  offload: { thread: "write", over: SMALL_BODY },
  response: { status: 200, schema: RESPONSES.deleted, text: "How many were deleted." },
  handle: async ({ params, body: { ids } }, { engine }) =>
    createJsonResponse(await engine.write("deleteDocuments", { index: params.name, ids })),
});
