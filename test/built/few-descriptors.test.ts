/** The program as built where few files may be open, from the start or after a while. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTemporaryFolder } from "../temporary-folder.ts";

const CLI = join(import.meta.dirname, "../../dist/apps/cli/main.js");
const SEARCH = new URL("../../dist/src/search/index.js", import.meta.url).href;
const { createIndex } = (await import(SEARCH)) as typeof import("../../src/search/index.ts");
const folder = createTemporaryFolder("few-descriptors");

beforeAll(async () => {
  const index = await createIndex(join(folder, "recipes"), { positions: true });
  await index.add([
    { id: "eggs", title: "Boiled eggs", text: "eggs boiled in water", price: 3, kind: "dish" },
    { id: "soup", title: "Egg soup", text: "soup with egg and water", price: 5, kind: "soup" },
  ]);
  await index.close();
});

let server: ChildProcess | undefined;
afterEach(() => void server?.kill("SIGKILL"));

/** Starts a server that may have so many files open, and returns its port. */
async function startServer(descriptors: number): Promise<number> {
  const line = `ulimit -n ${descriptors}; exec '${process.execPath}' '${CLI}' serve '${folder}' --port 0 --threads 1 --json --no-log`;
  const child = spawn("bash", ["-c", line], { stdio: ["ignore", "pipe", "inherit"] });
  server = child;
  const output = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data)));
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
  return Number(new URL((JSON.parse(output) as { address: string }).address).port);
}

type Answer = { status: number; body: { code?: string; hits?: unknown[] } };

function ask(port: number, agent: Agent, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: "127.0.0.1", path, agent }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) }),
      );
    });
    outgoing.on("error", reject).end();
  });
}

/** Each needs another part of the library, which is loaded with the first search that requests it. */
const PATHS = [
  "search?q=egg&snippet=true&highlight=true&explain=true",
  "search?q=egg&facets=kind&sort=-price",
  "search?q=egg&distinct=kind",
  "search?q=eg&prefix=true&fuzzy=1",
  "search?q=%22egg%20soup%22&syntax=true",
  `search?q=egg&filter=${encodeURIComponent('{"price":{"gt":3}}')}`,
  "suggest?q=e",
].map((path) => `/indexes/recipes/${path}`);

describe("a server with few descriptors", () => {
  test("starts with 256 and answers", { timeout: 120_000 }, async () => {
    const port = await startServer(256);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const path of PATHS) expect((await ask(port, agent, path)).status, path).toBe(200);
    agent.destroy();
  });

  test("answers while it has none left, and afterwards", { timeout: 120_000 }, async () => {
    const port = await startServer(100);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask(port, agent, "/health")).status).toBe(200);
    const sockets: Socket[] = Array.from({ length: 120 }, () =>
      connect(port, "127.0.0.1").on("error", () => {}),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const path of PATHS) {
      // Whoever needs a file now may be told to try again, by a name.
      const { status, body } = await ask(port, agent, path);
      if (status !== 200) expect([status, body.code], path).toEqual([503, "IO"]);
    }
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await ask(port, agent, "/health")).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const path of PATHS) expect((await ask(port, agent, path)).status, path).toBe(200);
    agent.destroy();
  });
});

test("help is shown with 64 descriptors, and too few are named", { timeout: 120_000 }, () => {
  const run = (descriptors: number) =>
    spawnSync(
      "bash",
      ["-c", `ulimit -n ${descriptors}; exec '${process.execPath}' '${CLI}' --help`],
      {
        encoding: "utf8",
      },
    );
  expect(run(64)).toMatchObject({ status: 0, stderr: "" });
  const { status, stdout, stderr } = run(24);
  if (status === 0) expect(stdout).toContain("termwise");
  else expect(stderr).not.toContain("this is a bug");
});
