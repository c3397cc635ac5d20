/** `POST /indexes/:name/jobs`: starts learning, training or an evaluation. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { jobRequest, name } from "../schemas.ts";

export const postJob: AnyRoute = route({
  method: "POST",
  path: "/indexes/:name/jobs",
  summary: "Start a job",
  tag: "jobs",
  scope: "write",
  params: v.strictObject({ name }),
  body: jobRequest,
  bodyLimit: "settingsBytes",
  answer: { status: 202, schema: ANSWERS.job, text: "The job." },
  handle: async ({ params, body }, { engine, jobs }) => {
    await engine.read("judgements", { index: params.name }); // 404 now rather than a failed job
    return jsonAnswer(JSON.stringify(jobs.start(params.name, body)), 202);
  },
});
