/**
 * Starts three nodes of OpenSearch on loopback, runs the tests of test/cluster
 * against them, and ends the nodes, whatever happens. Arguments go to Vitest, but
 * for `--kills <n>`: so many kills of nodes and of publications, and so many runs
 * with disturbed responses, in place of the other tests; `--seed <n>` chooses the moments.
 * After `--` comes another command to run beside the nodes, such as a benchmark.
 * Where there is no JDK or no Maven it says so and does nothing.
 */

import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { missing, startCluster, stopCluster } from "./cluster-nodes.mjs";

const ROOT = join(import.meta.dirname, "..");
const VITEST = [process.execPath, join(ROOT, "node_modules/vitest/vitest.mjs")];

const reason = missing();
if (reason !== undefined) {
  console.log(`the tests on an OpenSearch cluster are skipped: ${reason}`);
  process.exit(0);
}

/** The files of faults: kills of nodes, kills of publications, disturbed responses. */
const FAULT_FILES = ["killed-shop", "killed-publication", "disturbed-fields"];
const args = process.argv.slice(2);
const variables = {};
const kills = takeNumber("--kills");
const seed = takeNumber("--seed");
if (seed !== undefined) variables.FAULT_SEED = seed;
if (kills !== undefined) {
  Object.assign(variables, { FAULT_KILLS: kills, FAULT_RUNS: kills, FAULT_NODE_KILLS: kills });
  if (!args.some((arg) => !arg.startsWith("-"))) args.push(...FAULT_FILES);
}

const folder = mkdtempSync(join(tmpdir(), "termwise-cluster-"));
chmodSync(folder, 0o755); // the nodes may run as another user
let child;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, async () => {
    child?.kill(signal);
    await stopCluster(folder);
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });
}

let status = 1;
try {
  const began = Date.now();
  // Small limits, so that loading meets the back-pressure of a busy cluster.
  const isTest = !args.includes("--");
  const settings = isTest ? { "indexing_pressure.memory.limit": "8mb" } : {};
  // A quick compiler: tests are short, and three nodes share the cores with them.
  const java = isTest ? ["-XX:TieredStopAtLevel=1"] : [];
  const urls = await startCluster(folder, { settings, java });
  console.log(`three nodes are up after ${((Date.now() - began) / 1000).toFixed(0)} s`);
  status = await run(createCommand(), {
    ...variables,
    TERMWISE_CLUSTER: urls.join(","),
    TERMWISE_CLUSTER_FOLDER: folder,
  });
} finally {
  await stopCluster(folder);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);

/** The number after an argument of this script, which is taken away; undefined without it. */
function takeNumber(name) {
  const at = args.indexOf(name);
  const end = args.indexOf("--");
  if (at < 0 || (end >= 0 && at > end)) return undefined;
  const [, value] = args.splice(at, 2);
  if (!/^\d+$/.test(value ?? "")) {
    console.error(`${name} needs a whole number`);
    process.exit(2);
  }
  return value;
}

function createCommand() {
  const at = args.indexOf("--");
  return at < 0 ? [...VITEST, "run", "--project", "cluster", ...args] : args.slice(at + 1);
}

function run([command, ...rest], variables) {
  return new Promise((resolve, reject) => {
    child = spawn(command, rest, {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, ...variables },
    });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
