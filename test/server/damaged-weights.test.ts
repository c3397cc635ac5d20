/** Learned weights that are damaged are named where they are used, and harm no other search. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSmallServer, readResponse, type SmallServer } from "./small-server.ts";

let server: SmallServer;
beforeEach(async () => {
  server = await openSmallServer();
});
afterEach(() => server.close());

test.each([
  ["nothing", ""],
  ["half a line", "# ranker: bm25\nterm\tquery\tdocument\nsoup\t1"],
  ["no number", "# ranker: bm25\nterm\tquery\tdocument\nsoup\tone\ttwo\n"],
  ["a negative weight", "# ranker: bm25\nterm\tquery\tdocument\nsoup\t-1\t2\n"],
  ["infinity", "# ranker: bm25\nterm\tquery\tdocument\nsoup\tInfinity\tInfinity\n"],
  ["zeros", "\0".repeat(1000)],
  ["another file", "{}"],
])("weights with %s", async (_, content) => {
  const state = join(server.folder, ".server", "recipes");
  await mkdir(state, { recursive: true });
  await writeFile(join(state, "weights-w1.tsv"), content);
  const ask = (path: string) => readResponse(server.app.request(path));
  const { status, body } = await ask("/indexes/recipes/search?q=soup&weights=w1");
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.code).toMatch(/^(?:BAD_INPUT|BAD_ARGUMENT|CORRUPT_INDEX)$/);
  expect(JSON.stringify(body)).not.toContain(server.folder);
  expect((await ask("/indexes/recipes/search?q=soup")).body.total).toBe(1);
});
