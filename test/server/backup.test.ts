/** Backups over HTTP and on the command line. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backup, restore } from "../../apps/cli/backup.ts";
import { createCommandRunner } from "../../apps/cli/command-runner.contract.ts";
import { Keys } from "../../apps/server/access/api-keys.ts";
import { createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { LIMITS } from "../../apps/server/limits.ts";
import { backupIndex, createIndex, openIndex } from "../../src/search/index.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { DOCUMENTS, readResponse } from "./small-server.ts";

let folder = "";
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-backup-"));
  const index = await createIndex(at("recipes"));
  await index.add(DOCUMENTS);
  await index.close();
});
afterAll(() => rm(folder, { recursive: true }));

/** Asks a server over the folder, with a key of each scope. */
async function ask(path: string, scope: "write" | "admin", backups?: string) {
  const engine = new LocalEngine(
    { root: folder, ...(backups === undefined ? {} : { backups }) },
    LIMITS,
  );
  const keys = (await Keys.read(at("keys")))
    .with("the-key-of-a-writer", "write", "writer")
    .with("the-key-of-an-admin", "admin", "admin");
  const app = createApp({ engine, keys });
  const key = scope === "admin" ? "the-key-of-an-admin" : "the-key-of-a-writer";
  try {
    return await readResponse(
      app.request(path, { method: "POST", headers: { authorization: `Bearer ${key}` } }),
    );
  } finally {
    app.jobs.close();
    await engine.close();
  }
}

test("the server backs an index up to its folder of backups, for the scope admin", async () => {
  const route = "/indexes/recipes/backup";
  const first = await ask(route, "admin", at("backups"));
  expect(first).toMatchObject({ status: 200, body: { generation: 2, documents: 3 } });
  expect(first.body.copiedFiles).toBe(first.body.files);
  expect((await ask(route, "admin", at("backups"))).body.copiedFiles).toBe(0);
  expect((await ask(route, "write", at("backups"))).status).toBe(403);
  const missing = await ask("/indexes/soups/backup", "admin", at("backups"));
  expect([missing.status, missing.body.code]).toEqual([404, "NOT_FOUND"]);
  const refused = await ask(route, "admin");
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "the server has no folder of backups; start it with --backups <folder>",
  ]);
  const index = await openIndex(at("backups/recipes"));
  expect((await index.search("soup")).hits.map(({ id }) => id)).toEqual(["soup"]);
  await index.close();
});

test("the commands back up and restore", async () => {
  const type = createCommandRunner(new MemoryFiles(), [backup, restore]);
  const made = await type("backup", at("recipes"), "--to", at("copy"));
  expect([made.code, made.out]).toEqual([
    0,
    expect.stringMatching(/^commit 2: documents: 3, size: \S+ \S+; copied \d+ files, \S+ \S+\n$/),
  ]);
  const restored = await type("restore", at("copy"), "--to", at("again"), "--json");
  expect(JSON.parse(restored.out)).toMatchObject({ generation: 2, documents: 3 });
  const other = await createIndex(at("other"));
  await other.add({ id: "x", text: "y" });
  await other.close();
  const { code, note } = await type("restore", at("copy"), "--to", at("other"));
  expect([code, note]).toEqual([
    expect.any(Number),
    expect.stringContaining("restore into another folder"),
  ]);
  expect(code).not.toBe(0);
  expect((await type("backup", at("recipes"))).code).toBe(2);
});

test("an index is not backed up to its own folder", async () => {
  for (const to of [
    at("recipes"),
    `${at("recipes")}/`,
    at("recipes").replace(/\/(?=[^/]*$)/, "/./"),
  ]) {
    await expect(backupIndex(at("recipes"), to)).rejects.toThrow("to its own folder");
  }
});
