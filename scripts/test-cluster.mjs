/**
 * Starts three nodes of OpenSearch on loopback, runs the tests of test/cluster
 * against them, and ends the nodes, whatever happens. Arguments go to Vitest.
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
  const isTest = !process.argv.includes("--");
  const settings = isTest ? { "indexing_pressure.memory.limit": "8mb" } : {};
  // A quick compiler: tests are short, and three nodes share the cores with them.
  const java = isTest ? ["-XX:TieredStopAtLevel=1"] : [];
  const urls = await startCluster(folder, { settings, java });
  console.log(`three nodes are up after ${((Date.now() - began) / 1000).toFixed(0)} s`);
  status = await run(createCommand(process.argv.slice(2)), {
    TERMWISE_CLUSTER: urls.join(","),
    TERMWISE_CLUSTER_FOLDER: folder,
  });
} finally {
  await stopCluster(folder);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);

function createCommand(args) {
  const at = args.indexOf("--");
  return at < 0 ? [...VITEST, "run", "--project", "cluster", ...args] : args.slice(at + 1);
}

function run([command, ...args], variables) {
  return new Promise((resolve, reject) => {
    child = spawn(command, args, {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, ...variables },
    });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
