/** A client that sends a body slowly holds up nobody else's writes. */

import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer;
beforeEach(async () => {
  server = await openSmallServer({ limits: { bodyTime: 3000 } });
  await server.app.request("/indexes", createJsonRequest("POST", { name: "other" }));
});
afterEach(() => server.close());

test("a body that stalls after megabytes is not given a writer", async () => {
  const line = new TextEncoder().encode(
    `${JSON.stringify({ id: "x", text: "a ".repeat(20_000) })}\n`,
  );
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent > 12_000_000) return new Promise(() => {}); // and no more
      sent += line.length;
      controller.enqueue(line);
      return undefined;
    },
  });
  const headers = { "content-type": "application/x-ndjson" };
  const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
  const ends: string[] = [];
  const slow = readResponse(server.app.request("/indexes/recipes/documents", init)).then(
    ({ status }) => ends.push(`slow ${status}`),
  );
  await expect.poll(() => sent).toBeGreaterThan(12_000_000);
  for (const index of ["recipes", "other"]) {
    const put = createJsonRequest("PUT", { text: "toast" });
    const path = `/indexes/${index}/documents/toast`;
    ends.push(`${index} ${(await readResponse(server.app.request(path, put))).status}`);
  }
  await slow;
  expect(ends).toEqual(["recipes 200", "other 200", "slow 408"]);
});
