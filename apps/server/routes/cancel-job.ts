/** `DELETE /jobs/:id`: cancels a job. */

import * as v from "valibot";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const cancelJob: AnyRoute = createRoute({
  method: "DELETE",
  path: "/jobs/:id",
  summary: "Cancel a job",
  tag: "jobs",
  scope: "write",
  params: v.strictObject({ id: v.string() }),
  response: { status: 200, schema: RESPONSES.job, text: "The job." },
  handle: ({ params }, { jobs }) => createJsonResponse(JSON.stringify(jobs.cancel(params.id))),
});
