/** `GET /jobs/:id`: one job. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";

export const getJob: AnyRoute = route({
  method: "GET",
  path: "/jobs/:id",
  summary: "Give a job",
  tag: "jobs",
  scope: "read",
  params: v.strictObject({ id: v.string() }),
  answer: { status: 200, schema: ANSWERS.job, text: "The job." },
  handle: ({ params }, { jobs }) => jsonAnswer(JSON.stringify(jobs.get(params.id))),
});
