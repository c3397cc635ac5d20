/** `GET /jobs/:id`: one job. */

import * as v from "valibot";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const getJob: AnyRoute = createRoute({
  method: "GET",
  path: "/jobs/:id",
  summary: "Give a job",
  tag: "jobs",
  scope: "read",
  params: v.strictObject({ id: v.string() }),
  response: { status: 200, schema: RESPONSES.job, text: "The job." },
  handle: ({ params }, { jobs }) => createJsonResponse(JSON.stringify(jobs.get(params.id))),
});
