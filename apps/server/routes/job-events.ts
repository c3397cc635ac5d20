/** `GET /jobs/:id/events`: the progress of a job as server-sent events, until it ends. */

import * as v from "valibot";
import type { Job } from "../../../src/client/index.ts";
import { type AnyRoute, createRoute } from "../route.ts";

export const jobEvents: AnyRoute = createRoute({
  method: "GET",
  path: "/jobs/:id/events",
  summary: "Follow a job",
  tag: "jobs",
  scope: "read",
  params: v.strictObject({ id: v.string() }),
  response: { status: 200, type: "text/event-stream", text: "Events `progress`, then `end`." },
  handle: ({ params, signal }, { jobs }) => {
    const encoder = new TextEncoder();
    let stop = (): void => {};
    const events = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const sendJob = (job: Job): void => {
            const event = job.ended === undefined ? "progress" : "end";
            // A listener that does not read gets the newest state when it does.
            if (event === "end" || (controller.desiredSize ?? 0) > 0) {
              controller.enqueue(
                encoder.encode(`event: ${event}\ndata: ${JSON.stringify(job)}\n\n`),
              );
            }
            if (event === "end") {
              stop();
              controller.close();
            }
          };
          const job = jobs.get(params.id);
          if (job.ended === undefined) stop = jobs.listen(params.id, sendJob);
          sendJob(job);
          signal.addEventListener("abort", () => stop());
        },
        cancel: () => stop(),
      },
      { highWaterMark: 16 },
    );
    return { status: 200, headers: { "content-type": "text/event-stream" }, body: events };
  },
});
