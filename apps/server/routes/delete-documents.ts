/** `DELETE /indexes/:name/documents`: deletes documents by their ids. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route, SMALL_BODY } from "../route.ts";
import { documentId, name } from "../schemas.ts";

export const deleteDocuments: AnyRoute = route({
  method: "DELETE",
  path: "/indexes/:name/documents",
  summary: "Delete documents by their ids",
  tag: "documents",
  scope: "write",
  params: v.strictObject({ name }),
  body: v.strictObject({ ids: v.pipe(v.array(documentId), v.maxLength(100_000)) }),
  bodyLimit: "listBytes",
  aside: { thread: "write", over: SMALL_BODY },
  answer: { status: 200, schema: ANSWERS.deleted, text: "How many were deleted." },
  handle: async ({ params, body: { ids } }, { engine }) =>
    jsonAnswer(await engine.write("deleteDocuments", { index: params.name, ids })),
});
