/** `POST /indexes/:name/jobs`: starts learning, training or an evaluation. */

import * as v from "valibot";
import { name } from "../option-schemas.ts";
import { RESPONSES } from "../response-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute } from "../route.ts";
import { jobRequest } from "../schemas.ts";

export const postJob: AnyRoute = createRoute({
  method: "POST",
  path: "/indexes/:name/jobs",
  summary: "Start a job",
  tag: "jobs",
  scope: "write",
  params: v.strictObject({ name }),
  body: jobRequest,
  bodyLimit: "settingsBytes",
  response: { status: 202, schema: RESPONSES.job, text: "The job." },
  handle: async ({ params, body }, { engine, jobs }) => {
    await engine.read("judgements", { index: params.name }); // 404 now rather than a failed job
    return createJsonResponse(JSON.stringify(jobs.start(params.name, body)), 202);
  },
});
