/** `DELETE /indexes/:name`: deletes an index with all that is kept beside it. */

import * as v from "valibot";
import { type AnyRoute, createRoute, NO_CONTENT } from "../route.ts";
import { name } from "../schemas.ts";

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
