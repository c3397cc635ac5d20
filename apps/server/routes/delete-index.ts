/** `DELETE /indexes/:name`: deletes an index with all that is kept beside it. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { type AnyRoute, createRoute, NO_CONTENT } from "../route.ts";

export const deleteIndex: AnyRoute = createRoute({
  method: "DELETE",
  path: "/indexes/:name",
  summary: "Delete an index",
  tag: "indexes",
  scope: "admin",
  params: v.strictObject({ name }),
  response: { status: 204, text: "It is deleted." },
  handle: async ({ params }, { engine }) => {
    await engine.write("deleteIndex", { index: params.name });
    return NO_CONTENT;
  },
});
