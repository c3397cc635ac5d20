/** What a browser worker runs first: waits for the module's address, then serves it. */

import { serveTasks } from "./task-server.ts";
import type { Call } from "./thread.ts";

const send = (message: unknown): void => self.postMessage(message);

self.addEventListener(
  "message",
  async ({ data }: MessageEvent<string>) => {
    const answer = await serveTasks(data, send);
    self.addEventListener("message", (event: MessageEvent<Call>) => void answer(event.data));
  },
  { once: true },
);
