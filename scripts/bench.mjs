/**
 * Builds the benchmarks and runs one: `npm run bench -- <name> [options]`. Without a
 * name it lists them. A benchmark is a file of bench/ whose first comment has
 * the line "Run: npm run bench -- <name>".
 *
 * Run: npm run bench -- search --collection wordnet
 */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Benchmarks that need dist/ besides their own build. */
const NEEDS_PACKAGE = new Set(["site", "one-ranking"]);
/** Benchmarks that need the three nodes of OpenSearch that scripts/test-cluster.mjs starts. */
const NEEDS_CLUSTER = new Set(["scale"]);

const [name, ...options] = process.argv.slice(2);
const names = listBenchmarks();
if (!names.includes(name)) {
  if (name !== undefined) console.error(`unknown benchmark ${JSON.stringify(name)}`);
  console.error(`npm run bench -- <name>, one of:\n  ${names.join("\n  ")}`);
  process.exit(2);
}
run("npm", "run", "-s", NEEDS_PACKAGE.has(name) ? "build" : "build:kernels");
run(process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.bench.json");
const program = [process.execPath, `.build/bench/${name}.js`, ...options];
if (NEEDS_CLUSTER.has(name)) run(process.execPath, "scripts/test-cluster.mjs", "--", ...program);
else run(...program);

function listBenchmarks() {
  const files = readdirSync(join(ROOT, "bench")).filter((file) => file.endsWith(".ts"));
  return files
    .map((file) => file.slice(0, -3))
    .filter((each) => {
      const [header = ""] = readFileSync(join(ROOT, `bench/${each}.ts`), "utf8").split("*/");
      return new RegExp(`npm run bench -- ${each}\\b(?!-)`).test(header);
    });
}

/** Runs a command in the project's folder and ends with its status if it fails. */
function run(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
