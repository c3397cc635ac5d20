/** `DELETE /indexes/:name`: deletes an index with all that is kept beside it. */

import * as v from "valibot";
import { type AnyRoute, DONE, route } from "../route.ts";
import { name } from "../schemas.ts";

export const deleteIndex: AnyRoute = route({
  method: "DELETE",
  path: "/indexes/:name",
  summary: "Delete an index",
  tag: "indexes",
  scope: "admin",
  params: v.strictObject({ name }),
  answer: { status: 204, text: "It is deleted." },
  handle: async ({ params }, { engine }) => {
    await engine.write("deleteIndex", { index: params.name });
    return DONE;
  },
});
