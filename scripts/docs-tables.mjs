/**
 * Makes the generated documents from the stored outcomes and the results of
 * benchmarks, and takes outcomes over from reports.
 *
 * Run: npm run docs:tables
 *      npm run docs:tables -- <folder of reports>
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  renderBlocks,
  renderDocuments,
  replaceBlock,
  toOutcomeFile,
  toStoredOutcome,
} from "../dist/experiments/documents/index.js";
import { EXPERIMENTS } from "../dist/experiments/index.js";

const root = join(import.meta.dirname, "..");
const folder = join(root, "experiments/outcomes");
const [reports] = process.argv.slice(2);

if (reports !== undefined) {
  for (const name of readdirSync(reports)) {
    const file = join(reports, name, "report.json");
    if (!existsSync(file)) continue;
    const outcome = toStoredOutcome(JSON.parse(readFileSync(file, "utf8")));
    writeFileSync(join(folder, toOutcomeFile(outcome)), `${JSON.stringify(outcome, null, 1)}\n`);
  }
}
const contents = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name, JSON.parse(readFileSync(join(folder, name), "utf8"))]);
const outcomes = contents(folder).map(([, outcome]) => outcome);
const benchmarks = new Map(contents(join(root, "bench/results")));
for (const [path, text] of renderDocuments(EXPERIMENTS, outcomes)) {
  writeFileSync(join(root, path), text);
}
for (const { path, name, text } of renderBlocks(EXPERIMENTS, outcomes, benchmarks)) {
  const file = join(root, path);
  writeFileSync(file, replaceBlock(readFileSync(file, "utf8"), name, text));
}
