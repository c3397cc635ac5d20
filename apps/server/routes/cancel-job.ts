/** `DELETE /jobs/:id`: cancels a job. */

import * as v from "valibot";
import { ANSWERS } from "../answer-schemas.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";

export const cancelJob: AnyRoute = route({
  method: "DELETE",
  path: "/jobs/:id",
  summary: "Cancel a job",
  tag: "jobs",
  scope: "write",
  params: v.strictObject({ id: v.string() }),
  answer: { status: 200, schema: ANSWERS.job, text: "The job." },
  handle: ({ params }, { jobs }) => jsonAnswer(JSON.stringify(jobs.cancel(params.id))),
});
