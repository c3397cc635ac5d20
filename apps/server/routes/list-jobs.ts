/** `GET /jobs`: all jobs, the newest first. */

import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";

export const listJobs: AnyRoute = route({
  method: "GET",
  path: "/jobs",
  summary: "List jobs",
  tag: "jobs",
  scope: "read",
  answer: { status: 200, schema: ANSWERS.jobs, text: "The jobs." },
  handle: (_, { jobs }) => jsonAnswer(JSON.stringify({ jobs: jobs.list() })),
});
