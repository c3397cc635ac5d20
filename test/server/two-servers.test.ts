/** Two servers over one folder: one writes, the other sees its commits and cannot write. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { LIMITS } from "../../apps/server/limits.ts";
import { createIndex } from "../../src/search/index.ts";
import { createJsonRequest, DOCUMENTS, readResponse } from "./small-server.ts";

/** A server of its own over a folder. */
function openServer(folder: string) {
  const engine = new LocalEngine({ root: folder }, LIMITS);
  const app = createApp({ engine });
  return {
    ask: (path: string, init?: RequestInit) => readResponse(app.request(path, init)),
    close: async (): Promise<void> => {
      app.jobs.close();
      await engine.close();
    },
  };
}

test("a server sees what another one writes, and writes when that one has stopped", async () => {
  const folder = await mkdtemp(join(tmpdir(), "termwise-servers-"));
  await (await createIndex(join(folder, "recipes"))).close();
  const [writer, reader] = [openServer(folder), openServer(folder)];
  const put = (server: typeof writer, document: object) =>
    server.ask("/indexes/recipes/documents", createJsonRequest("POST", document));
  const countSoups = async (): Promise<number> =>
    (await reader.ask("/indexes/recipes/search?q=soup")).body.total;
  try {
    expect(await countSoups()).toBe(0);
    expect((await put(writer, DOCUMENTS)).status).toBe(200);
    await expect.poll(countSoups, { timeout: 20_000, interval: 200 }).toBe(1);
    const refused = await put(reader, { id: "x", text: "another soup" });
    expect([refused.status, refused.body.code]).toEqual([409, "LOCKED"]);
    await writer.close();
    expect((await put(reader, { id: "x", text: "another soup" })).status).toBe(200);
    expect(await countSoups()).toBe(2);
  } finally {
    await reader.close();
    await rm(folder, { recursive: true });
  }
});
