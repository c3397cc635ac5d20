/** `GET /jobs`: all jobs, the newest first. */

import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";

export const listJobs: AnyRoute = createRoute({
  method: "GET",
  path: "/jobs",
  summary: "List jobs",
  tag: "jobs",
  scope: "read",
  response: { status: 200, schema: RESPONSES.jobs, text: "The jobs." },
  handle: (_, { jobs }) => createJsonResponse(JSON.stringify({ jobs: jobs.list() })),
});
