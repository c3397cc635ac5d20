/** `DELETE /indexes/:name`: cancels the jobs of an index and deletes it with the server's state of it. */

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
  handle: async ({ params }, { engine, jobs }) => {
    const index = params.name;
    // Before any job is cancelled: a deletion that is refused changes nothing.
    await engine.write("checkDeletion", { index });
    await jobs.withoutJobs(index, () => engine.write("deleteIndex", { index }));
    return NO_CONTENT;
  },
});
