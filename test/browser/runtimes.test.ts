/**
 * The built package on runtimes other than Node and browsers, as they come from
 * npm: installed into the folder that TERMWISE_RUNTIMES names, as .ci/run does.
 */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = process.env.TERMWISE_RUNTIMES ?? join(ROOT, ".build/runtimes");
const PROGRAMS = join(import.meta.dirname, "runtimes");
const OUT = join(ROOT, ".build/workerd");

const IN_MEMORY = {
  plain: ["eggs"],
  fuzzy: ["soup"],
  phrase: ["eggs"],
  filtered: ["eggs"],
  feedback: ["soup"],
  snippet: "Simmer the <mark>soup</mark> all day.",
  kernels: "4711",
};

const ON_DISK = {
  ...IN_MEMORY,
  folder: ["soup"],
  threads: 2,
  remote: ["soup"],
  isInWorker: true,
  apart: ["eggs"],
};

const toPackagePath = (name: string): string => join(FOLDER, "node_modules", name);

/** Programs with their arguments; Node itself is always there. */
const WITH_FILES = [
  { runtime: "Node", program: process.execPath, before: [] },
  { runtime: "Bun", program: toPackagePath("@oven/bun-linux-x64/bin/bun"), before: [] },
  { runtime: "Deno", program: toPackagePath("@deno/linux-x64-glibc/deno"), before: ["run", "-A"] },
].filter(({ program }) => existsSync(program));

test.each(WITH_FILES)("$runtime: memory, folder, threads, server, worker", async (each) => {
  const run = promisify(execFile);
  const { stdout } = await run(each.program, [...each.before, join(PROGRAMS, "on-disk.mjs")]);
  expect(JSON.parse(stdout)).toEqual(ON_DISK);
});

const WORKERD = toPackagePath("@cloudflare/workerd-linux-64/bin/workerd");

if (existsSync(WORKERD)) {
  test("workerd: an index in memory, without WASM", async () => {
    await build({
      root: PROGRAMS,
      configFile: false,
      logLevel: "error",
      build: {
        outDir: OUT,
        emptyOutDir: true,
        target: "es2023",
        rolldownOptions: {
          input: join(PROGRAMS, "worker.mjs"),
          preserveEntrySignatures: "strict",
          output: { format: "es", codeSplitting: false, entryFileNames: "worker.mjs" },
        },
      },
    });
    const port = await findFreePort();
    await writeFile(join(OUT, "config.capnp"), createConfiguration(port));
    const server = spawn(WORKERD, ["serve", join(OUT, "config.capnp")], { stdio: "ignore" });
    try {
      const answer = async (): Promise<unknown> =>
        (await fetch(`http://127.0.0.1:${port}/`)).json().catch(() => undefined);
      await expect.poll(() => answer().catch(() => undefined)).toEqual(IN_MEMORY);
    } finally {
      server.kill();
      await once(server, "exit");
    }
  });
}

function createConfiguration(port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "2025-09-01"
);
`;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
