/** The program as built, in a folder that its user may read and not write. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTemporaryFolder } from "../temporary-folder.ts";

const CLI = join(import.meta.dirname, "../../dist/apps/cli/main.js");
const SEARCH = new URL("../../dist/src/search/index.js", import.meta.url).href;
const { createIndex } = (await import(SEARCH)) as typeof import("../../src/search/index.ts");
const root = createTemporaryFolder("read-only");
const folder = join(root, "indexes");
const recipes = join(folder, "recipes");

/** The superuser may write everywhere, so the program runs as nobody then. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let server: ChildProcess | undefined;
let address = "";
let before: string[] = [];

const listFiles = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
    (name) => `${name} ${statSync(join(folder, name)).mtimeMs}`,
  );

beforeAll(async () => {
  mkdirSync(folder);
  const index = await createIndex(recipes, { positions: true });
  await index.add([
    { id: "eggs", title: "Boiled eggs", text: "eggs boiled in water", price: 3 },
    { id: "soup", title: "Egg soup", text: "soup with egg", price: 5 },
  ]);
  await index.close();
  for (const name of readdirSync(recipes)) chmodSync(join(recipes, name), 0o444);
  for (const each of [recipes, folder]) chmodSync(each, 0o555);
  chmodSync(root, 0o755);
  before = listFiles();
  const args = [CLI, "serve", folder, "--port", "0", "--threads", "1", "--json", "--no-log"];
  const child = spawn(process.execPath, args, { ...NOBODY, stdio: ["ignore", "pipe", "inherit"] });
  server = child;
  const output = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data)));
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
  address = (JSON.parse(output) as { address: string }).address;
});
afterAll(() => {
  server?.kill("SIGKILL");
  for (const each of [folder, recipes]) chmodSync(each, 0o755);
});

const run = (...args: string[]) =>
  spawnSync(process.execPath, [CLI, ...args], { ...NOBODY, encoding: "utf8" });

async function ask(path: string, method = "GET", body?: unknown) {
  const response = await fetch(new URL(path, address), {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test("an index is searched and checked by the command line", () => {
  const found = run("search", recipes, "egg", "--json");
  expect([found.status, found.stdout]).toEqual([0, expect.stringContaining('"soup"')]);
  expect(run("check", recipes).status).toBe(0);
});

test("a document is not deleted, and the error says why", () => {
  const { status, stderr } = run("delete", recipes, "soup");
  expect(status).not.toBe(0);
  expect(stderr).toMatch(/EACCES|permission|not allowed/i);
  expect(stderr).not.toMatch(/this is a bug|\n\s+at /);
  expect(listFiles()).toEqual(before);
});

test("a server answers searches and refuses changes", async () => {
  const search = "/indexes/recipes/search?q=egg&facets=price&snippet=true";
  expect((await ask(search)).body.total).toBe(2);
  const judged = { queries: [{ text: "egg", relevant: { soup: 1 } }] };
  const changes = [
    await ask("/indexes/recipes/documents", "POST", { id: "tea", text: "tea" }),
    await ask("/indexes/recipes/documents", "DELETE", { ids: ["soup"] }),
    await ask("/indexes/recipes/judgements", "PUT", judged),
    await ask("/indexes", "POST", { name: "other" }),
    await ask("/keys", "POST", { scope: "search" }),
  ];
  for (const { status, body } of changes) {
    expect([status, body.code]).toEqual([500, "IO"]);
    expect(body.message).toBe("the server is not allowed to use its files; the log says why");
  }
  expect(listFiles()).toEqual(before);
  expect((await ask("/ready")).status).toBe(200);
  expect((await ask(search)).body.total).toBe(2);
});
