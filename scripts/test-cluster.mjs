/**
 * Starts three nodes of OpenSearch on loopback, runs the tests of test/cluster
 * against them, and ends the nodes, whatever happens. Arguments go to Vitest, but
 * for `--kills <n>`: so many runs of the tests of faults in place of the other tests, 30 % of
 * them kills of nodes, 20 % kills of publications, and 50 % with disturbed responses, or all of
 * them those of a file that is named; `--seed <n>` chooses the moments.
 * After `--` comes another command to run beside the nodes, such as a benchmark.
 * Where there is no JDK or no Maven it says so and does nothing.
 */

import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClassArchive, missing, startCluster, stopCluster } from "./cluster-nodes.mjs";

const ROOT = join(import.meta.dirname, "..");
const VITEST = [process.execPath, join(ROOT, "node_modules/vitest/vitest.mjs")];

const reason = missing();
if (reason !== undefined) {
  console.log(`the tests on an OpenSearch cluster are skipped: ${reason}`);
  process.exit(0);
}

/** More than the nodes of a whole run write. */
const MIN_MEMORY_BYTES = 4 * 2 ** 30;
const TEST_SETTINGS = {
  // A small limit, so that loading meets the back-pressure of a busy cluster.
  "indexing_pressure.memory.limit": "8mb",
  // A node that is killed during a search leaves its readers open on the others. They would keep
  // copies of shards from closing, and so from being made again, for up to six minutes.
  "search.default_keep_alive": "10s",
  "search.keep_alive_interval": "1s",
  // Shards are not moved when a node returns.
  "cluster.routing.rebalance.enable": "none",
};
/** The files of faults: the variable that has the number of runs, and their share of all runs. */
const FAULT_FILES = {
  "killed-shop": ["FAULT_NODE_KILLS", 0.3],
  "killed-publication": ["FAULT_KILLS", 0.2],
  "disturbed-fields": ["FAULT_RUNS", 0.5],
};
const args = process.argv.slice(2);
const variables = {};
const kills = takeNumber("--kills");
const seed = takeNumber("--seed");
if (seed !== undefined) variables.FAULT_SEED = seed;
if (kills !== undefined) {
  const isNamed = args.some((arg) => !arg.startsWith("-"));
  for (const [name, [variable, share]] of Object.entries(FAULT_FILES)) {
    variables[variable] = isNamed ? kills : String(Math.round(share * kills));
    if (!isNamed) args.push(name);
  }
}

const isTest = !args.includes("--");
const folder = mkdtempSync(join(isTest ? findQuickFolder() : tmpdir(), "termwise-cluster-"));
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
  const settings = isTest ? TEST_SETTINGS : {};
  // A quick compiler: tests are short, and three nodes share the cores with them.
  const java = isTest ? ["-XX:TieredStopAtLevel=1"] : [];
  if (kills !== undefined) await createClassArchive(join(folder, "archive"));
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

/** A folder in memory if there is a large one: nodes sync every change of the cluster to their folders. */
function findQuickFolder() {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > MIN_MEMORY_BYTES ? memory : tmpdir();
}

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
  return at < 0 ? [...VITEST, "run", "--project", "cluster*", ...args] : args.slice(at + 1);
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
