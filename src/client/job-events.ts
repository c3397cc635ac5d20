/** Server-sent events of a job, as they come. */

import type { Job } from "../api/responses.ts";

/** The job of each event. */
export async function* followEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Job> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) yield JSON.parse(data) as Job;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
