/** `DELETE /indexes/:name/documents/:id`: deletes a document. */

import * as v from "valibot";
import { quote, TermwiseError } from "../../../src/common/errors.ts";
import { name } from "../option-schemas.ts";
import { type AnyRoute, createRoute, NO_CONTENT } from "../route.ts";
import { documentId } from "../schemas.ts";

export const deleteDocument: AnyRoute = createRoute({
  method: "DELETE",
  path: "/indexes/:name/documents/:id",
  summary: "Delete a document",
  tag: "documents",
  scope: "write",
  params: v.strictObject({ name, id: documentId }),
  response: { status: 204, text: "It is deleted." },
  handle: async ({ params: { name: index, id } }, { engine }) => {
    const json = await engine.write("deleteDocuments", { index, ids: [id] });
    const { deleted } = JSON.parse(json) as { deleted: number };
    if (deleted > 0) return NO_CONTENT;
    throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
  },
});
