/** Jobs: start, list, follow and cancel learning, training and evaluation. */

import type { Job } from "../../../src/api/responses.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { createOperation } from "../operation.ts";
import { type AnyRoute, createJsonResponse } from "../route.ts";

const startJob = createOperation("startJob", {
  handle: async ({ params: { name: index }, body }, { engine, jobs, behavior }) => {
    await engine.read("judgements", { index }); // 404 now rather than a failed job
    if (body.kind === "learn" && body.from === "clicks") await behavior?.flush();
    return createJsonResponse(JSON.stringify(jobs.start(index, body)), 202);
  },
});

const listJobs = createOperation("listJobs", {
  handle: (_, { jobs }) => createJsonResponse(JSON.stringify({ jobs: jobs.list() })),
});

const getJob = createOperation("getJob", {
  handle: ({ params: { id } }, { jobs }) => createJsonResponse(JSON.stringify(jobs.get(id))),
});

const followJob = createOperation("followJob", {
  handle: ({ params: { id }, signal }, { jobs }) => ({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: createEventStream(jobs, id, signal),
  }),
});

const cancelJob = createOperation("cancelJob", {
  handle: ({ params: { id } }, { jobs }) => createJsonResponse(JSON.stringify(jobs.cancel(id))),
});

export const JOB_ROUTES: readonly AnyRoute[] = [startJob, listJobs, getJob, followJob, cancelJob];

/** The states of a job as server-sent events, until it ends. */
function createEventStream(
  jobs: Jobs,
  id: string,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = (): void => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const sendJob = (job: Job): void => {
          const event = job.ended === undefined ? "progress" : "end";
          // A listener that does not read gets the newest state when it does.
          if (event === "end" || (controller.desiredSize ?? 0) > 0) {
            controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(job)}\n\n`));
          }
          if (event === "end") {
            stop();
            controller.close();
          }
        };
        const job = jobs.get(id);
        if (job.ended === undefined) stop = jobs.listen(id, sendJob);
        sendJob(job);
        signal.addEventListener("abort", () => stop());
      },
      cancel: () => stop(),
    },
    { highWaterMark: 16 },
  );
}
