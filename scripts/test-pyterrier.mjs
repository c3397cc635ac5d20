/**
 * Compares the PyTerrier retriever in adapters/pyterrier with `termwise run` on Cranfield:
 * `TERMWISE_COLLECTIONS=<folder> node scripts/test-pyterrier.mjs`. PyTerrier and ir-measures from PyPI are
 * installed in .build/pyterrier. Needs a build, and Python 3.9.
 */

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, ".build/pyterrier");
const PYTHON = join(FOLDER, "venv/bin/python");
const TERMWISE = join(ROOT, "dist/apps/cli/main.js");

/** Runs a program to its end; its failure is ours. */
function run(program, ...args) {
  const { status } = spawnSync(program, args, { cwd: FOLDER, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

mkdirSync(FOLDER, { recursive: true });
if (!existsSync(PYTHON)) {
  run("python3", "-m", "venv", "venv");
  run(PYTHON, "-m", "pip", "install", "--quiet", "python-terrier", "ir-measures");
}
run(process.execPath, TERMWISE, "index", "cranfield", "--out", "indexes/cranfield", "--force");
run(
  process.execPath,
  TERMWISE,
  "run",
  "indexes/cranfield",
  "--queries",
  "cranfield",
  "--ranker",
  "bm25",
  "--out",
  "run",
);
// Topics as a table, judgements as TREC has them.
for (const format of ["tsv", "trec"]) {
  if (existsSync(join(FOLDER, format))) continue;
  const args = ["collection", "convert", "cranfield", "--to", format, "--out", format];
  run(process.execPath, TERMWISE, ...args);
}

const server = spawn(process.execPath, [TERMWISE, "serve", "indexes", "--port", "0", "--no-log"], {
  cwd: FOLDER,
  stdio: ["ignore", "pipe", "inherit"],
});
server.stdout.once("data", (text) => {
  const address = /http:\/\/\S+/.exec(String(text))?.[0];
  const check = join(ROOT, "adapters/pyterrier/check.py");
  const args = [check, address, "cranfield", "tsv/queries.all.tsv", "trec/qrels.all.txt", "run"];
  const { status } = spawnSync(PYTHON, args, { cwd: FOLDER, stdio: "inherit" });
  server.kill();
  process.exitCode = status ?? 1;
});
